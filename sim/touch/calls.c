/* Calls are told by the words that the loader has bound, and names. */
#include "calls.h"

#include "entries.h"

#include "../image/image.h"
#include "../../model/map.h"
#include "../../model/memory.h"

#include <dlfcn.h>
#include <string.h>

static bool is_ours(const void *at)
{
  const char *path;
  return image_file_address(at, &path);
}

/* A stub of the linker's jumps through a word: where that is; NULL: it is a
 * function, or what only looks like a call leads there. */
static const unsigned char *word_of_stub(const unsigned char *at)
{
  static const unsigned char begins[] = {0xf3, 0x0f, 0x1e, 0xfa}; /* endbr64 */
  enum { STUB = 32 };
  if (!is_ours(at) || !is_ours(at + STUB)) return NULL;
  if (!memcmp(at, begins, sizeof begins)) at += sizeof begins;
  struct instruction i = instruction_at(at);
  return i.kind == INSTRUCTION_JUMPS_THROUGH ? i.to : NULL;
}

static bool is_among(const char *name, const char *const names[])
{
  while (*names && strcmp(name, *names))
    names++;
  return *names;
}

static bool never_returns(const char *name)
{
  /* clang-format off */
  static const char *const names[] = {
      "exit", "_exit", "_Exit", "quick_exit", "abort", "longjmp", "_longjmp",
      "siglongjmp", "__longjmp_chk", "pthread_exit", "thrd_exit",
      "__assert_fail", "__assert", "err", "errx", "verr", "verrx",
      "__cxa_throw", "__cxa_rethrow", "__cxa_bad_cast", "_Unwind_Resume",
      "_ZSt9terminatev", NULL};
  /* clang-format on */
  return is_among(name, names) || strstr(name, "__throw_");
}

static enum callee callee_of_mpi(const char *name)
{
  /* clang-format off */
  static const char *const done[] = {
      "MPI_Init", "MPI_Init_thread", "MPI_Comm_rank", "MPI_Comm_size",
      "MPI_Comm_dup", "MPI_Comm_split", "MPI_Comm_split_type",
      "MPI_Comm_free", "MPI_Comm_group", "MPI_Group_free", "MPI_Group_incl",
      "MPI_Cart_create", "MPI_Cart_shift", "MPI_Cart_coords",
      "MPI_Dims_create", "MPI_Info_create", "MPI_Info_free", "MPI_Alloc_mem",
      "MPI_Win_allocate", "MPI_Win_allocate_shared", "MPI_Win_shared_query",
      "MPI_Win_free", "MPI_Type_commit", "MPI_Type_free",
      "MPI_Type_contiguous", "MPI_Type_vector", "MPI_Get_processor_name",
      "MPI_Bcast", "MPI_Reduce", "MPI_Allreduce", "MPI_Gather",
      "MPI_Allgather", "MPI_Scatter", "MPI_Send", "MPI_Recv", "MPI_Sendrecv",
      NULL};
  /* clang-format on */
  if (!strcmp(name, "MPI_Barrier")) return CALLEE_BARRIER;
  if (!strcmp(name, "MPI_Abort")) return CALLEE_ENDS;
  return is_among(name, done) ? CALLEE_GIVES : CALLEE_MPI;
}

/* Of a function that is not the program's. */
static enum callee callee_named(const char *function)
{
  Dl_info info;
  if (!dladdr(function, &info)) return CALLEE_MPI;
  const char *name = info.dli_sname ? info.dli_sname : "";
  if (strstr(name, "setjmp")) return CALLEE_ANYWHERE;
  if (never_returns(name)) return CALLEE_ENDS;
  name += *name == 'P';
  return strncmp(name, "MPI_", 4) ? CALLEE_QUIET : callee_of_mpi(name);
}

static enum callee callee_at(const char *function, const unsigned char *within)
{
  static struct map answers; /* names take long to find */
  if (function == (const char *)within) return CALLEE_ITSELF;
  if (is_ours(function)) return CALLEE_OURS;
  if (entries_tell(function)) return CALLEE_TELLS;
  void **answer = map_place(&answers, (uintptr_t)function);
  if (!*answer) *answer = (void *)(uintptr_t)callee_named(function);
  return (enum callee)(uintptr_t)*answer;
}

/* The function that a call leads to; NULL: that is computed. */
static const char *function_of(const struct instruction *call)
{
  const unsigned char *word = call->to;
  const char *function;
  if (call->kind == INSTRUCTION_CALLS) word = word_of_stub(call->to);
  if (call->kind == INSTRUCTION_CALLS && !word) return (const char *)call->to;
  if (!word || !is_ours(word)) return NULL;
  memcpy(&function, word, sizeof function);
  return function;
}

/* Of a call in the function that begins at `within`. */
static enum callee callee_of(const struct instruction *call,
                             const unsigned char *within)
{
  const char *function = function_of(call);
  return function ? callee_at(function, within) : CALLEE_OURS;
}

/* Does it say MPI_COMM_WORLD? Arguments are set right before. */
static bool is_of_world(const struct paths *p, const struct path_step *call)
{
  static const unsigned char world[] = {0xbf, 1, 1, 0, 0}; /* mov $0x101,%edi */
  enum { BEFORE = 4 };
  const struct path_step *s = call;
  for (int i = 0; i < BEFORE && s > p->steps; i++) {
    s--;
    if (s->is.kind != INSTRUCTION_PLAIN) return false;
    if (s->is.end - s->at == sizeof world &&
        !memcmp(s->at, world, sizeof world))
      return true;
  }
  return false;
}

void calls_name(struct paths *p)
{
  for (struct path_step *s = p->steps; s < p->steps + p->count; s++) {
    if (!instruction_calls(&s->is)) continue;
    s->callee = callee_of(&s->is, p->begin->at);
    if (s->callee == CALLEE_ITSELF) s->to = p->begin;
    if (s->callee == CALLEE_BARRIER && !is_of_world(p, s))
      s->callee = CALLEE_MPI;
    s->tells = s->callee == CALLEE_TELLS;
    s->keeps_none = s->callee == CALLEE_GIVES;
    if (s->keeps_none) s->callee = CALLEE_MPI;
    p->strange |= s->callee == CALLEE_ANYWHERE;
  }
}

/* --- functions of the program --- */

enum { REACH = 128 };

struct hash_key calls_key(const void *code)
{
  const char *path = NULL;
  unsigned long address = image_file_address(code, &path);
  return (struct hash_key){(uintptr_t)path, path ? address : (uintptr_t)code};
}

bool calls_come_to(const struct calls_reach *r, struct hash_key function)
{
  for (int i = 0; i < r->count; i++)
    if (!memcmp(&r->functions[i], &function, sizeof function)) return true;
  return r->anywhere;
}

/* Functions that are met, each once. */
struct met {
  const char *at[REACH];
  int count;
  bool anywhere;
};

static void meet(struct met *m, const struct instruction *call)
{
  const char *function = function_of(call);
  if (function && !is_ours(function)) return;
  for (int i = 0; i < m->count; i++)
    if (m->at[i] == function) return;
  if (!function || m->count == REACH)
    m->anywhere = true;
  else
    m->at[m->count++] = function;
}

static void meet_all_in(struct met *m, const char *function)
{
  struct where_code code;
  struct paths p;
  bool known = where_code(function + 1, &code);
  m->anywhere |= !known;
  if (!known) return;
  paths_read(&p, &code);
  m->anywhere |= p.strange;
  for (size_t i = 0; i < p.count; i++)
    if (instruction_calls(&p.steps[i].is)) meet(m, &p.steps[i].is);
  paths_drop(&p);
}

struct calls_reach calls_reach(const struct paths *p)
{
  struct met m = {.count = 0};
  struct calls_reach r = {false, 0, NULL};
  for (const struct path_step *s = p->steps; s < p->steps + p->count; s++)
    if (s->after && s->callee == CALLEE_OURS) meet(&m, &s->is);
  for (int i = 0; i < m.count && !m.anywhere; i++)
    meet_all_in(&m, m.at[i]);
  r.anywhere = m.anywhere;
  if (m.count) r.functions = xmalloc((size_t)m.count * sizeof *r.functions);
  for (; r.count < m.count; r.count++)
    r.functions[r.count] = calls_key(m.at[r.count]);
  return r;
}
