/* Masked language modelling: some pieces of a text are hidden, and the model is asked for them.
 *
 * Of all pieces that are not special, a share (15%) is chosen. A chosen piece becomes [MASK] with
 * probability 0.8, some piece of the vocabulary with probability 0.1, and stays with probability
 * 0.1, so that the model must not trust what it sees; its label is the piece that stood there. The
 * draws are made anew each time a text is read (dynamic masking: Liu et al. 2019, section 4.1).
 * Source: Devlin et al. 2019, section 3.1 and appendix A.1; their code,
 * create_pretraining_data.py. */
#ifndef CH06_MASKING_H
#define CH06_MASKING_H

#include "common/rng.h"
#include "pieces.h"

typedef struct {
    double share;          /* of the pieces that are chosen: 0.15 */
    bool whole_words;      /* a word's pieces are chosen together */
    int vocabulary, mask;  /* number of pieces; id of [MASK] */
    const bool *special;   /* by id: never chosen and, unlike in the original code, never put in
                              place of another; an id must be without it */
    const bool *continues; /* by id: the piece goes on with a word, as ## says */
} MaskRules;

/* BERT's rules: a share of 0.15; special are [PAD], [UNK], [CLS], [SEP] and [MASK]. The vocabulary
 * must have a [MASK]. Owned by the arena. */
MaskRules mask_rules(Arena *a, const PieceVocabulary *v, bool whole_words);

/* Chooses among ids[0 .. n-1] and replaces what was chosen; labels[i] becomes the id that was
 * chosen at i, or IGNORED_TARGET. Each piece, or word, is chosen by itself with probability
 * `share`; when none is, one is drawn, so that there is something to learn from every text with a
 * piece that is not special. Returns how many pieces were chosen. */
int mask_pieces(int *ids, int *labels, int n, const MaskRules *m, Rng *r);

#endif
