/* checkpoint - one list of items, what the file holds, serves both directions: saving writes every
 * item, loading compares every item with the file before it changes anything. */
#include "checkpoint_parts.h"
#include "safetensors_parts.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- what the file holds ---------------------------------------------------------------------*/

typedef struct {
    const char *name; /* in the file */
    Mat matrix;       /* a matrix; or, when one of the next is there, a variable: */
    int64_t *ints;    /* its numbers as they are in the file */
    double *doubles;
    State state;
} Item;

typedef struct {
    Arena arena;
    Item *items;
    int count;
} Items;

static const char optimizer[] = "optimizer.", variables[] = "state.";

static bool begins(const char *name, const char *prefix)
{
    return strncmp(name, prefix, strlen(prefix)) == 0;
}

static Item *add_item(Items *list, const char *prefix, const char *name)
{
    const size_t size = strlen(prefix) + strlen(name) + 1;
    char *full = arena_alloc(&list->arena, size);
    snprintf(full, size, "%s%s", prefix, name);
    Item *item = &list->items[list->count++];
    *item = (Item){.name = full};
    return item;
}

static void add_param(Items *list, const Checkpoint *c, const Param *p)
{
    require(!begins(p->name, optimizer) && !begins(p->name, variables), "a parameter named %s",
            p->name);
    add_item(list, "", p->name)->matrix = p->value;
    if (c->adam) add_item(list, "optimizer.mean.", p->name)->matrix = p->mean;
    if (c->adam) add_item(list, "optimizer.square.", p->name)->matrix = p->square;
    if (c->gradients) add_item(list, "optimizer.gradient.", p->name)->matrix = p->grad;
}

static void add_state(Items *list, const char *prefix, State s)
{
    if (s.kind == STATE_TEXT) return;
    Item *item = add_item(list, prefix, s.name);
    item->state = s;
    const size_t bytes = (size_t)s.count * 8;
    if (s.kind == STATE_DOUBLES)
        item->doubles = arena_alloc(&list->arena, bytes);
    else
        item->ints = arena_alloc(&list->arena, bytes);
}

static void add_adam(Items *list, Adam *adam)
{
    add_state(list, optimizer, state_ints("step", &adam->step, 1));
    add_state(list, optimizer, state_doubles("rate", &adam->rate, 1));
    add_state(list, optimizer, state_doubles("beta1", &adam->beta1, 1));
    add_state(list, optimizer, state_doubles("beta2", &adam->beta2, 1));
    add_state(list, optimizer, state_doubles("epsilon", &adam->epsilon, 1));
}

static Items list_items(const Checkpoint *c)
{
    Items list = {0};
    const size_t most = 4 * (size_t)c->params->count + 5 + (size_t)c->count;
    list.items = arena_alloc(&list.arena, most * sizeof *list.items);
    for (int i = 0; i < c->params->count; i++) add_param(&list, c, c->params->items[i]);
    if (c->adam) add_adam(&list, c->adam);
    for (int i = 0; i < c->count; i++) add_state(&list, variables, c->state[i]);
    return list;
}

static bool is_matrix(const Item *item)
{
    return !item->ints && !item->doubles;
}

/* ---- saving ----------------------------------------------------------------------------------*/

static void put_item(SafetensorsOut *out, const Item *item)
{
    const State *s = &item->state;
    if (is_matrix(item)) {
        safetensors_add(out, item->name, item->matrix.rows == 1 ? 1 : 2, item->matrix);
    } else if (s->kind == STATE_DOUBLES) {
        safetensors_add_doubles(out, item->name, s->doubles, s->count);
    } else {
        for (int i = 0; i < s->count; i++)
            item->ints[i] = s->kind == STATE_RNG ? (int64_t)s->rng->s[i] : s->ints[i];
        safetensors_add_ints(out, item->name, item->ints, s->count);
    }
}

bool checkpoint_save(const Checkpoint *c, const char *path, Error *e)
{
    SafetensorsOut out = {0};
    Items list = list_items(c);
    for (int i = 0; i < list.count; i++) put_item(&out, &list.items[i]);
    for (int i = 0; i < c->count; i++)
        if (c->state[i].kind == STATE_TEXT)
            safetensors_add_metadata(&out, c->state[i].name, c->state[i].text);
    const bool saved = safetensors_save(&out, path, e);
    safetensors_free(&out);
    arena_free(&list.arena);
    return saved;
}

/* ---- does the file fit? ----------------------------------------------------------------------*/

/* The first few names of a list, for a message. */
typedef struct {
    char text[128];
    int count;
    bool cut;
} Names;

static void add_name(Names *n, const char *name)
{
    enum { SHOWN = 3 };
    static const char more[] = ", ...";
    const size_t used = strlen(n->text), room = sizeof n->text - used - sizeof more;
    const bool fits = n->count < SHOWN && (!used || 2 + strlen(name) <= room);
    if (fits && !n->cut)
        snprintf(n->text + used, room + 1, "%s%s", used ? ", " : "", name);
    else if (!n->cut)
        strcpy(n->text + used, more);
    n->cut = n->cut || !fits;
    n->count++;
}

static void add_shape(Names *n, const StoredTensor *t, Mat m)
{
    char text[128 + SHAPE_SIZE], shape[SHAPE_SIZE];
    snprintf(text, sizeof text, "%.60s is %s %s, not " SHAPE, t->name, t->dtype,
             safetensors_shape(t, shape), SHAPE_OF(m));
    add_name(n, text);
}

static void add_names(Error *e, const char *what, const Names *n)
{
    if (n->count) fail(e, "%s (%d %s: %s)", e->text, n->count, what, n->text);
}

/* Only the weights are wanted, and the tensor is something else of a run. */
static bool left_aside(const Checkpoint *c, const char *name)
{
    const bool weights_only = !c->adam && !c->gradients && c->count == 0;
    return weights_only && (begins(name, optimizer) || begins(name, variables));
}

/* Tensors of the file and items of the list are the same, and of the same shapes. */
static bool check_tensors(const Checkpoint *c, const Items *list, const Safetensors *s, Error *e)
{
    Arena arena = {0};
    Names missing = {0}, unexpected = {0}, unfit = {0};
    bool *used = arena_zeros(&arena, (size_t)s->count + 1);
    for (int i = 0; i < list->count; i++) {
        const Item *item = &list->items[i];
        const StoredTensor *t = safetensors_find(s, item->name);
        if (t) used[t - s->tensors] = true;
        if (!t) add_name(&missing, item->name);
        if (t && is_matrix(item) && !safetensors_fits(t, item->matrix))
            add_shape(&unfit, t, item->matrix);
    }
    for (int i = 0; i < s->count; i++)
        if (!used[i] && !left_aside(c, s->tensors[i].name))
            add_name(&unexpected, s->tensors[i].name);
    arena_free(&arena);
    if (!missing.count && !unexpected.count && !unfit.count) return true;
    fail(e, "%s: does not fit", s->path);
    add_names(e, "missing", &missing);
    add_names(e, "not expected", &unexpected);
    add_names(e, "of another shape", &unfit);
    return false;
}

/* A number of Adam's, which a run can have; its names are not those of the caller's variables. */
static bool check_adam(const Safetensors *s, const Item *item, Error *e)
{
    const double x = item->doubles ? item->doubles[0] : (double)item->ints[0];
    const bool share = begins(item->name, "optimizer.beta");
    return !begins(item->name, optimizer) || (isfinite(x) && x >= 0 && (!share || x < 1)) ||
           fail(e, "%s: %s is %g: it is %s", s->path, item->name, x,
                share ? "from 0 to below 1" : "finite and not below 0");
}

/* Reads a variable's numbers, and checks that the variable can hold them. */
static bool read_state(const Safetensors *s, const Item *item, Error *e)
{
    const int count = item->state.count;
    if (item->doubles)
        return safetensors_read_doubles(s, item->name, item->doubles, count, e) &&
               check_adam(s, item, e);
    if (!safetensors_read_ints(s, item->name, item->ints, count, e)) return false;
    bool any = false;
    for (int i = 0; i < count; i++) {
        const int64_t number = item->ints[i];
        any = any || number;
        if (item->state.kind == STATE_INTS && (number < INT_MIN || number > INT_MAX))
            return fail(e, "%s: %s: %lld is too large", s->path, item->name, (long long)number);
    }
    if (item->state.kind == STATE_RNG && !any)
        return fail(e, "%s: %s: a generator of nothing but zeros", s->path, item->name);
    return check_adam(s, item, e);
}

/* The texts of the state; without `all`, those that the file has. */
static bool check_texts(const Checkpoint *c, const Safetensors *s, bool all, Error *e)
{
    for (int i = 0; i < c->count; i++) {
        const State *state = &c->state[i];
        if (state->kind != STATE_TEXT) continue;
        const char *text = safetensors_metadata(s, state->name);
        if (!text && !all) continue;
        if (!state_check_text(state, s->path, text, e)) return false;
    }
    return true;
}

/* The settings first: one that differs says why tensors do not fit. */
static bool check_file(const Checkpoint *c, const Items *list, const Safetensors *s, Error *e)
{
    if (!check_texts(c, s, false, e) || !check_tensors(c, list, s, e) ||
        !check_texts(c, s, true, e))
        return false;
    for (int i = 0; i < list->count; i++)
        if (!is_matrix(&list->items[i]) && !read_state(s, &list->items[i], e)) return false;
    return true;
}

/* ---- loading ---------------------------------------------------------------------------------*/

static void set_variable(const Item *item)
{
    const State *s = &item->state;
    for (int i = 0; i < s->count; i++) {
        if (s->kind == STATE_DOUBLES) s->doubles[i] = item->doubles[i];
        if (s->kind == STATE_INTS) s->ints[i] = (int)item->ints[i];
        if (s->kind == STATE_RNG) s->rng->s[i] = (uint64_t)item->ints[i];
    }
}

static bool take_items(const Items *list, const Safetensors *s, Error *e)
{
    for (int i = 0; i < list->count; i++) {
        const Item *item = &list->items[i];
        if (is_matrix(item) && !safetensors_read(s, item->name, item->matrix, e)) return false;
    }
    for (int i = 0; i < list->count; i++)
        if (!is_matrix(&list->items[i])) set_variable(&list->items[i]);
    return true;
}

bool checkpoint_load(const Checkpoint *c, const char *path, Error *e)
{
    Safetensors s;
    if (!safetensors_open(&s, path, e)) return false;
    Items list = list_items(c);
    const bool loaded = check_file(c, &list, &s, e) && take_items(&list, &s, e);
    if (!loaded) hide_controls(e);
    safetensors_close(&s);
    arena_free(&list.arena);
    return loaded;
}
