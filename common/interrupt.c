/* interrupt - remembers a signal. A signal handler can reach nothing but a global variable. */
#include "interrupt.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t caught;

static void remember(int number)
{
    (void)number;
    caught = 1;
}

void interrupt_catch(void)
{
    struct sigaction action = {.sa_handler = remember, .sa_flags = (int)SA_RESETHAND};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
}

bool interrupted(void)
{
    return caught;
}
