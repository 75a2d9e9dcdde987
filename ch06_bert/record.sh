#!/bin/sh
# Records chapter 6's longer runs, which the notes quote: results.txt and the series of each go to
# ch06_bert/run/NAME, the models stay in build/NAME. A run whose results are in build is copied only.
# All of them take about six hours on one core; OMP_NUM_THREADS=1 lets two run side by side.
# usage: ch06_bert/record.sh [NAME...]     from the top folder, after `make ch6`
set -eu

# record NAME COMMAND OPTIONS...: runs ./ch6 COMMAND unless it has run, and keeps what it wrote
record() {
    name=$1 && shift
    [ -f "build/$name/results.txt" ] || ./ch6 "$@" --out "build/$name"
    mkdir -p "ch06_bert/run/$name"
    find "build/$name" -maxdepth 1 \( -name results.txt -o -name '*.tsv' \) \
        -exec cp {} "ch06_bert/run/$name" ';'
}

# Every design, learned with and without an adversary from 4,000 texts: three seeds each.
designs() { # task, adversary
    classify() { # design, options
        design=$1 && shift
        record "$task-$adversary-$design" finetune --task "$task" --texts 4000 --seeds 3 \
            --pretrained "build/$task" --adversarial "$adversary" "$@"
    }
    task=$1 adversary=$2
    classify bert
    classify bert-bilstm --model bert-bilstm
    classify random --random --epochs 6
    classify bilstm --model bilstm --epochs 6
}

run() {
    case $1 in
    pretrain) for corpus in help-en help-zh; do
        record $corpus pretrain --corpus $corpus --steps 30000 --every 1000
    done ;;
    wordnet)
        record wordnet pretrain --corpus wordnet --rows 96 --steps 20000 --every 1000
        record wordnet-32 pretrain --corpus wordnet --steps 20000 --every 1000 ;;
    quick) for corpus in help-en help-zh; do
        for seed in 1 2 3; do
            record quick-$corpus-$seed pretrain --corpus $corpus --steps 1500 --warm-up 500 --seed $seed
        done
    done ;;
    compare)
        record compare compare --corpus help-zh --steps 2000 --warm-up 500 --every 200 --seeds 3
        record compare-long compare --corpus help-zh --steps 6000 --warm-up 500 --every 400 ;;
    bugs) record bugs bugs ;;
    designs-en) designs help-en none && designs help-en fgm && designs help-en pgd ;;
    designs-zh) designs help-zh none && designs help-zh fgm && designs help-zh pgd ;;
    all-texts) for task in help-en help-zh; do
        record $task-all finetune --task $task --seeds 3 --pretrained build/$task
    done
        record foods-all finetune --task foods --seeds 3 --pretrained build/help-en ;;
    glosses)
        record glosses finetune --task glosses --pretrained build/wordnet --seeds 3
        record glosses-random finetune --task glosses --pretrained build/wordnet --random --seeds 3 \
            --alone ;;
    *) echo "record.sh: no run is called $1" >&2 && exit 2 ;;
    esac
}

export BOOK_COMMIT="$(git rev-parse --short HEAD 2>/dev/null || echo unknown)"
[ $# -gt 0 ] || set -- pretrain quick wordnet compare bugs designs-en designs-zh all-texts glosses
for name; do run "$name"; done
