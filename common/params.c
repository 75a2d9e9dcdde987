/* params - the registry of a model's weights. */
#include "params.h"

#include <math.h>
#include <stdio.h>
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

static Param *add_prefixed(Params *p, const char *prefix, const char *name, int rows, int cols)
{
    char full[128];
    int length = snprintf(full, sizeof full, "%s.%s", prefix, name);
    require(length < (int)sizeof full, "the name %s.%s is too long", prefix, name);
    return params_add(p, full, rows, cols);
}

Param *params_weight(Params *p, Rng *r, const char *prefix, const char *name, int rows, int cols)
{
    Param *new = add_prefixed(p, prefix, name, rows, cols);
    double bound = sqrt(6.0 / (rows + cols));
    fill_uniform(new->value, r, -bound, bound);
    return new;
}

Param *params_row(Params *p, const char *prefix, const char *name, int cols, float value)
{
    Param *new = add_prefixed(p, prefix, name, 1, cols);
    mat_fill(new->value, value);
    return new;
}

Param *params_find(const Params *p, const char *name)
{
    for (int i = 0; i < p->count; i++)
        if (strcmp(p->items[i]->name, name) == 0) return p->items[i];
    return NULL;
}

long params_size(const Params *p)
{
    long size = 0;
    for (int i = 0; i < p->count; i++)
        size += (long)p->items[i]->value.rows * p->items[i]->value.cols;
    return size;
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
