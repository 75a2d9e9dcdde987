/* Where a file is written, so that whoever reads it finds the old file or the new one, whole: the
 * bytes go to a file beside it, which is then moved there. A symbolic link stays a link; the file
 * it leads to is replaced. A device or a pipe cannot be replaced: it is written to. */
#ifndef COMMON_PLACE_H
#define COMMON_PLACE_H

#include <stdbool.h>

typedef struct {
    char *beside; /* write here: no other process of this machine has the name; for a device, the
                     path itself */
    char *target; /* the file to replace; NULL for a device */
} Place;

Place place_of(const char *path);

/* Ends what place_of began: moves the file that was written to its place, or removes what is there
 * of it when it was not. False, with errno set: not written, or it cannot be moved. */
bool place_take(Place *p, bool written);

/* Removes what is left beside a path by processes that were killed before place_take; not what
 * belongs to one that runs on this machine. */
void place_sweep(const char *path);

#endif
