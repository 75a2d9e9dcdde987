#!/bin/sh
# Lists the exercises of the book (list.awk tells the columns): sh docs/exercises/list.sh, from the
# top folder. A chapter has exercises once it has notes, which derive what is to be written.
awk -f "$(dirname "$0")/list.awk" common/*.c $(for notes in ch[0-9]*/notes.md; do
    ls "$(dirname "$notes")"/*.c
done)
