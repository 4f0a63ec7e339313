/* The environment, error handling, info objects, the ABI, handles as
 * integers, operators, as far as one rank can tell.
 *
 * run: np=1 */
#include "covers.h"

static MPI_Comm world = MPI_COMM_WORLD;

static void environment(void)
{
  char text[MPI_MAX_LIBRARY_VERSION_STRING];
  int x = 0, y = 0, flag = 0;
  char *memory = NULL;
  double t, u;
  MPI_Info info = MPI_INFO_NULL;
  COVERS(MPI_Initialized, MPI_Finalized);
  OK(MPI_Initialized(&flag));
  CHECK(flag);
  OK(MPI_Finalized(&flag));
  CHECK(!flag);
  COVERS(MPI_Query_thread, MPI_Is_thread_main);
  OK(MPI_Query_thread(&x));
  CHECK(x >= MPI_THREAD_SINGLE && x <= MPI_THREAD_MULTIPLE);
  OK(MPI_Is_thread_main(&flag));
  CHECK(flag);
  COVERS(MPI_Get_version, MPI_Get_library_version, MPI_Get_processor_name);
  OK(MPI_Get_version(&x, &y));
  CHECK(x == MPI_VERSION && y == MPI_SUBVERSION);
  OK(MPI_Get_library_version(text, &x));
  CHECK(x > 0 && (size_t)x == strlen(text));
  OK(MPI_Get_processor_name(text, &x));
  CHECK(x > 0 && (size_t)x == strlen(text));
  COVERS(MPI_Wtime, MPI_Wtick);
  t = MPI_Wtime(), u = MPI_Wtime();
  CHECK(u > t && MPI_Wtick() > 0);
  COVERS(MPI_Alloc_mem, MPI_Free_mem);
  OK(MPI_Alloc_mem(100, MPI_INFO_NULL, &memory));
  memset(memory, 1, 100);
  CHECK(memory[99] == 1);
  OK(MPI_Free_mem(memory));
  COVERS(MPI_Pcontrol);
  OK(MPI_Pcontrol(1));
  OK(MPI_Pcontrol(2, "more", 3));
  COVERS(MPI_Get_hw_resource_info);
  OK(MPI_Get_hw_resource_info(&info));
  OK(MPI_Info_get_nkeys(info, &x));
  CHECK(x >= 0);
  MPI_Info_free(&info);
}

static int met;

static void on_error(MPI_Comm *comm, int *error, ...)
{
  met = *comm == MPI_COMM_WORLD ? *error : -1;
}

static void errors(void)
{
  char text[MPI_MAX_ERROR_STRING];
  MPI_Errhandler handler, same;
  int class, code, x, length;
  COVERS(MPI_Error_class, MPI_Error_string);
  OK(MPI_Error_class(MPI_ERR_TAG, &x));
  CHECK(x == MPI_ERR_TAG);
  OK(MPI_Error_string(MPI_ERR_TAG, text, &length));
  CHECK(length > 0 && (size_t)length == strlen(text));
  COVERS(MPI_Add_error_class, MPI_Add_error_code, MPI_Add_error_string);
  OK(MPI_Add_error_class(&class));
  OK(MPI_Add_error_code(class, &code));
  OK(MPI_Add_error_string(code, "odd"));
  CHECK(class > MPI_ERR_LASTCODE && code > class);
  OK(MPI_Error_class(code, &x));
  CHECK(x == class);
  OK(MPI_Error_string(code, text, &length));
  CHECK(strcmp(text, "odd") == 0);
  COVERS(MPI_Comm_create_errhandler, MPI_Comm_set_errhandler,
         MPI_Comm_get_errhandler, MPI_Comm_call_errhandler,
         MPI_Errhandler_free);
  OK(MPI_Comm_create_errhandler(on_error, &handler));
  OK(MPI_Comm_set_errhandler(world, handler));
  OK(MPI_Comm_get_errhandler(world, &same));
  CHECK(same == handler);
  OK(MPI_Comm_call_errhandler(world, code));
  CHECK(met == code);
  OK(MPI_Errhandler_free(&handler));
  OK(MPI_Errhandler_free(&same));
  CHECK(handler == MPI_ERRHANDLER_NULL);
  CHECK(PMPI_Send(NULL, 0, MPI_INT, 0, -5, world) == met);
  MPI_Comm_set_errhandler(world, MPI_ERRORS_RETURN);
  COVERS(MPI_Remove_error_string, MPI_Remove_error_code,
         MPI_Remove_error_class);
  OK(MPI_Remove_error_string(code));
  OK(MPI_Error_string(code, text, &length));
  CHECK(length == 0);
  OK(MPI_Remove_error_code(code));
  OK(MPI_Remove_error_class(class));
}

static void infos(void)
{
  char *words[] = {"program", "x", NULL};
  char value[MPI_MAX_INFO_VAL + 1], key[MPI_MAX_INFO_KEY + 1];
  MPI_Info info, copy;
  int flag, length;
  COVERS(MPI_Info_create, MPI_Info_set, MPI_Info_get, MPI_Info_get_valuelen,
         MPI_Info_get_string);
  OK(MPI_Info_create(&info));
  OK(MPI_Info_set(info, "first", "one"));
  OK(MPI_Info_set(info, "second", "two"));
  OK(MPI_Info_set(info, "first", "1"));
  OK(MPI_Info_get(info, "first", MPI_MAX_INFO_VAL, value, &flag));
  CHECK(flag && strcmp(value, "1") == 0);
  OK(MPI_Info_get(info, "third", MPI_MAX_INFO_VAL, value, &flag));
  CHECK(!flag);
  OK(MPI_Info_get_valuelen(info, "second", &length, &flag));
  CHECK(flag && length == 3);
  length = 2;
  OK(MPI_Info_get_string(info, "second", &length, value, &flag));
  CHECK(flag && length == 4 && strcmp(value, "t") == 0);
  COVERS(MPI_Info_get_nkeys, MPI_Info_get_nthkey);
  OK(MPI_Info_get_nkeys(info, &length));
  CHECK(length == 2);
  OK(MPI_Info_get_nthkey(info, 0, key));
  CHECK(strcmp(key, "first") == 0);
  COVERS(MPI_Info_dup, MPI_Info_delete, MPI_Info_free);
  OK(MPI_Info_dup(info, &copy));
  OK(MPI_Info_delete(info, "first"));
  MPI_Info_get_nkeys(info, &length);
  CHECK(length == 1);
  MPI_Info_get_nkeys(copy, &length);
  CHECK(length == 2);
  OK(MPI_Info_free(&info));
  OK(MPI_Info_free(&copy));
  CHECK(info == MPI_INFO_NULL);
  COVERS(MPI_Info_create_env);
  OK(MPI_Info_create_env(2, words, &info));
  MPI_Info_get_nkeys(info, &length);
  CHECK(length > 0);
  MPI_Info_free(&info);
}

static void abi(void)
{
  int x = 0, y = 0, set = 0, yes = 0, no = 1;
  MPI_Info info = MPI_INFO_NULL;
  COVERS(MPI_Abi_get_version);
  OK(MPI_Abi_get_version(&x, &y));
  CHECK(x == MPI_ABI_VERSION && y == MPI_ABI_SUBVERSION);
  COVERS(MPI_Abi_get_info);
  OK(MPI_Abi_get_info(&info));
  MPI_Info_get_nkeys(info, &x);
  CHECK(x > 0);
  MPI_Info_free(&info);
  COVERS(MPI_Abi_get_fortran_info);
  OK(MPI_Abi_get_fortran_info(&info));
  MPI_Info_get_nkeys(info, &x);
  CHECK(x > 0);
  COVERS(MPI_Abi_get_fortran_booleans);
  OK(MPI_Abi_get_fortran_booleans(sizeof yes, &yes, &no, &set));
  CHECK(set && yes != no);
  COVERS(MPI_Abi_set_fortran_info);
  GIVES(MPI_ERR_ABI, MPI_Abi_set_fortran_info(info));
  COVERS(MPI_Abi_set_fortran_booleans);
  GIVES(MPI_ERR_ABI, MPI_Abi_set_fortran_booleans(sizeof yes, &yes, &no));
  MPI_Info_free(&info);
}

/* A handle survives the way to an integer and back. */
#define CONVERTS(kind, handle, null)                                           \
  do {                                                                         \
    COVERS(MPI_##kind##_toint, MPI_##kind##_fromint);                          \
    CHECK(MPI_##kind##_fromint(MPI_##kind##_toint(handle)) == handle);         \
    CHECK(MPI_##kind##_fromint(MPI_##kind##_toint(null)) == null);             \
    CHECK(MPI_##kind##_toint(handle) != MPI_##kind##_toint(null));             \
  } while (0)

static void handles(void)
{
  MPI_Info info;
  MPI_Request request;
  MPI_Win win;
  MPI_Datatype type;
  MPI_Group group;
  int x;
  MPI_Info_create(&info);
  MPI_Recv_init(&x, 1, MPI_INT, 0, 0, world, &request);
  MPI_Win_create(NULL, 0, 1, MPI_INFO_NULL, world, &win);
  MPI_Type_contiguous(2, MPI_INT, &type);
  MPI_Comm_group(world, &group);
  CONVERTS(Comm, world, MPI_COMM_NULL);
  CONVERTS(Errhandler, MPI_ERRORS_RETURN, MPI_ERRHANDLER_NULL);
  CONVERTS(Group, group, MPI_GROUP_NULL);
  CONVERTS(Info, info, MPI_INFO_NULL);
  CONVERTS(Message, MPI_MESSAGE_NO_PROC, MPI_MESSAGE_NULL);
  CONVERTS(Op, MPI_SUM, MPI_OP_NULL);
  CONVERTS(Request, request, MPI_REQUEST_NULL);
  CONVERTS(Type, type, MPI_DATATYPE_NULL);
  CONVERTS(Win, win, MPI_WIN_NULL);
  MPI_Session session = MPI_SESSION_NULL;
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
  CONVERTS(Session, session, MPI_SESSION_NULL);
  MPI_Session_finalize(&session);
  MPI_Info_free(&info);
  MPI_Request_free(&request);
  MPI_Win_free(&win);
  MPI_Type_free(&type);
  MPI_Group_free(&group);
}

static void add(void *in, void *inout, int *count, MPI_Datatype *type)
{
  for (int i = 0; i < *count && *type == MPI_INT; i++)
    ((int *)inout)[i] += ((int *)in)[i];
}

static void add_c(void *in, void *inout, MPI_Count *count, MPI_Datatype *type)
{
  for (MPI_Count i = 0; i < *count && *type == MPI_INT; i++)
    ((int *)inout)[i] += ((int *)in)[i];
}

static void operators(void)
{
  int a[2] = {1, 2}, b[2] = {10, 20}, flag;
  MPI_Op op;
  COVERS(MPI_Op_create, MPI_Op_commutative, MPI_Op_free, MPI_Reduce_local);
  OK(MPI_Op_create(add, 0, &op));
  OK(MPI_Op_commutative(op, &flag));
  CHECK(!flag);
  OK(MPI_Op_commutative(MPI_SUM, &flag));
  CHECK(flag);
  OK(MPI_Reduce_local(a, b, 2, MPI_INT, op));
  CHECK(b[0] == 11 && b[1] == 22);
  OK(MPI_Reduce_local(a, b, 2, MPI_INT, MPI_MIN));
  CHECK(b[0] == 1 && b[1] == 2);
  OK(MPI_Reduce_local(NULL, NULL, 0, MPI_INT, op));
  OK(MPI_Op_free(&op));
  CHECK(op == MPI_OP_NULL);
  COVERS(MPI_Op_create_c, MPI_Reduce_local_c);
  OK(MPI_Op_create_c(add_c, 1, &op));
  OK(MPI_Reduce_local_c(a, b, 2, MPI_INT, op));
  CHECK(b[0] == 2 && b[1] == 4);
  MPI_Op_free(&op);
}

int main(int argc, char **argv)
{
  covers_begin(&argc, &argv);
  environment();
  errors();
  infos();
  abi();
  handles();
  operators();
  return covers_end();
}
