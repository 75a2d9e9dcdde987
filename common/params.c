/* params - the registry of a model's weights. */
#include "params.h"

#include <stdlib.h>
#include <string.h>

/* Room for one more pointer; the parameters themselves never move. */
static void grow(Params *p)
{
    if (p->count < p->capacity) return;
    int capacity = p->capacity ? 2 * p->capacity : 16;
    Param **items = arena_alloc(&p->arena, (size_t)capacity * sizeof(Param *));
    if (p->count) memcpy(items, p->items, (size_t)p->count * sizeof(Param *));
    p->items = items;
    p->capacity = capacity;
}

Param *params_add(Params *p, const char *name, int rows, int cols)
{
    require(!params_find(p, name), "parameter %s is there already", name);
    grow(p);
    Param *new = arena_alloc(&p->arena, sizeof *new);
    new->name = strcpy(arena_alloc(&p->arena, strlen(name) + 1), name);
    new->value = mat_zeros(&p->arena, rows, cols);
    new->grad = mat_zeros(&p->arena, rows, cols);
    new->mean = mat_zeros(&p->arena, rows, cols);
    new->square = mat_zeros(&p->arena, rows, cols);
    return p->items[p->count++] = new;
}

Param *params_find(const Params *p, const char *name)
{
    for (int i = 0; i < p->count; i++)
        if (strcmp(p->items[i]->name, name) == 0) return p->items[i];
    return NULL;
}

void params_zero_grad(Params *p)
{
    for (int i = 0; i < p->count; i++) mat_fill(p->items[i]->grad, 0);
}

void params_free(Params *p)
{
    arena_free(&p->arena);
    *p = (Params){0};
}
