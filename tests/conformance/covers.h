/* Legal use of MPI functions, with its result checked.
 *
 *   COVERS(MPI_Send, MPI_Recv);
 *   MPI_Send(...), MPI_Recv(...);
 *   CHECK(got what was sent);
 *
 * opens a block about the functions it names, which ends at the next COVERS.
 * A function is covered by a block in which it returned MPI_SUCCESS on some
 * rank, while the program ran CHECKs; the block fails it when a CHECK does.
 * covers_end() prints from rank 0 a line for each function that was named:
 *
 *   covered MPI_Send ok | covered MPI_Send failed | unsupported MPI_Send
 *
 * Invariant: what is called is known from wrap.c, not from COVERS. Errors
 * return on all communicators of the world. */
#ifndef COVERS_H
#define COVERS_H

#include <mpi.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COVERS_MOST = 1024 };
extern const char *const covers_names[];
extern const int covers_count;
void covers_note(int function, int error);

static struct {
  int named[COVERS_MOST];   /* blocks about it */
  int called[COVERS_MOST];  /* blocks in which it did its work */
  int failed[COVERS_MOST];  /* blocks with a complaint */
  int refused[COVERS_MOST]; /* it is not supported */
} tally;

static struct {
  int functions[64], count;
  int checks, complaints;
  int worked[COVERS_MOST], lacking[COVERS_MOST];
  int any_lacking;
} block;

static int me, n; /* in MPI_COMM_WORLD */

void covers_note(int function, int error)
{
  int class = error;
  if (error >= MPI_ERR_LASTCODE) PMPI_Error_class(error, &class);
  if (class == MPI_ERR_UNSUPPORTED_OPERATION)
    block.any_lacking = block.lacking[function] = 1;
  else if (class == MPI_SUCCESS)
    block.worked[function] = 1;
}

static void covers_close(void)
{
  for (int i = 0; i < block.count; i++) {
    int f = block.functions[i];
    tally.named[f]++;
    if (block.lacking[f]) tally.refused[f]++;
    if (block.worked[f] && block.checks) tally.called[f]++;
    if (block.complaints && !block.any_lacking) tally.failed[f]++;
  }
  memset(&block, 0, sizeof block);
}

static int covers_find(const char *name, size_t length)
{
  for (int i = 0; i < covers_count; i++)
    if (strlen(covers_names[i]) == length &&
        memcmp(covers_names[i], name, length) == 0)
      return i;
  printf("no such function: %s\n", name);
  exit(1);
}

static inline void covers_open(const char *names)
{
  covers_close();
  while (*names) {
    size_t length = strcspn(names, ", ");
    if (length) block.functions[block.count++] = covers_find(names, length);
    names += length + strspn(names + length, ", ");
  }
}

#define COVERS(...) covers_open(#__VA_ARGS__)

static inline void covers_check(int holds, const char *file, int line,
                                const char *what)
{
  block.checks++;
  if (holds || block.any_lacking) return;
  block.complaints++;
  printf("%s:%d: rank %d: not so: %s\n", strrchr(file, '/') + 1, line, me,
         what);
}

#define CHECK(condition)                                                       \
  covers_check(!!(condition), __FILE__, __LINE__, #condition)
#define OK(call) CHECK((call) == MPI_SUCCESS)

/* All that the function can do here is to give this error class. */
#define GIVES(class, call)                                                     \
  do {                                                                         \
    CHECK((call) == (class));                                                  \
    if (block.count) block.worked[block.functions[block.count - 1]] = 1;       \
  } while (0)

static inline void covers_begin(int *argc, char ***argv)
{
  COVERS(MPI_Init);
  OK(MPI_Init(argc, argv));
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &n);
}

/* Last call of main, instead of MPI_Finalize; returns the exit code. */
static inline int covers_end(void)
{
  static int sum[4 * COVERS_MOST];
  int over = 0, bad = 0;
  covers_close();
  PMPI_Reduce(&tally, sum, 4 * COVERS_MOST, MPI_INT, MPI_SUM, 0,
              MPI_COMM_WORLD);
  COVERS(MPI_Finalize);
  OK(MPI_Finalize());
  PMPI_Finalized(&over);
  CHECK(over);
  covers_close();
  if (me > 0) return 0;
  for (int i = 0; i < covers_count; i++) {
    int *called = sum + COVERS_MOST, *failed = called + COVERS_MOST;
    int *refused = failed + COVERS_MOST;
    int final = strcmp(covers_names[i], "MPI_Finalize") == 0;
    if (!sum[i] && !final) continue;
    if (refused[i]) {
      printf("unsupported %s\n", covers_names[i]);
      continue;
    }
    int ok = final ? over : called[i] && !failed[i];
    printf("covered %s %s\n", covers_names[i], ok ? "ok" : "failed");
    if (!final && !called[i])
      printf("%s: no block saw it succeed\n", covers_names[i]);
    if (!ok) bad = 1;
  }
  printf("end\n");
  return bad;
}

#endif
