/* Files: each way to write and read, positions, views, sizes.
 *
 * run: np=2 */
#include "covers.h"

enum { LENGTH = 4 };

static const char name[] = "legal.tmp";
static MPI_File file;
static MPI_Comm world = MPI_COMM_WORLD;
static MPI_Status status;
static int out[LENGTH], in[LENGTH], turn;

static void fresh(void)
{
  turn++;
  for (int i = 0; i < LENGTH; i++)
    out[i] = 100 * turn + 10 * me + i, in[i] = -1;
}

static void settle(void)
{
  MPI_File_sync(file);
  MPI_Barrier(world);
}

/* To where this rank's part is, with the pointer that the next call uses. */
static void to_own(void)
{
  settle();
  MPI_File_seek(file, me * LENGTH, MPI_SEEK_SET);
}

static void to_start(void)
{
  settle();
  MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
}

static int moved(void)
{
  int count = -1;
  MPI_Get_count(&status, MPI_INT, &count);
  memset(&status, 0, sizeof status);
  return count == LENGTH;
}

/* What was read is what this rank, or any rank, has written this turn. */
static int own(void)
{
  return memcmp(in, out, sizeof in) == 0;
}

static int anyones(void)
{
  int sums[2] = {in[0] + in[3], out[0] + out[3]}, all[2];
  MPI_Allreduce(sums, all, 2, MPI_INT, MPI_SUM, world);
  return all[0] == all[1] && in[1] == in[0] + 1;
}

static int done(MPI_Request *r)
{
  return MPI_Wait(r, &status) == MPI_SUCCESS;
}

/* The first arguments: in parentheses, as a macro hands them on. */
#define AT (file, me * LENGTH)
#define HERE (file)
#define ARGS(...) __VA_ARGS__

#define WAITS(w, r, where, before, holds)                                      \
  do {                                                                         \
    COVERS(MPI_File_##w, MPI_File_##r);                                        \
    fresh();                                                                   \
    before();                                                                  \
    OK(MPI_File_##w(ARGS where, out, LENGTH, MPI_INT, &status));               \
    CHECK(moved());                                                            \
    before();                                                                  \
    OK(MPI_File_##r(ARGS where, in, LENGTH, MPI_INT, &status));                \
    CHECK(moved() && holds());                                                 \
  } while (0)

#define GOES_ON(w, r, where, before, holds)                                    \
  do {                                                                         \
    MPI_Request q;                                                             \
    COVERS(MPI_File_##w, MPI_File_##r);                                        \
    fresh();                                                                   \
    before();                                                                  \
    OK(MPI_File_##w(ARGS where, out, LENGTH, MPI_INT, &q));                    \
    CHECK(done(&q) && moved());                                                \
    before();                                                                  \
    OK(MPI_File_##r(ARGS where, in, LENGTH, MPI_INT, &q));                     \
    CHECK(done(&q) && moved() && holds());                                     \
  } while (0)

#define SPLIT(w, r, c, where, before, holds)                                   \
  do {                                                                         \
    COVERS(MPI_File_##w##_begin##c, MPI_File_##w##_end,                        \
           MPI_File_##r##_begin##c, MPI_File_##r##_end);                       \
    fresh();                                                                   \
    before();                                                                  \
    OK(MPI_File_##w##_begin##c(ARGS where, out, LENGTH, MPI_INT));             \
    OK(MPI_File_##w##_end(file, out, &status));                                \
    CHECK(moved());                                                            \
    before();                                                                  \
    OK(MPI_File_##r##_begin##c(ARGS where, in, LENGTH, MPI_INT));              \
    OK(MPI_File_##r##_end(file, in, &status));                                 \
    CHECK(moved() && holds());                                                 \
  } while (0)

/* Both sizes of counts. */
#define WAITS2(w, r, ...)                                                      \
  WAITS(w, r, __VA_ARGS__);                                                    \
  WAITS(w##_c, r##_c, __VA_ARGS__)
#define GOES_ON2(w, r, ...)                                                    \
  GOES_ON(w, r, __VA_ARGS__);                                                  \
  GOES_ON(w##_c, r##_c, __VA_ARGS__)
#define SPLIT2(w, r, ...)                                                      \
  SPLIT(w, r, , __VA_ARGS__);                                                  \
  SPLIT(w, r, _c, __VA_ARGS__)

static void access(void)
{
  WAITS2(write_at, read_at, AT, settle, own);
  WAITS2(write_at_all, read_at_all, AT, settle, own);
  GOES_ON2(iwrite_at, iread_at, AT, settle, own);
  GOES_ON2(iwrite_at_all, iread_at_all, AT, settle, own);
  SPLIT2(write_at_all, read_at_all, AT, settle, own);
  WAITS2(write, read, HERE, to_own, own);
  WAITS2(write_all, read_all, HERE, to_own, own);
  GOES_ON2(iwrite, iread, HERE, to_own, own);
  GOES_ON2(iwrite_all, iread_all, HERE, to_own, own);
  SPLIT2(write_all, read_all, HERE, to_own, own);
  WAITS2(write_shared, read_shared, HERE, to_start, anyones);
  GOES_ON2(iwrite_shared, iread_shared, HERE, to_start, anyones);
  WAITS2(write_ordered, read_ordered, HERE, to_start, own);
  SPLIT2(write_ordered, read_ordered, HERE, to_start, own);
}

static void positions(void)
{
  MPI_Offset at = -1;
  COVERS(MPI_File_seek, MPI_File_get_position);
  OK(MPI_File_seek(file, 3, MPI_SEEK_SET));
  OK(MPI_File_seek(file, 2, MPI_SEEK_CUR));
  OK(MPI_File_get_position(file, &at));
  CHECK(at == 5);
  COVERS(MPI_File_seek_shared, MPI_File_get_position_shared);
  OK(MPI_File_seek_shared(file, 2, MPI_SEEK_SET));
  OK(MPI_File_get_position_shared(file, &at));
  CHECK(at == 2);
  COVERS(MPI_File_get_byte_offset);
  OK(MPI_File_get_byte_offset(file, 3, &at));
  CHECK(at == 3 * (MPI_Offset)sizeof(int));
}

static void sizes(void)
{
  MPI_Offset size = -1;
  MPI_Aint extent = 0;
  MPI_Count extent_c = 0;
  COVERS(MPI_File_set_size, MPI_File_get_size, MPI_File_preallocate);
  OK(MPI_File_set_size(file, 40));
  OK(MPI_File_get_size(file, &size));
  CHECK(size == 40);
  OK(MPI_File_preallocate(file, 80));
  OK(MPI_File_get_size(file, &size));
  CHECK(size == 80);
  COVERS(MPI_File_get_type_extent, MPI_File_get_type_extent_c);
  OK(MPI_File_get_type_extent(file, MPI_INT, &extent));
  OK(MPI_File_get_type_extent_c(file, MPI_INT, &extent_c));
  CHECK(extent == sizeof(int) && extent_c == sizeof(int));
  COVERS(MPI_File_sync);
  OK(MPI_File_sync(file));
  CHECK(1);
}

/* Each rank sees every other element: its own. */
static void views(void)
{
  char datarep[MPI_MAX_DATAREP_STRING];
  MPI_Datatype every, etype, filetype;
  MPI_Offset disp = -1;
  int got[2 * LENGTH], x;
  COVERS(MPI_File_set_view, MPI_File_get_view);
  MPI_Type_create_resized(MPI_INT, 0, 2 * sizeof(int), &every);
  MPI_Type_commit(&every);
  OK(MPI_File_set_view(file, me * sizeof(int), MPI_INT, every, "native",
                       MPI_INFO_NULL));
  OK(MPI_File_get_view(file, &disp, &etype, &filetype, datarep));
  CHECK(disp == me * (MPI_Offset)sizeof(int) && etype == MPI_INT);
  CHECK(strcmp(datarep, "native") == 0);
  MPI_Type_free(&filetype);
  fresh();
  MPI_File_write_at_all(file, 0, out, LENGTH, MPI_INT, &status);
  OK(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL));
  settle();
  MPI_File_read_at(file, 0, got, 2 * LENGTH, MPI_INT, &status);
  for (x = 0; x < LENGTH; x++)
    CHECK(got[2 * x + me] == out[x]);
  MPI_Type_free(&every);
}

static int met;

static void on_error(MPI_File *f, int *error, ...)
{
  met = *f == file ? *error : -1;
}

static int extent(MPI_Datatype type, MPI_Aint *bytes, void *extra)
{
  (void)type, (void)extra;
  *bytes = 4;
  return MPI_SUCCESS;
}

static void inquiry(void)
{
  MPI_Errhandler handler, same;
  MPI_Group group;
  MPI_Info info, used;
  int amode = 0, flag = 1, size;
  COVERS(MPI_File_get_amode, MPI_File_get_group);
  OK(MPI_File_get_amode(file, &amode));
  CHECK(amode == (MPI_MODE_CREATE | MPI_MODE_RDWR));
  OK(MPI_File_get_group(file, &group));
  MPI_Group_size(group, &size);
  CHECK(size == n);
  MPI_Group_free(&group);
  COVERS(MPI_File_set_atomicity, MPI_File_get_atomicity);
  OK(MPI_File_get_atomicity(file, &flag));
  CHECK(!flag);
  OK(MPI_File_set_atomicity(file, 1));
  OK(MPI_File_get_atomicity(file, &flag));
  CHECK(flag);
  MPI_File_set_atomicity(file, 0);
  COVERS(MPI_File_set_info, MPI_File_get_info);
  MPI_Info_create(&info);
  OK(MPI_File_set_info(file, info));
  OK(MPI_File_get_info(file, &used));
  CHECK(used != MPI_INFO_NULL);
  MPI_Info_free(&info);
  MPI_Info_free(&used);
  COVERS(MPI_File_create_errhandler, MPI_File_set_errhandler,
         MPI_File_get_errhandler, MPI_File_call_errhandler);
  OK(MPI_File_create_errhandler(on_error, &handler));
  OK(MPI_File_set_errhandler(file, handler));
  OK(MPI_File_get_errhandler(file, &same));
  CHECK(same == handler);
  OK(MPI_File_call_errhandler(file, MPI_ERR_IO));
  CHECK(met == MPI_ERR_IO);
  MPI_Errhandler_free(&handler);
  MPI_Errhandler_free(&same);
  MPI_File_set_errhandler(file, MPI_ERRORS_RETURN);
  COVERS(MPI_File_toint, MPI_File_fromint);
  CHECK(MPI_File_fromint(MPI_File_toint(file)) == file);
  COVERS(MPI_Register_datarep);
  OK(MPI_Register_datarep("own", MPI_CONVERSION_FN_NULL, MPI_CONVERSION_FN_NULL,
                          extent, NULL));
  COVERS(MPI_Register_datarep_c);
  OK(MPI_Register_datarep_c("own too", MPI_CONVERSION_FN_NULL_C,
                            MPI_CONVERSION_FN_NULL_C, extent, NULL));
}

int main(int argc, char **argv)
{
  covers_begin(&argc, &argv);
  COVERS(MPI_File_open);
  OK(MPI_File_open(world, name, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                   &file));
  CHECK(file != MPI_FILE_NULL);
  MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
  access();
  positions();
  sizes();
  views();
  inquiry();
  COVERS(MPI_File_close);
  OK(MPI_File_close(&file));
  CHECK(file == MPI_FILE_NULL);
  COVERS(MPI_File_delete);
  if (me == 0) OK(MPI_File_delete(name, MPI_INFO_NULL));
  CHECK(1);
  return covers_end();
}
