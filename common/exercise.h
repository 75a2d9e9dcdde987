/* What stands in a student's copy in place of an exercise's solution; `make skeleton` writes both
 * the call of todo() and the line that includes this file. The reference does without. */
#ifndef COMMON_EXERCISE_H
#define COMMON_EXERCISE_H

/* The body of an exercise that nobody has done: the program ends with status 1, a test fails. Both
 * say "exercise NAME is not done yet: FILE:LINE". */
#define todo(name) todo_at(name, __FILE__, __LINE__)
_Noreturn void todo_at(const char *name, const char *file, int line);

/* The parameters, helpers and tables of an exercise wait for the student's code. */
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-const-variable"
#endif

#endif
