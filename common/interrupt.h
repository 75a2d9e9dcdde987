/* Ctrl-C as a wish to stop: the program ends what it is doing, saves, and stops by itself. */
#ifndef COMMON_INTERRUPT_H
#define COMMON_INTERRUPT_H

#include <stdbool.h>

/* From now on the first SIGINT, SIGTERM or SIGHUP (the terminal was closed) is only remembered; a
 * second one of the same kind ends the program. */
void interrupt_catch(void);

/* Whether one has come. */
bool interrupted(void);

#endif
