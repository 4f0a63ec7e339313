/* Views, pointers, sizes and modes of files. [MPI-4.1 14.2, 14.3, 14.4.3,
 * 14.6] */
#include "datatype.h"
#include "file.h"
#include "objects.h"

#include <api.h>
#include <string.h>

int check_readable(const struct file *f)
{
  if (!(f->shared->disk.amode & MPI_MODE_WRONLY)) return 0;
  return fault(MPI_ERR_ACCESS,
               ": the file is open for writing only [MPI-4.1 14.2.1]");
}

int check_writable(const struct file *f)
{
  if (!(f->shared->disk.amode & MPI_MODE_RDONLY)) return 0;
  return fault(MPI_ERR_READ_ONLY,
               ": the file is open for reading only [MPI-4.1 14.2.1]");
}

int check_random(const struct file *f)
{
  if (!(f->shared->disk.amode & MPI_MODE_SEQUENTIAL)) return 0;
  return fault(MPI_ERR_UNSUPPORTED_OPERATION,
               ": the file is open with MPI_MODE_SEQUENTIAL [MPI-4.1 14.2.1]");
}

/* The end of the file in etypes of the view, rounded up. */
static int file_end(const struct file *f, MPI_Offset *etypes)
{
  MPI_Offset size;
  int error = disk_size(&f->shared->disk, &size);
  if (error) return error;
  MPI_Count etype = f->view.etype->size;
  *etypes = (view_stream_end(&f->view, size) + etype - 1) / etype;
  return 0;
}

/* --- views --- */

struct viewing {
  struct joint joint;
  struct file *file;
  MPI_Count extent; /* of the etype */
  MPI_Offset disp;
};

/* MPI_DISPLACEMENT_CURRENT: where the shared pointer is. */
static int check_disp(const struct file *f, MPI_Offset *disp)
{
  bool sequential = f->shared->disk.amode & MPI_MODE_SEQUENTIAL;
  if (*disp == MPI_DISPLACEMENT_CURRENT) {
    if (!sequential)
      return fault(MPI_ERR_ARG, ": disp is MPI_DISPLACEMENT_CURRENT, the file "
                                "was not opened with MPI_MODE_SEQUENTIAL "
                                "[MPI-4.1 14.3]");
    *disp = view_locate(&f->view, f->shared->pointer * f->view.etype->size);
    return 0;
  }
  if (sequential)
    return fault(MPI_ERR_ARG, ": the file was opened with MPI_MODE_SEQUENTIAL, "
                              "disp must be MPI_DISPLACEMENT_CURRENT "
                              "[MPI-4.1 14.3]");
  if (*disp < 0)
    return fault(MPI_ERR_ARG,
                 ": disp is %lld, must not be negative [MPI-4.1 14.3]",
                 (long long)*disp);
  return 0;
}

static int reset_shared(struct joint *const *all, int count)
{
  const struct viewing *first = (struct viewing *)all[0];
  for (int i = 1; i < count; i++) {
    const struct viewing *other = (struct viewing *)all[i];
    if (other->extent != first->extent)
      return fault(MPI_ERR_NOT_SAME,
                   ": the etype's extent is %lld at rank 0 and %lld at rank %d "
                   "[MPI-4.1 14.3]",
                   (long long)first->extent, (long long)other->extent, i);
  }
  for (int i = 0; i < count; i++) {
    struct viewing *v = (struct viewing *)all[i];
    v->joint.error = check_disp(v->file, &v->disp);
    if (v->joint.error) return v->joint.error;
  }
  first->file->shared->pointer = 0;
  return 0;
}

static int check_datarep(const char *datarep)
{
  if (datarep && strcmp(datarep, "native") == 0) return 0;
  return fault(MPI_ERR_UNSUPPORTED_DATAREP,
               ": the data representation \"%s\", only \"native\" is there "
               "[MPI-4.1 14.5]",
               datarep ? datarep : "(null)");
}

int api_File_set_view(MPI_File handle, MPI_Offset disp, MPI_Datatype etype,
                      MPI_Datatype filetype, const char *datarep,
                      MPI_Info hints)
{
  struct file *f;
  const struct datatype *element, *tile;
  struct info *info;
  int error = file_of(handle, &f);
  if (!error) error = committed_of(etype, "etype", &element);
  if (!error) error = committed_of(filetype, "filetype", &tile);
  if (!error) error = check_datarep(datarep);
  if (!error) error = info_of(hints, &info);
  if (error) return error;
  error = view_check(element, tile, !(f->shared->disk.amode & MPI_MODE_RDONLY));
  if (error) return error;
  struct viewing mine = {.file = f, .extent = element->extent, .disp = disp};
  error = file_meet(f->comm, &mine.joint, NEEDS_NOBODY, reset_shared);
  if (error) return error;
  struct view old = f->view;
  view_set(&f->view, mine.disp, element, tile);
  view_clear(&old);
  f->pointer = 0;
  return 0;
}

/* A handle of the program's own, as the standard asks for derived types. */
static int type_give(struct datatype *type, MPI_Datatype *handle)
{
  if (!type->predefined) return datatype_give(datatype_ref(type), true, handle);
  *handle = type->predefined;
  return 0;
}

int api_File_get_view(MPI_File handle, MPI_Offset *disp, MPI_Datatype *etype,
                      MPI_Datatype *filetype, char *datarep)
{
  struct file *f;
  int error = file_of(handle, &f);
  if (!error) error = type_give(f->view.etype, etype);
  if (!error) error = type_give(f->view.filetype, filetype);
  if (error) return error;
  *disp = f->view.disp;
  strcpy(datarep, "native");
  return 0;
}

int api_File_get_byte_offset(MPI_File handle, MPI_Offset offset,
                             MPI_Offset *disp)
{
  struct file *f;
  int error = file_of(handle, &f);
  if (!error) error = check_random(f);
  if (error) return error;
  if (offset < 0)
    return fault(MPI_ERR_ARG,
                 ": offset is %lld, must not be negative [MPI-4.1 14.4.3]",
                 (long long)offset);
  *disp = view_locate(&f->view, offset * f->view.etype->size);
  return 0;
}

static int extent_of(MPI_File handle, MPI_Datatype datatype, MPI_Count *extent)
{
  struct file *f;
  const struct datatype *type;
  int error = file_of(handle, &f);
  if (!error) error = datatype_of(datatype, "datatype", &type);
  if (!error) *extent = type->extent;
  return error;
}

int api_File_get_type_extent(MPI_File handle, MPI_Datatype datatype,
                             MPI_Aint *extent)
{
  MPI_Count wide;
  int error = extent_of(handle, datatype, &wide);
  if (!error) *extent = wide;
  return error;
}

int api_File_get_type_extent_c(MPI_File handle, MPI_Datatype datatype,
                               MPI_Count *extent)
{
  return extent_of(handle, datatype, extent);
}

static int no_datareps(void)
{
  return fault(MPI_ERR_UNSUPPORTED_OPERATION,
               ": \"native\" is the only data representation");
}

int api_Register_datarep(const char *datarep,
                         MPI_Datarep_conversion_function *read_conversion_fn,
                         MPI_Datarep_conversion_function *write_conversion_fn,
                         MPI_Datarep_extent_function *dtype_file_extent_fn,
                         void *extra_state)
{
  (void)datarep, (void)read_conversion_fn, (void)write_conversion_fn;
  (void)dtype_file_extent_fn, (void)extra_state;
  self->call->file = no_file();
  return no_datareps();
}

int api_Register_datarep_c(
    const char *datarep, MPI_Datarep_conversion_function_c *read_conversion_fn,
    MPI_Datarep_conversion_function_c *write_conversion_fn,
    MPI_Datarep_extent_function *dtype_file_extent_fn, void *extra_state)
{
  (void)datarep, (void)read_conversion_fn, (void)write_conversion_fn;
  (void)dtype_file_extent_fn, (void)extra_state;
  self->call->file = no_file();
  return no_datareps();
}

/* --- pointers --- */

/* Where a seek goes. */
static int seek_to(const struct file *f, MPI_Offset here, MPI_Offset offset,
                   int whence, MPI_Offset *to)
{
  int error = 0;
  *to = 0;
  if (whence == MPI_SEEK_END)
    error = file_end(f, to);
  else if (whence == MPI_SEEK_CUR)
    *to = here;
  else if (whence != MPI_SEEK_SET)
    return fault(MPI_ERR_ARG, ": whence is %d, no MPI_SEEK_* [MPI-4.1 14.4.3]",
                 whence);
  if (error) return error;
  if (__builtin_add_overflow(*to, offset, to) || *to < 0)
    return fault(MPI_ERR_ARG,
                 ": the offset %lld leads to a negative position "
                 "[MPI-4.1 14.4.3]",
                 (long long)offset);
  return 0;
}

int api_File_seek(MPI_File handle, MPI_Offset offset, int whence)
{
  struct file *f;
  MPI_Offset to;
  int error = file_of(handle, &f);
  if (!error) error = check_random(f);
  if (error) return error;
  if (whence == MPI_SEEK_END) rank_meet(); /* others may be writing */
  error = seek_to(f, f->pointer, offset, whence, &to);
  if (!error) f->pointer = to;
  return error;
}

int api_File_get_position(MPI_File handle, MPI_Offset *offset)
{
  struct file *f;
  int error = file_of(handle, &f);
  if (!error) error = check_random(f);
  if (!error) *offset = f->pointer;
  return error;
}

struct seeking {
  struct joint joint;
  const struct file *file;
  MPI_Offset offset;
  int whence;
};

static int seek_together(struct joint *const *all, int count)
{
  const struct seeking *first = (struct seeking *)all[0];
  struct shared_file *shared = first->file->shared;
  for (int i = 1; i < count; i++) {
    const struct seeking *other = (struct seeking *)all[i];
    if (other->offset != first->offset || other->whence != first->whence)
      return fault(MPI_ERR_NOT_SAME,
                   ": rank %d seeks elsewhere than rank 0 [MPI-4.1 14.4.4]", i);
  }
  MPI_Offset to;
  int error =
      seek_to(first->file, shared->pointer, first->offset, first->whence, &to);
  if (!error) shared->pointer = to;
  return error;
}

int api_File_seek_shared(MPI_File handle, MPI_Offset offset, int whence)
{
  struct file *f;
  int error = file_of(handle, &f);
  if (!error) error = check_random(f);
  if (error) return error;
  struct seeking mine = {.file = f, .offset = offset, .whence = whence};
  return file_meet(f->comm, &mine.joint, NEEDS_NOBODY, seek_together);
}

int api_File_get_position_shared(MPI_File handle, MPI_Offset *offset)
{
  struct file *f;
  int error = file_of(handle, &f);
  if (!error) error = check_random(f);
  if (error) return error;
  rank_meet();
  *offset = f->shared->pointer;
  return 0;
}

/* --- sizes --- */

struct sizing {
  struct joint joint;
  const struct file *file;
  MPI_Offset size;
};

static int check_same_size(struct joint *const *all, int count)
{
  const struct sizing *first = (struct sizing *)all[0];
  for (int i = 1; i < count; i++) {
    const struct sizing *other = (struct sizing *)all[i];
    if (other->size != first->size)
      return fault(MPI_ERR_NOT_SAME,
                   ": size is %lld at rank 0 and %lld at rank %d "
                   "[MPI-4.1 14.2]",
                   (long long)first->size, (long long)other->size, i);
  }
  return 0;
}

static int resize(struct joint *const *all, int count)
{
  const struct sizing *first = (struct sizing *)all[0];
  int error = check_same_size(all, count);
  return error ? error : disk_resize(&first->file->shared->disk, first->size);
}

static int reserve(struct joint *const *all, int count)
{
  const struct sizing *first = (struct sizing *)all[0];
  int error = check_same_size(all, count);
  return error ? error : disk_reserve(&first->file->shared->disk, first->size);
}

static int size_together(MPI_File handle, MPI_Offset size,
                         int (*act)(struct joint *const *, int))
{
  struct file *f;
  int error = file_of(handle, &f);
  if (!error) error = check_writable(f);
  if (!error) error = check_random(f);
  if (error) return error;
  if (size < 0)
    return fault(MPI_ERR_ARG,
                 ": size is %lld, must not be negative [MPI-4.1 14.2]",
                 (long long)size);
  struct sizing mine = {.file = f, .size = size};
  return file_meet(f->comm, &mine.joint, NEEDS_NOBODY, act);
}

int api_File_set_size(MPI_File handle, MPI_Offset size)
{
  return size_together(handle, size, resize);
}

int api_File_preallocate(MPI_File handle, MPI_Offset size)
{
  return size_together(handle, size, reserve);
}

int api_File_get_size(MPI_File handle, MPI_Offset *size)
{
  struct file *f;
  int error = file_of(handle, &f);
  if (error) return error;
  rank_meet();
  return disk_size(&f->shared->disk, size);
}

/* --- consistency: accesses happen one after the other in any mode --- */

int api_File_set_atomicity(MPI_File handle, int flag)
{
  struct file *f;
  int error = file_of(handle, &f);
  if (!error) error = file_agree(f, flag != 0, "flag");
  if (!error) f->shared->atomic = flag;
  return error;
}

int api_File_get_atomicity(MPI_File handle, int *flag)
{
  struct file *f;
  int error = file_of(handle, &f);
  if (!error) *flag = f->shared->atomic;
  return error;
}

struct syncing {
  struct joint joint;
  const struct file *file;
};

static int sync_together(struct joint *const *all, int count)
{
  (void)count;
  return disk_sync(&((struct syncing *)all[0])->file->shared->disk);
}

int api_File_sync(MPI_File handle)
{
  struct file *f;
  int error = file_of(handle, &f);
  if (error) return error;
  struct syncing mine = {.file = f};
  return file_meet(f->comm, &mine.joint, NEEDS_NOBODY, sync_together);
}
