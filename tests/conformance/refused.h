/* The surroundings of the generated calls that MPI refuses: one object of each
 * kind to pass, one that was freed, and error handlers that remember whose
 * they are. For one rank. TRY prints a line for each call:
 *
 *   refused MPI_Send MPI_ERR_COMM ok
 *   refused MPI_Send MPI_ERR_COMM failed comm = freed_comm: got MPI_SUCCESS
 *   unsupported MPI_Send
 *
 * Invariant: the error handlers return, so a call that is not refused as it
 * should be never ends the run. */
#ifndef REFUSED_H
#define REFUSED_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum met { NOBODY, ON_SELF, ON_COMM, ON_WIN, ON_FILE, ON_SESSION, SEVERAL };

static const char *const met_names[] = {
    "no handler",         "MPI_COMM_SELF's handler",
    "the communicator's", "the window's",
    "the file's",         "the session's",
    "more than one",
};

static enum met met;

/* With the name of a function as argument, only its calls are made, and
 * errors are fatal: the first ends the run. */
static const char *only;

static inline int wanted(const char *function)
{
  return !only || strcmp(only, function) == 0;
}

static const uintptr_t garbage = 0x5badbad5;
static MPI_Comm comm, cart, walled, graph, dist, freed_comm;
static MPI_Comm inter; /* there is none of one rank */
static MPI_Win locked, idle, dynamic, shared, freed_win;
static MPI_Datatype uncommitted, freed_type;
static MPI_Op user_op, freed_op;
static MPI_Group group, freed_group;
static MPI_Info hints, freed_info;
static MPI_Errhandler comm_handler, session_handler, freed_handler;
static MPI_Request persistent, freed_request, general, psend, precv;
static MPI_Session session, freed_session;
static MPI_File file;
static int comm_key, type_key, win_key;

static double memory[16][64]; /* an own buffer for each parameter */
static char space[4096];      /* to attach */
static char out[4096];        /* for results */
static void *out_pointer;
static char text[MPI_MAX_PORT_NAME + 4096] = "text";
static char *words[] = {"program", NULL};
static char **at_words = words;
static char long_key[MPI_MAX_INFO_KEY + 2], long_value[MPI_MAX_INFO_VAL + 2];
static char key[] = "key";

/* The address of a copy that the call may overwrite. */
#define AT(name, type)                                                         \
  __attribute__((unused)) static type *at_##name(type value)                   \
  {                                                                            \
    static type copy;                                                          \
    copy = value;                                                              \
    return &copy;                                                              \
  }
AT(comm, MPI_Comm)
AT(win, MPI_Win)
AT(type, MPI_Datatype)
AT(op, MPI_Op)
AT(group, MPI_Group)
AT(info, MPI_Info)
AT(handler, MPI_Errhandler)
AT(request, MPI_Request)
AT(message, MPI_Message)
AT(session, MPI_Session)
AT(file, MPI_File)
AT(int, int)
#define at_zero(type) (memset(out, 0, sizeof out), (type *)out)
static int at_dims[4];

static inline void meet(enum met whose)
{
  met = met == NOBODY ? whose : SEVERAL;
}

static inline void on_comm(MPI_Comm *c, int *error, ...)
{
  (void)error;
  meet(*c == MPI_COMM_SELF ? ON_SELF : ON_COMM);
}

static inline void on_win(MPI_Win *w, int *error, ...)
{
  (void)w, (void)error;
  meet(ON_WIN);
}

static inline void on_file(MPI_File *f, int *error, ...)
{
  (void)f, (void)error;
  meet(ON_FILE);
}

static inline void on_session(MPI_Session *s, int *error, ...)
{
  (void)s, (void)error;
  meet(ON_SESSION);
}

static inline int class_of(int error)
{
  int class = -1;
  PMPI_Error_class(error, &class);
  return class;
}

static int failures;

static inline const char *class_name(int class)
{
  static char name[MPI_MAX_ERROR_STRING];
  int length;
  if (PMPI_Error_string(class, name, &length)) return "an unknown class";
  name[strcspn(name, ":")] = '\0';
  return name;
}

static inline void tried(const char *function, const char *class_text,
                         int expected, enum met whose, const char *argument,
                         int error)
{
  int class = class_of(error);
  if (class == MPI_ERR_UNSUPPORTED_OPERATION && class != expected) {
    printf("unsupported MPI_%s\n", function);
    return;
  }
  printf("refused MPI_%s MPI_ERR_%s ", function, class_text);
  if (class == expected && met == whose) {
    puts("ok");
    return;
  }
  failures++;
  printf("failed %s: got class %d %s through %s\n", argument, class,
         class_name(class), met_names[met]);
}

#define TRY(function, class, whose, parameter, argument, call)                 \
  (met = NOBODY, tried(#function, #class, MPI_ERR_##class, ON_##whose,         \
                       #parameter " = " #argument, call))

static inline void ignore(void *in, void *inout, int *n, MPI_Datatype *type)
{
  (void)in, (void)inout, (void)n, (void)type;
}

static inline int query(void *state, MPI_Status *status)
{
  (void)state;
  MPI_Status_set_elements(status, MPI_BYTE, 0);
  MPI_Status_set_cancelled(status, 0);
  return MPI_SUCCESS;
}

static inline int release(void *state)
{
  (void)state;
  return MPI_SUCCESS;
}

static inline int cancel(void *state, int complete)
{
  (void)state, (void)complete;
  return MPI_SUCCESS;
}

static inline void make_comms(void)
{
  MPI_Comm_create_errhandler(on_comm, &comm_handler);
  if (only) comm_handler = MPI_ERRORS_ARE_FATAL;
  MPI_Comm_set_errhandler(MPI_COMM_SELF, comm_handler);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, comm_handler);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_set_errhandler(comm, comm_handler);
  MPI_Comm_dup(comm, &inter);
  freed_comm = inter;
  MPI_Comm_free(&inter);
  inter = comm;
  MPI_Cart_create(comm, 1, (int[]){1}, (int[]){1}, 0, &cart);
  MPI_Cart_create(comm, 1, (int[]){1}, (int[]){0}, 0, &walled);
  MPI_Graph_create(comm, 1, (int[]){1}, (int[]){0}, 0, &graph);
  MPI_Dist_graph_create_adjacent(comm, 1, (int[]){0}, MPI_UNWEIGHTED, 1,
                                 (int[]){0}, MPI_UNWEIGHTED, MPI_INFO_NULL, 0,
                                 &dist);
  MPI_Comm_set_errhandler(cart, comm_handler);
  MPI_Comm_set_errhandler(walled, comm_handler);
  MPI_Comm_set_errhandler(graph, comm_handler);
  MPI_Comm_set_errhandler(dist, comm_handler);
  MPI_Errhandler handler;
  MPI_Comm_create_errhandler(on_comm, &handler);
  freed_handler = handler;
  MPI_Errhandler_free(&handler);
}

static inline void make_windows(void)
{
  MPI_Errhandler handler;
  MPI_Win freed;
  void *base;
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, comm, &base, &locked);
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, comm, &base, &idle);
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, comm, &base, &freed);
  MPI_Win_allocate_shared(64, 4, MPI_INFO_NULL, comm, &base, &shared);
  MPI_Win_create_dynamic(MPI_INFO_NULL, comm, &dynamic);
  freed_win = freed;
  MPI_Win_free(&freed);
  MPI_Win_create_errhandler(on_win, &handler);
  if (only) handler = MPI_ERRORS_ARE_FATAL;
  MPI_Win_set_errhandler(locked, handler);
  MPI_Win_set_errhandler(idle, handler);
  MPI_Win_set_errhandler(shared, handler);
  MPI_Win_set_errhandler(dynamic, handler);
  MPI_Errhandler_free(&handler);
  MPI_Win_lock_all(0, locked);
}

static inline void make_requests(void)
{
  MPI_Request r;
  MPI_Send_init(memory[0], 1, MPI_INT, 0, 0, comm, &persistent);
  MPI_Send_init(memory[0], 1, MPI_INT, 0, 0, comm, &r);
  freed_request = r;
  MPI_Request_free(&r);
  MPI_Grequest_start(query, release, cancel, NULL, &general);
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN); /* not all have these */
  if (!MPI_Psend_init(memory[0], 1, 1, MPI_INT, 0, 0, comm, MPI_INFO_NULL,
                      &psend)) {
    MPI_Precv_init(memory[1], 1, 1, MPI_INT, 0, 0, comm, MPI_INFO_NULL, &precv);
    MPI_Startall(2, (MPI_Request[]){psend, precv});
  }
  MPI_Comm_set_errhandler(comm, comm_handler);
}

static inline void make_others(void)
{
  MPI_Datatype type;
  MPI_Op op;
  MPI_Group g;
  MPI_Info info;
  MPI_Type_contiguous(1, MPI_INT, &uncommitted);
  MPI_Type_contiguous(1, MPI_INT, &type);
  freed_type = type;
  MPI_Type_free(&type);
  MPI_Op_create(ignore, 1, &user_op);
  MPI_Op_create(ignore, 1, &op);
  freed_op = op;
  MPI_Op_free(&op);
  MPI_Comm_group(comm, &group);
  MPI_Group_incl(group, 1, (int[]){0}, &g);
  freed_group = g;
  MPI_Group_free(&g);
  MPI_Info_create(&hints);
  MPI_Info_set(hints, key, "yes");
  MPI_Info_create(&info);
  freed_info = info;
  MPI_Info_free(&info);
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN,
                         &comm_key, NULL);
  MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, MPI_TYPE_NULL_DELETE_FN,
                         &type_key, NULL);
  MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, MPI_WIN_NULL_DELETE_FN, &win_key,
                        NULL);
  memset(long_key, 'k', sizeof long_key - 1);
  memset(long_value, 'v', sizeof long_value - 1);
}

static inline void make_session(void)
{
  MPI_Session s;
  MPI_Session_create_errhandler(on_session, &session_handler);
  if (only) session_handler = MPI_ERRORS_ARE_FATAL;
  MPI_Session_init(MPI_INFO_NULL, session_handler, &session);
  MPI_Session_init(MPI_INFO_NULL, session_handler, &s);
  freed_session = s;
  MPI_Session_finalize(&s);
}

static inline void make_file(void)
{
  MPI_Errhandler handler;
  MPI_File_create_errhandler(on_file, &handler);
  if (only) handler = MPI_ERRORS_ARE_FATAL;
  MPI_File_set_errhandler(MPI_FILE_NULL, handler);
  if (MPI_File_open(MPI_COMM_SELF, "refused.tmp",
                    MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                    MPI_INFO_NULL, &file))
    return;
  MPI_File_set_errhandler(file, handler);
  MPI_Errhandler_free(&handler);
}

static inline void refused_begin(int *argc, char ***argv)
{
  MPI_Init(argc, argv);
  if (*argc > 1) only = (*argv)[1];
  setvbuf(stdout, NULL, _IOLBF, 0); /* what is said before a crash, is */
  make_comms();
  make_windows();
  make_requests();
  make_others();
  make_session();
  make_file();
}

/* The objects go with the run: what is tested may have used them up. */
static inline int refused_end(void)
{
  printf("end\n");
  fflush(NULL);
  _Exit(failures != 0);
}

#endif
