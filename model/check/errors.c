/* Calls that MPI refused, or that threads must not make, as reports.
 *
 * An error that ended the run has been told; one that its program's error
 * handler took is told too if it can only be a mistake of the program. Files
 * that are not there, names that are not known, memory that is short are no
 * mistakes. The use of what was not opened is one: the handler of files is
 * MPI_ERRORS_RETURN by default, so that nobody else would tell. */
#include "report.h"
#include "rules.h"

#include "../observer.h"

#include <mpi.h>
#include <stdio.h>
#include <string.h>

struct row {
  int class;
  enum rule rule;
};

/* Classes that are mistakes whoever handles them. */
static const struct row table[] = {
    {MPI_ERR_RMA_SYNC, RULE_EPOCH},      {MPI_ERR_RMA_CONFLICT, RULE_CONFLICT},
    {MPI_ERR_RMA_RANGE, RULE_RANGE},     {MPI_ERR_RMA_ATTACH, RULE_RANGE},
    {MPI_ERR_DISP, RULE_RANGE},          {MPI_ERR_ASSERT, RULE_ASSERT},
    {MPI_ERR_TRUNCATE, RULE_TRUNCATION}, {MPI_ERR_BUFFER, RULE_BUFFER},
    {MPI_ERR_RMA_SHARED, RULE_ERROR},    {MPI_ERR_RMA_FLAVOR, RULE_ERROR},
    {MPI_ERR_LOCKTYPE, RULE_ERROR},      {MPI_ERR_WIN, RULE_ERROR},
    {MPI_ERR_BASE, RULE_ERROR},          {MPI_ERR_SIZE, RULE_ERROR},
    {MPI_ERR_COUNT, RULE_ERROR},         {MPI_ERR_TYPE, RULE_ERROR},
    {MPI_ERR_TAG, RULE_ERROR},           {MPI_ERR_COMM, RULE_ERROR},
    {MPI_ERR_RANK, RULE_ERROR},          {MPI_ERR_ROOT, RULE_ERROR},
    {MPI_ERR_GROUP, RULE_ERROR},         {MPI_ERR_OP, RULE_ERROR},
    {MPI_ERR_REQUEST, RULE_ERROR},       {MPI_ERR_TOPOLOGY, RULE_ERROR},
    {MPI_ERR_DIMS, RULE_ERROR},          {MPI_ERR_ARG, RULE_ERROR},
    {MPI_ERR_INFO, RULE_ERROR},          {MPI_ERR_KEYVAL, RULE_ERROR},
    {MPI_ERR_FILE, RULE_ERROR},          {MPI_ERR_AMODE, RULE_ERROR},
    {MPI_ERR_SESSION, RULE_ERROR},       {MPI_ERR_ERRHANDLER, RULE_ERROR},
    {MPI_ERR_NOT_SAME, RULE_COLLECTIVE},
};

/* Classes that are mistakes, but where the system is asked for a file. */
static const struct row open_files[] = {
    {MPI_ERR_ACCESS, RULE_ERROR},
    {MPI_ERR_READ_ONLY, RULE_ERROR},
};

static const struct row *row_in(const struct row *rows, size_t count, int class)
{
  for (size_t i = 0; i < count; i++)
    if (rows[i].class == class) return &rows[i];
  return NULL;
}

static const struct row *row_of(const struct observed_error *e)
{
  const struct row *row = row_in(table, sizeof table / sizeof *table, e->class);
  if (row || strcmp(e->call, "MPI_File_open") == 0 ||
      strcmp(e->call, "MPI_File_delete") == 0)
    return row;
  return row_in(open_files, sizeof open_files / sizeof *open_files, e->class);
}

static void put_headline(struct report *r, const struct observed_error *e)
{
  char thread[32] = "";
  if (e->strand.number)
    snprintf(thread, sizeof thread, ", thread %d", e->strand.number);
  snprintf(r->headline, sizeof r->headline, "rank %d%s at %s: %s%s",
           e->strand.rank, thread, r->side[0].place, e->call, e->sentence);
}

static void on_error(struct observer *o, const struct observed_error *e)
{
  const struct row *row = row_of(e);
  enum rule rule = row ? row->rule : e->differ ? RULE_COLLECTIVE : RULE_ERROR;
  const char *place = checking->place(e->site);
  struct report r = {.rule = rule,
                     .date = e->date,
                     .sides = 1,
                     .side = {{.what = e->call,
                               .rank = e->strand.rank,
                               .strand = e->strand.number,
                               .place = place}},
                     .plain = true,
                     .told = e->fatal};
  (void)o;
  if (!row && !e->fatal && !e->misuse) return;
  if (!e->fatal && report_again(rule, e->call, place, NULL, NULL)) return;
  put_headline(&r, e);
  report_add(&r);
}

void errors_tell(const struct observed_error *e)
{
  on_error(NULL, e);
}

static struct observer observer = {.error = on_error};

void errors_open(void)
{
  observer_add(&observer);
}
