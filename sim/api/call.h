/* A call: one MPI function being executed by one rank.
 *
 * model/abi/generate.awk makes an entry for every function of the table:
 *
 *   int PMPI_Put(const void *origin_addr, int origin_count, ...)
 *   {
 *     struct call call;
 *     call_enter(&call, CALL_Put, __builtin_return_address(0));
 *     if (!api_Put) return call_leave(&call, call_unsupported());
 *     (results: if (!request) return call_leave(&call, call_null...);)
 *     return call_leave(&call, api_Put(OWN(origin_addr), origin_count, ...));
 *   }
 *
 * with MPI_Put as a weak name of it. The api_ functions, written by hand in
 * this folder, have the prototypes of build/gen/api.h; one that nobody wrote
 * is NULL, and its entry gives MPI_ERR_UNSUPPORTED_OPERATION by name.
 * MPI_X and MPI_X_c that differ only in int against MPI_Count values share
 * api_X, which takes MPI_Count.
 * They return 0 or a fault's class. Invariant: self->call is the innermost
 * call of self. */
#ifndef ORIEL_CALL_H
#define ORIEL_CALL_H

#include "../../model/error/fault.h"
#include "../image/image.h"
#include "../rank/call.h"
#include "../rank/rank.h"
#include "../../model/comm/comm.h"
#include "../../model/datatype/datatype.h"

/* An address that the program gives: of a thread-local, where that is now. */
#define OWN(p) ((__typeof__(p))image_own(p))

void call_enter(struct call *, int function, void *site);
int call_leave(struct call *, int error);
/* Self's call is over but for an error handler of the program's, which may
 * leave it by longjmp() or an exception. */
void call_over(struct call *);
/* Self's call has met an error of a request of this communicator, which may go
 * before the call is over: its error handler is meant. NULL is no communicator;
 * of several the first is meant. */
void call_blame(struct comm_view *);
/* What the entry of a function that nobody wrote returns. */
int call_unsupported(void);
/* Self's call is a mistake that nothing refuses. The sentence follows its name.
 */
void call_misused(const struct call *, const char *sentence);
/* It is collective, and its members do not agree. */
void call_disagrees(const char *sentence);
/* It is not as the program promised. */
void call_broke_promise(const char *sentence);
/* It is one on MPI_CHAR, which is carried out. */
void call_on_text(const char *what, const char *section);
/* What an entry returns when the address for a result, so named, is NULL; the
 * error handler is that of the object. */
int call_null(const char *argument);
int call_null_comm(MPI_Comm, const char *argument);
int call_null_win(MPI_Win, const char *argument);
int call_null_file(MPI_File, const char *argument);
int call_null_session(MPI_Session, const char *argument);
int call_null_tool(const char *argument); /* of the tool interface */

/* Handles to objects: on success the object through the last argument and 0,
 * else a fault's class. Both remember the object for the error handler. */
int comm_of(MPI_Comm, struct comm_view **);
int intracomm_of(MPI_Comm, struct comm_view **); /* no intercommunicator */
int window_of(MPI_Win, struct window_view **);
struct op;
struct group;
int datatype_derived(MPI_Datatype, const char *argument,
                     const struct datatype **);
static inline int datatype_of(MPI_Datatype handle, const char *argument,
                              const struct datatype **type)
{
  *type = datatype_predefined(handle);
  return *type ? 0 : datatype_derived(handle, argument, type);
}
/* The same of a type that is committed. */
int datatype_committed(MPI_Datatype, const char *argument,
                       const struct datatype **);
static inline int committed_of(MPI_Datatype handle, const char *argument,
                               const struct datatype **type)
{
  *type = datatype_predefined(handle);
  return *type ? 0 : datatype_committed(handle, argument, type);
}
int op_of(MPI_Op, const struct op **);
/* May the op reduce elements of this type? A user's may always. */
int op_check_reduction(const struct op *, const struct datatype *);
int group_of_handle(MPI_Group, struct group **);
int group_of_argument(MPI_Group, const char *argument, struct group **);

/* What MPI calls the arguments of a message, or of one side of a collective. */
struct argument_names {
  const char *buffer, *count, *type; /* or the arrays of these */
  const char *tag;
  const char *displs; /* NULL: there are none */
};
extern const struct argument_names names_one, names_send, names_recv;
extern const struct argument_names names_sent,
    names_received; /* of one buffer */

/* "sendtypes[3]", for an error; good until the next. */
const char *entry_name(const char *array, MPI_Count i);

/* By datatype_of() or committed_of(), of an entry of an array, which gets its
 * name only if it is refused: arrays are long. */
static inline int type_at(int (*type_of)(MPI_Datatype, const char *argument,
                                         const struct datatype **),
                          const MPI_Datatype handles[], MPI_Count i,
                          const char *array, const struct datatype **type)
{
  if (!type_of(handles[i], array, type)) return 0;
  return type_of(handles[i], entry_name(array, i), type);
}

/* Checks that many calls share; 0 or a fault's class. (check.c) */
/* The handle, an argument of that name, is none of an object of this kind. */
int check_no_object(enum handle_kind, uintptr_t, const char *argument);
int check_handle(uintptr_t); /* 0: the table of handles is full */
int check_count_failed(MPI_Count, const char *argument);
static inline int check_count(MPI_Count count, const char *argument)
{
  return count >= 0 ? 0 : check_count_failed(count, argument);
}
int check_array(const void *, MPI_Count entries, const char *argument);
/* A number that may be 0, but not less. */
int check_number(MPI_Count number, const char *argument, const char *section);
/* A rank, as programs write it: "3", "-1 (MPI_ANY_SOURCE)"; good until the
 * next. */
const char *rank_word(int rank);
/* A level of thread support that the program asks for; else this class. */
int check_required_level(int required, int class, const char *section);
/* The rank is one of those that calls with the communicator name: of an
 * intercommunicator, of the remote group. */
int check_peer(const struct comm_view *, int rank, int error_class,
               const char *argument, const char *section);
/* What MPI keeps of a name that the program gives. */
int check_name(const char *given, char kept[MPI_MAX_OBJECT_NAME]);
/* That there is a buffer, if there are bytes to touch; and that these have
 * addresses. */
int check_address(const void *, MPI_Count, const struct datatype *,
                  const char *argument);
int check_buffer(const void *, MPI_Count, const struct datatype *,
                 const char *argument);
/* So many blocks of `count` elements, one behind the other, have addresses. */
int check_blocks(int blocks, MPI_Count count, const struct datatype *);

#endif
