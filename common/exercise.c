/* exercise - how a program ends that has come to an exercise nobody has done. The tests link their
 * own todo_at (testing.c), which takes the place of this weak one and fails the test instead. */
#include "exercise.h"
#include "fail.h"

__attribute__((weak)) void todo_at(const char *name, const char *file, int line)
{
    die("exercise %s is not done yet: %s:%d", name, file, line);
}
