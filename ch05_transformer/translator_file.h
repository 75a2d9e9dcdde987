/* A translator on disk: a folder with its weights and how it was made, model.safetensors, and with
 * its vocabulary, vocabulary.txt. */
#ifndef CH05_TRANSLATOR_FILE_H
#define CH05_TRANSLATOR_FILE_H

#include "task.h"
#include "translator.h"
#include "common/checkpoint.h"
#include "common/safetensors.h"

/* FOLDER/NAME, owned by the arena. */
char *path_in(Arena *a, const char *folder, const char *name);

/* How the model was made, as texts for a checkpoint: its shape and its task (model, layers,
 * d_model,
 * ..., pair, words, seed). Returns how many; they are owned by the arena. */
enum { MOST_TRANSLATOR_STATES = 16 };
int translator_states(State states[MOST_TRANSLATOR_STATES], Arena *a, const TranslatorShape *shape,
                      const TaskOptions *o);

/* Reads them back; o->path is owned by s. False: one is missing or cannot be. */
bool translator_shape(const Safetensors *s, TranslatorShape *shape, TaskOptions *o, Error *e);

/* Writes FOLDER/model.safetensors, all of it or nothing. */
bool translator_save(Translator *t, const TaskOptions *o, const char *folder, Error *e);

/* Reads a folder; the vocabulary and o->path are owned by the arena, t is freed by
 * translator_free. False, with nothing to free: a file is missing, wrong, or does not fit. */
bool translator_load(Translator *t, Codec *codec, TaskOptions *o, Arena *a, const char *folder,
                     Error *e);

#endif
