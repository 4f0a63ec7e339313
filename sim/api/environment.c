/* Starting and ending MPI, time, memory, and what the machine is.
 * [MPI-4.1 chapters 9 and 11]
 *
 * MPI_Init takes no simulated time; MPI_Finalize takes that of a barrier.
 * Strands of a rank switch where they wait and nowhere else, so that every
 * call may come from any of them: who asks for MPI_THREAD_MULTIPLE gets it. */
#include "call.h"
#include "objects.h"
#include "p2p.h"
#include "raise.h"

#include "../../model/info/info.h"
#include "../coll/barrier.h"
#include "../cost/cost.h"
#include "../rank/observed.h"
#include "../rank/polls.h"
#include "../where/heap.h"
#include "../where/memory.h"

#include <api.h>
#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- life --- */

int api_Init(int *argc, char ***argv)
{
  (void)argc, (void)argv; /* orielrun passed the program its own */
  if (self->state == RANK_RUNNING)
    return fault(MPI_ERR_OTHER, ": called a second time [MPI-4.1 11.2]");
  if (self->state != RANK_STARTING)
    return fault(MPI_ERR_OTHER, ": after MPI_Finalize [MPI-4.1 11.2]");
  comm_open_rank();
  self->thread_level = MPI_THREAD_SINGLE;
  self->initial = self->strand;
  self->state = RANK_RUNNING;
  return 0;
}

int check_required_level(int required, int class, const char *section)
{
  if (required == MPI_THREAD_SINGLE || required == MPI_THREAD_FUNNELED ||
      required == MPI_THREAD_SERIALIZED || required == MPI_THREAD_MULTIPLE)
    return 0;
  return fault(class,
               ": required is %d; it must be MPI_THREAD_SINGLE, "
               "MPI_THREAD_FUNNELED, MPI_THREAD_SERIALIZED or "
               "MPI_THREAD_MULTIPLE [MPI-4.1 %s]",
               required, section);
}

int api_Init_thread(int *argc, char ***argv, int required, int *provided)
{
  int error = check_required_level(required, MPI_ERR_ARG, "11.6");
  if (!error) error = api_Init(argc, argv);
  if (!error) *provided = self->thread_level = required;
  return error;
}

int api_Query_thread(int *provided)
{
  *provided = self->thread_level;
  return 0;
}

int api_Is_thread_main(int *flag)
{
  *flag = self->strand == self->initial;
  return 0;
}

int api_Initialized(int *flag)
{
  *flag = self->state != RANK_STARTING;
  return 0;
}

int api_Finalized(int *flag)
{
  *flag = self->state == RANK_FINALIZED;
  return 0;
}

static void tell_finalize(bool returns)
{
  OBSERVE(finalize, OBSERVED_SELF, .returns = returns, .date = self->time);
}

/* MPI is there as ever for the callbacks that delete the attributes of
 * MPI_COMM_SELF, which may end what is open. [MPI-4.1 11.2.4] */
int api_Finalize(void)
{
  if (self->state != RANK_RUNNING)
    return fault(MPI_ERR_OTHER, ": %s [MPI-4.1 11.2]",
                 self->state == RANK_STARTING ? "before MPI_Init"
                                              : "called a second time");
  int error = comm_close_rank();
  if (error) return error;
  tell_finalize(false);
  coll_finalize(self->world);
  bsend_close_rank();
  self->state = RANK_FINALIZED;
  tell_finalize(true);
  return 0;
}

int api_Abort(MPI_Comm comm, int errorcode)
{
  (void)comm; /* all processes end, which MPI allows for any communicator */
  char text[40];
  snprintf(text, sizeof text, " with code %d", errorcode);
  raise_end(text, (errorcode & 255) ? errorcode & 255 : 1);
}

int api_Pcontrol(const int level)
{
  (void)level; /* there is no profiler to steer */
  return 0;
}

/* --- time --- */

/* Reading the clock is not progress: under `weak`, nobody is served. */
double api_Wtime(void)
{
  bool computing = self->computing;
  rank_leave_mpi();
  rank_read_clock();
  self->computing = computing;
  return self->time;
}

/* A reading takes that long, so no two differ by less. */
double api_Wtick(void)
{
  return cost.clock;
}

/* --- memory --- */

size_t memory_alignment(const struct info *info)
{
  const char *text = info_get(info, "mpi_minimum_memory_alignment");
  if (!text) return 0;
  char *end;
  long value = strtol(text, &end, 10);
  if (end == text || *end || value <= 0 || (value & (value - 1))) return 0;
  return (size_t)value;
}

int check_alignment(const struct info *info)
{
  if (memory_alignment(info) || !info_get(info, "mpi_minimum_memory_alignment"))
    return 0;
  return fault(MPI_ERR_INFO_VALUE, ": mpi_minimum_memory_alignment is no "
                                   "power of two [MPI-4.1 9.2]");
}

/* Zeroed, so that what a program forgets to write is the same in each run. */
static void *memory_new(size_t alignment, size_t size)
{
  void *memory;
  if (alignment <= alignof(max_align_t)) return calloc(1, size);
  if (posix_memalign(&memory, alignment, size)) return NULL;
  return memset(memory, 0, size);
}

int api_Alloc_mem(MPI_Aint size, MPI_Info handle, void *baseptr)
{
  struct info *info;
  int error = info_of(handle, &info);
  if (error) return error;
  error = check_number(size, "size", "9.2");
  if (!error) error = check_alignment(info);
  if (error) return error;
  void *memory = memory_new(memory_alignment(info), size ? size : 1);
  if (!memory)
    return fault(MPI_ERR_NO_MEM,
                 ": there is not enough memory for %td bytes [MPI-4.1 9.2]",
                 size);
  heap_made_by_mpi(memory, size, self->call->site);
  memcpy(baseptr, &memory, sizeof memory);
  return 0;
}

/* Memory of windows is left to those who watch over it. */
static int check_base(const void *base)
{
  struct where_memory m;
  where_memory(base, self->id, &m);
  bool given = m.mpi && m.kind == MEMORY_HEAP && m.from == base;
  if (given || m.kind == MEMORY_WINDOW) return 0;
  if (m.kind == MEMORY_UNKNOWN && !heap_strange(base)) return 0;
  return fault(MPI_ERR_BASE,
               ": base is not what MPI_Alloc_mem gave, but %s%s [MPI-4.1 9.2]",
               m.from && m.from != base ? "inside of " : "",
               *m.name ? m.name : "memory that nobody allocated");
}

int api_Free_mem(void *base)
{
  int error = base ? check_base(base) : 0;
  if (error) return error;
  heap_free(base, self->call->function->name, self->call->site);
  return 0;
}

/* --- what we are --- */

int api_Get_version(int *version, int *subversion)
{
  *version = MPI_VERSION;
  *subversion = MPI_SUBVERSION;
  return 0;
}

int api_Get_library_version(char *version, int *resultlen)
{
  static const char text[] = "Oriel " ORIEL_VERSION;
  memcpy(version, text, sizeof text);
  *resultlen = sizeof text - 1;
  return 0;
}

int api_Get_processor_name(char *name, int *resultlen)
{
  *resultlen = snprintf(name, MPI_MAX_PROCESSOR_NAME, "%s",
                        engine_host_name(self->host));
  if (*resultlen >= MPI_MAX_PROCESSOR_NAME)
    *resultlen = MPI_MAX_PROCESSOR_NAME - 1;
  return 0;
}

/* A rank stays on its host, and nothing smaller than that is told apart.
 * MPI_Comm_split_type takes the name. [MPI-4.1 9.1.2] */
int api_Get_hw_resource_info(MPI_Info *hw_info)
{
  struct info *info = info_new();
  info_set(info, HOST_RESOURCE, "true");
  return info_give(info, hw_info);
}
