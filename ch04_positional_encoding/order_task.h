/* Two generated tasks in which order is everything: the same tokens in another order have another
 * answer.
 *
 *     copy    symbols at random; every token asks for the symbol that stood LAG places before it
 *     first   a question, then symbols and the marks A and B: which of the marks comes first?
 *
 * The one needs an exact distance, the other only before and after. */
#ifndef CH04_ORDER_TASK_H
#define CH04_ORDER_TASK_H

#include "common/rng.h"

enum { SYMBOLS = 10, MARK_A = SYMBOLS, MARK_B, QUESTION, VOCABULARY };
enum { LAG = 3, SHORTEST = LAG + 2 };

typedef enum { COPY, FIRST, TASKS } Task;

/* `batch` sequences of `length` tokens, one after the other; a target for each token, from 0 to
 * SYMBOLS - 1, or IGNORED_TARGET where nothing is asked. copy: the symbol; asked of all tokens but
 * the first LAG. first: 0 for A, 1 for B; asked of the question alone, the first token. In first
 * the sequences 1, 3, 5 ... are those before them with A and B exchanged: who does not see the
 * order is right in exactly half of an even batch. */
typedef struct {
    int batch, length;
    int *tokens, *targets;
} Sequences;

/* "copy", "first" */
const char *task_name(Task task);

/* Owned by the arena; length at least SHORTEST. */
Sequences order_draw(Arena *a, Rng *r, Task task, int batch, int length);

/* The accuracy that is possible without order. copy: guess the symbol that is most frequent among
 * the other tokens of the sequence (of equals the smallest); first: always say A. */
double order_guess(Sequences s);

#endif
