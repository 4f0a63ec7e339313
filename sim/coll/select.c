/* Which algorithm a collective uses: the table, and --coll. */
#include "select.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static const char *const families[FAMILIES] = {
    [FAMILY_ALLGATHER] = "allgather",
    [FAMILY_ALLREDUCE] = "allreduce",
    [FAMILY_ALLTOALL] = "alltoall",
    [FAMILY_BARRIER] = "barrier",
    [FAMILY_BCAST] = "bcast",
    [FAMILY_GATHER] = "gather",
    [FAMILY_REDUCE] = "reduce",
    [FAMILY_REDUCE_SCATTER] = "reduce_scatter",
    [FAMILY_SCATTER] = "scatter",
};

struct row {
  enum family family;
  enum algorithm algorithm;
  const char *name;
  unsigned needs;        /* traits */
  MPI_Count least, most; /* bytes for which it is taken unasked */
  int ranks_least;
};

#define ANY 0, INT64_MAX, 0 /* always */
#define ASKED 0, -1, 0      /* only when --coll names it */

/* Bytes are: of allgather the whole result; of allreduce and reduce the
 * vector; of alltoall, gather and scatter one block; of bcast the message
 * divided by the number of ranks. Those of algorithms in the literature and in
 * MPICH's defaults, in round numbers. */
static const struct row table[] = {
    {FAMILY_ALLGATHER, ALGORITHM_BRUCK, "bruck", 0, 0, 80 * 1024, 0},
    {FAMILY_ALLGATHER, ALGORITHM_RECURSIVE_DOUBLING, "recursive-doubling",
     TRAIT_UNIFORM | TRAIT_POWER_OF_TWO, ASKED},
    {FAMILY_ALLGATHER, ALGORITHM_RING, "ring", 0, ANY},

    {FAMILY_ALLREDUCE, ALGORITHM_RABENSEIFNER, "rabenseifner",
     TRAIT_COMMUTATIVE | TRAIT_ELEMENTS, 2049, INT64_MAX, 0},
    {FAMILY_ALLREDUCE, ALGORITHM_RING, "ring",
     TRAIT_COMMUTATIVE | TRAIT_ELEMENTS, ASKED},
    {FAMILY_ALLREDUCE, ALGORITHM_RECURSIVE_DOUBLING, "recursive-doubling", 0,
     ANY},

    {FAMILY_ALLTOALL, ALGORITHM_BRUCK, "bruck", TRAIT_UNIFORM, 1, 256, 8},
    {FAMILY_ALLTOALL, ALGORITHM_PAIRWISE, "pairwise", 0, ANY},

    {FAMILY_BARRIER, ALGORITHM_TREE, "tree", 0, ASKED},
    {FAMILY_BARRIER, ALGORITHM_DISSEMINATION, "dissemination", 0, ANY},

    {FAMILY_BCAST, ALGORITHM_SCATTER_ALLGATHER, "scatter-allgather", 0, 4096,
     INT64_MAX, 4},
    {FAMILY_BCAST, ALGORITHM_BINOMIAL, "binomial", 0, ANY},

    {FAMILY_GATHER, ALGORITHM_BINOMIAL, "binomial", TRAIT_UNIFORM, 1, 4096, 0},
    {FAMILY_GATHER, ALGORITHM_LINEAR, "linear", 0, ANY},

    {FAMILY_REDUCE, ALGORITHM_RABENSEIFNER, "rabenseifner",
     TRAIT_COMMUTATIVE | TRAIT_ELEMENTS, ASKED},
    {FAMILY_REDUCE, ALGORITHM_BINOMIAL, "binomial", 0, ANY},

    {FAMILY_REDUCE_SCATTER, ALGORITHM_RECURSIVE_HALVING, "recursive-halving",
     TRAIT_COMMUTATIVE, ANY},
    {FAMILY_REDUCE_SCATTER, ALGORITHM_PAIRWISE, "pairwise", TRAIT_COMMUTATIVE,
     ASKED},
    {FAMILY_REDUCE_SCATTER, ALGORITHM_REDUCE_THEN_SCATTER,
     "reduce-then-scatter", 0, ANY},

    {FAMILY_SCATTER, ALGORITHM_BINOMIAL, "binomial", TRAIT_UNIFORM, 1, 4096, 0},
    {FAMILY_SCATTER, ALGORITHM_LINEAR, "linear", 0, ANY},
};
enum { ROWS = sizeof table / sizeof *table };

static const struct row *named[FAMILIES]; /* by --coll; NULL: none */

static bool serves(const struct row *r, unsigned traits)
{
  return (r->needs & ~traits) == 0;
}

static bool fits(const struct row *r, MPI_Count bytes, int ranks)
{
  return bytes >= r->least && bytes <= r->most && ranks >= r->ranks_least;
}

enum algorithm select_algorithm(enum family family, MPI_Count bytes, int ranks,
                                unsigned traits)
{
  const struct row *r = named[family];
  if (r && serves(r, traits)) return r->algorithm;
  for (r = table; r->family != family; r++)
    ;
  while (!serves(r, traits) || !fits(r, bytes, ranks))
    r++;
  return r->algorithm;
}

/* --- --coll --- */

bool select_model;

/* Append a word of a list: "a", ", b", " or c". */
static void list(char *text, size_t size, const char *word, bool first,
                 bool last)
{
  size_t length = strlen(text);
  snprintf(text + length, size - length, "%s%s",
           first  ? ""
           : last ? " or "
                  : ", ",
           word);
}

static int refuse_family(char *why, size_t size)
{
  snprintf(why, size, "it takes model, exact, or NAME=ALGORITHM, NAME one of ");
  for (int f = 0; f < FAMILIES; f++)
    list(why, size, families[f], f == 0, f == FAMILIES - 1);
  return -1;
}

static int refuse_algorithm(enum family f, char *why, size_t size)
{
  snprintf(why, size, "%s takes ", families[f]);
  for (int i = 0; i < ROWS; i++)
    if (table[i].family == f)
      list(why, size, table[i].name, i == 0 || table[i - 1].family != f,
           i == ROWS - 1 || table[i + 1].family != f);
  return -1;
}

int select_named(const char *text, char *why, size_t size)
{
  if (!strcmp(text, "model") || !strcmp(text, "exact")) {
    select_model = text[0] == 'm';
    return 0;
  }
  size_t length = strcspn(text, "=");
  int f = 0;
  while (f < FAMILIES && (strlen(families[f]) != length ||
                          strncmp(families[f], text, length) != 0))
    f++;
  if (f == FAMILIES || !text[length]) return refuse_family(why, size);
  for (int i = 0; i < ROWS; i++)
    if ((int)table[i].family == f &&
        strcmp(table[i].name, text + length + 1) == 0) {
      named[f] = &table[i];
      return 0;
    }
  return refuse_algorithm(f, why, size);
}
