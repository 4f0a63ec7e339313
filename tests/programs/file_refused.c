/* Errors of files: classes, modes, the handlers that they meet.
 *
 * run: np=2
 * stdout: ok
 * run: np=1 args="fatal" exit=120
 * stderr: MPI_File_open: file "missing.data": No such file or directory
 * mpich: no
 *   MPICH is lax with modes, and its file handles are not checked.
 */
#include "check.h"

static const char name[] = "refused.data";
static int handled, seen;
static MPI_File whose;

static void note(MPI_File *file, int *error, ...)
{
  handled++;
  seen = error_class_of(*error);
  whose = *file;
}

static void opening(void)
{
  MPI_File f = MPI_FILE_NULL;
  MPI_Info info;
  const int create = MPI_MODE_CREATE;
  const struct {
    int amode, class;
  } bad[] = {
      {MPI_MODE_RDONLY, MPI_ERR_NO_SUCH_FILE},
      {create, MPI_ERR_AMODE},
      {MPI_MODE_RDONLY | MPI_MODE_WRONLY, MPI_ERR_AMODE},
      {MPI_MODE_RDONLY | create, MPI_ERR_AMODE},
      {MPI_MODE_RDONLY | MPI_MODE_EXCL, MPI_ERR_AMODE},
      {MPI_MODE_RDWR | create | MPI_MODE_SEQUENTIAL, MPI_ERR_AMODE},
      {MPI_MODE_RDWR | 1 << 20, MPI_ERR_AMODE},
  };
  for (int i = 0; i < (int)(sizeof bad / sizeof *bad); i++)
    REFUSED(bad[i].class, MPI_File_open(MPI_COMM_WORLD, name, bad[i].amode,
                                        MPI_INFO_NULL, &f));
  CHECK(f == MPI_FILE_NULL);
  REFUSED(
      MPI_ERR_NOT_SAME,
      MPI_File_open(MPI_COMM_WORLD, name,
                    create | (world_rank() ? MPI_MODE_WRONLY : MPI_MODE_RDWR),
                    MPI_INFO_NULL, &f));
  REFUSED(MPI_ERR_NOT_SAME,
          MPI_File_open(MPI_COMM_WORLD,
                        world_rank() ? "/etc/passwd" : "/etc/group",
                        MPI_MODE_RDONLY, MPI_INFO_NULL, &f));
  REFUSED(MPI_ERR_COMM, MPI_File_open(MPI_COMM_NULL, name, MPI_MODE_RDONLY,
                                      MPI_INFO_NULL, &f));
  REFUSED(MPI_ERR_BAD_FILE, MPI_File_open(MPI_COMM_WORLD, ".", MPI_MODE_RDONLY,
                                          MPI_INFO_NULL, &f));
  REFUSED(MPI_ERR_UNSUPPORTED_OPERATION,
          MPI_File_open(MPI_COMM_WORLD, "/dev/null", MPI_MODE_RDONLY,
                        MPI_INFO_NULL, &f));
  MPI_Info_create(&info);
  MPI_Info_set(info, "file_perm", "rw");
  REFUSED(MPI_ERR_INFO_VALUE,
          MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDONLY, info, &f));
  MPI_Info_free(&info);
  REFUSED(MPI_ERR_NO_SUCH_FILE, MPI_File_delete(name, MPI_INFO_NULL));
  ACCEPTED(MPI_File_open(MPI_COMM_WORLD, name,
                         create | MPI_MODE_EXCL | MPI_MODE_WRONLY,
                         MPI_INFO_NULL, &f));
  MPI_File_close(&f);
  REFUSED(MPI_ERR_FILE_EXISTS,
          MPI_File_open(MPI_COMM_WORLD, name,
                        create | MPI_MODE_EXCL | MPI_MODE_WRONLY, MPI_INFO_NULL,
                        &f));
}

static void access(void)
{
  MPI_File f, gone;
  MPI_Offset size;
  MPI_Datatype type;
  int value = 0;
  MPI_Status status;
  MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDONLY, MPI_INFO_NULL, &f);
  REFUSED(MPI_ERR_READ_ONLY, MPI_File_write(f, &value, 1, MPI_INT, &status));
  REFUSED(MPI_ERR_READ_ONLY, MPI_File_set_size(f, 10));
  REFUSED(MPI_ERR_COUNT, MPI_File_read(f, &value, -1, MPI_INT, &status));
  REFUSED(MPI_ERR_TYPE, MPI_File_read(f, &value, 1, MPI_DATATYPE_NULL, NULL));
  REFUSED(MPI_ERR_BUFFER, MPI_File_read(f, NULL, 1, MPI_INT, &status));
  REFUSED(MPI_ERR_ARG, MPI_File_read_at(f, -1, &value, 1, MPI_INT, &status));
  MPI_Type_contiguous(2, MPI_INT, &type);
  REFUSED(MPI_ERR_TYPE, MPI_File_read(f, &value, 1, type, &status));
  REFUSED(MPI_ERR_TYPE,
          MPI_File_set_view(f, 0, type, type, "native", MPI_INFO_NULL));
  MPI_Type_free(&type);
  REFUSED(MPI_ERR_ARG, MPI_File_seek(f, -1, MPI_SEEK_SET));
  REFUSED(MPI_ERR_ARG, MPI_File_seek(f, 0, 77));
  REFUSED(MPI_ERR_NOT_SAME,
          MPI_File_seek_shared(f, 4 * world_rank(), MPI_SEEK_SET));
  REFUSED(MPI_ERR_IO, MPI_File_read_all_end(f, &value, &status));
  ACCEPTED(MPI_File_read_all_begin(f, &value, 0, MPI_INT));
  REFUSED(MPI_ERR_IO, MPI_File_read_at_all_begin(f, 0, &value, 1, MPI_INT));
  REFUSED(MPI_ERR_IO, MPI_File_read_ordered_end(f, &value, &status));
  REFUSED(MPI_ERR_BUFFER, MPI_File_read_all_end(f, &size, &status));
  ACCEPTED(MPI_File_read_all_end(f, &value, &status));
  gone = f;
  MPI_File_close(&f);
  REFUSED(MPI_ERR_FILE, MPI_File_get_size(gone, &size));
  REFUSED(MPI_ERR_FILE, MPI_File_close(&f));
  REFUSED(MPI_ERR_FILE, MPI_File_sync((MPI_File)0x12345678));
  MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_WRONLY | MPI_MODE_SEQUENTIAL,
                MPI_INFO_NULL, &f);
  REFUSED(MPI_ERR_ACCESS, MPI_File_read_shared(f, &value, 1, MPI_INT, NULL));
  REFUSED(MPI_ERR_UNSUPPORTED_OPERATION, MPI_File_seek(f, 0, MPI_SEEK_SET));
  REFUSED(MPI_ERR_UNSUPPORTED_OPERATION,
          MPI_File_write_at(f, 0, &value, 1, MPI_INT, &status));
  REFUSED(MPI_ERR_ARG,
          MPI_File_set_view(f, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL));
  ACCEPTED(MPI_File_write_ordered(f, &value, 1, MPI_INT, &status));
  ACCEPTED(MPI_File_set_view(f, MPI_DISPLACEMENT_CURRENT, MPI_INT, MPI_INT,
                             "native", MPI_INFO_NULL));
  MPI_Datatype e, t;
  char datarep[MPI_MAX_DATAREP_STRING];
  MPI_File_get_view(f, &size, &e, &t, datarep);
  SAME(size, 4 * world_size());
  MPI_File_close(&f);
}

static int refused_view(MPI_File f, MPI_Offset disp, MPI_Datatype filetype)
{
  MPI_Type_commit(&filetype);
  int error =
      MPI_File_set_view(f, disp, MPI_INT, filetype, "native", MPI_INFO_NULL);
  MPI_Type_free(&filetype);
  return error;
}

static void views(void)
{
  MPI_File f;
  MPI_Datatype type;
  int two[] = {1, 1}, back[] = {4, 0}, same[] = {1, 1}, minus[] = {-1, 0};
  MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDWR, MPI_INFO_NULL, &f);
  MPI_Type_indexed(2, two, back, MPI_INT, &type);
  REFUSED(MPI_ERR_ARG, refused_view(f, 0, type));
  MPI_Type_indexed(2, two, same, MPI_INT, &type);
  REFUSED(MPI_ERR_ARG, refused_view(f, 0, type));
  MPI_Type_indexed(2, two, minus, MPI_INT, &type);
  REFUSED(MPI_ERR_ARG, refused_view(f, 0, type));
  MPI_Type_contiguous(3, MPI_CHAR, &type);
  REFUSED(MPI_ERR_ARG, refused_view(f, 0, type));
  MPI_Type_dup(MPI_INT, &type);
  REFUSED(MPI_ERR_ARG, refused_view(f, -8, type));
  REFUSED(MPI_ERR_ARG, MPI_File_set_view(f, MPI_DISPLACEMENT_CURRENT, MPI_INT,
                                         MPI_INT, "native", MPI_INFO_NULL));
  REFUSED(MPI_ERR_UNSUPPORTED_DATAREP,
          MPI_File_set_view(f, 0, MPI_INT, MPI_INT, "martian", MPI_INFO_NULL));
  REFUSED(MPI_ERR_UNSUPPORTED_OPERATION,
          MPI_Register_datarep("martian", MPI_CONVERSION_FN_NULL,
                               MPI_CONVERSION_FN_NULL, NULL, NULL));
  MPI_File_set_view(f, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
  REFUSED(MPI_ERR_IO, MPI_File_write(f, "a", 1, MPI_CHAR, MPI_STATUS_IGNORE));
  MPI_File_close(&f);
}

static void handlers(void)
{
  MPI_Errhandler mine, got;
  MPI_File f;
  MPI_Offset size;
  MPI_File_get_errhandler(MPI_FILE_NULL, &got);
  CHECK(got == MPI_ERRORS_RETURN);
  MPI_File_create_errhandler(note, &mine);
  MPI_File_set_errhandler(MPI_FILE_NULL, mine);
  MPI_File_open(MPI_COMM_WORLD, "missing.data", MPI_MODE_RDONLY, MPI_INFO_NULL,
                &f);
  SAME(handled, 1);
  CHECK(seen == MPI_ERR_NO_SUCH_FILE && whose == MPI_FILE_NULL);
  MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDWR, MPI_INFO_NULL, &f);
  MPI_File_get_errhandler(f, &got); /* the default at its opening */
  CHECK(got == mine);
  MPI_Errhandler_free(&got);
  MPI_File_seek(f, -1, MPI_SEEK_SET);
  SAME(handled, 2);
  CHECK(seen == MPI_ERR_ARG && whose == f);
  MPI_File_call_errhandler(f, MPI_ERR_OTHER);
  SAME(handled, 3);
  MPI_File_set_errhandler(f, MPI_ERRORS_RETURN);
  MPI_File_seek(f, -1, MPI_SEEK_SET);
  SAME(handled, 3);
  MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_RETURN);
  MPI_Errhandler_free(&mine);
  REFUSED(MPI_ERR_FILE, MPI_File_get_size(MPI_FILE_NULL, &size));
  MPI_File_close(&f);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  if (argc > 1) {
    MPI_File f;
    MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_ARE_FATAL);
    MPI_File_open(MPI_COMM_WORLD, "missing.data", MPI_MODE_RDONLY,
                  MPI_INFO_NULL, &f);
  }
  opening();
  access();
  views();
  handlers();
  MPI_Barrier(MPI_COMM_WORLD);
  if (world_rank() == 0) ACCEPTED(MPI_File_delete(name, MPI_INFO_NULL));
  int failed = report();
  MPI_Finalize();
  return failed;
}
