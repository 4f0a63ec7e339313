/* Signatures: the basic types of an element, in order, without displacements.
 *
 * A signature is a run of one basic type, a repetition of a signature, or a
 * list of signatures; immutable, shared by reference count; that of nothing
 * is NULL. A pair type is two basic types here, as its definition says. Its
 * hash is a polynomial over the codes of the basic types modulo 2^61 - 1, so
 * that it follows from the parts: equal sequences hash equal however they
 * were built.
 *
 * Types of the same representation (MPI_INT, MPI_INT32_T, MPI_INTEGER) have
 * one code: MPI tells them apart by name, no machine does. [MPI-4.1 3.3.1] */
#ifndef ORIEL_SIGNATURE_H
#define ORIEL_SIGNATURE_H

#include "datatype.h"

enum signature_kind { SIGNATURE_RUN, SIGNATURE_REPEAT, SIGNATURE_LIST };

struct signature {
  int references;
  enum signature_kind kind;
  int depth;        /* of nesting; a run has 0 */
  int grouped;      /* as a layout */
  MPI_Count length; /* basic elements, > 0 */
  MPI_Count bytes;
  uint64_t hash, power;         /* power: of the polynomial's base, by length */
  MPI_Count count;              /* repetitions, or parts of a list */
  const struct datatype *basic; /* SIGNATURE_RUN: of `length` elements */
  const struct signature *child;  /* SIGNATURE_REPEAT */
  const struct signature **parts; /* SIGNATURE_LIST */
};

struct signature *signature_ref(const struct signature *);
void signature_unref(const struct signature *);

struct signature *signature_run(const struct datatype *basic, MPI_Count n);
/* `count` > 0 times. */
struct signature *signature_repeat(MPI_Count count, const struct signature *);

/* Collects parts. All zero is an empty one. */
struct signature_builder {
  const struct signature **parts;
  MPI_Count count, size;
};
void signature_add(struct signature_builder *, const struct signature *);
struct signature *signature_finish(struct signature_builder *);

/* The hash of `count` repetitions; 0 of nothing. */
uint64_t signature_hash(MPI_Count count, const struct signature *);
bool signature_equal(MPI_Count count_a, const struct signature *,
                     MPI_Count count_b, const struct signature *);

/* Do `sent` elements match the first of `received` ones, as those of a message
 * must? MPI_PACKED matches everything. */
bool signature_fits(MPI_Count sent, const struct signature *,
                    MPI_Count received, const struct signature *);

/* How many basic elements of endless repetitions lie in the first `bytes`,
 * or -1 when these end inside one. */
MPI_Count signature_elements(const struct signature *, MPI_Count bytes);
/* The bytes of the first `elements`; -1 on overflow. */
MPI_Count signature_bytes(const struct signature *, MPI_Count elements);

/* Visits `count` repetitions run by run. */
struct signature_cursor {
  struct signature_frame *frames;
  int depth; /* frames in use */
};
void signature_begin(struct signature_cursor *, MPI_Count count,
                     const struct signature *);
/* The next run; false at the end, where the cursor has freed its memory. */
bool signature_next(struct signature_cursor *, const struct datatype **basic,
                    MPI_Count *n);
/* Leave before the end. */
void signature_end(struct signature_cursor *);

#endif
