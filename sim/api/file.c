/* Opening and closing files, and what is asked of them as a whole.
 * [MPI-4.1 14.2, 14.7] */
#include "file.h"
#include "errhandling.h"
#include "objects.h"

#include "../../model/info/info.h"
#include "../../model/memory.h"
#include "../coll/barrier.h"
#include "../coll/meet.h"
#include "../rank/handles.h"

#include <api.h>
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- handles --- */

struct file *no_file(void)
{
  if (!self->no_file) {
    self->no_file = xcalloc(1, sizeof *self->no_file);
    self->no_file->handle = MPI_FILE_NULL;
    self->no_file->errhandler = &errors_return;
  }
  return self->no_file;
}

int file_of(MPI_File handle, struct file **file)
{
  *file = rank_handle_use(HANDLE_FILE, (uintptr_t)handle);
  self->call->file = *file ? *file : no_file();
  if (*file) return 0;
  return check_no_object(HANDLE_FILE, (uintptr_t)handle, NULL);
}

/* As file_of where MPI_FILE_NULL is good too. */
static int file_or_none(MPI_File handle, struct file **file)
{
  if (handle != MPI_FILE_NULL) return file_of(handle, file);
  *file = self->call->file = no_file();
  return 0;
}

/* --- together --- */

int file_meet(struct comm_view *view, struct joint *mine, int needed,
              int (*act)(struct joint *const *all, int count))
{
  struct meeting *m = meet(view, mine, sizeof(int64_t), needed);
  if (!m->result) {
    struct joint **all = (struct joint **)m->given;
    int error = act(all, m->members);
    for (int i = 0; i < m->members; i++) {
      all[i]->error = error;
      if (error) snprintf(all[i]->text, sizeof mine->text, "%s", fault_text());
    }
    m->result = m;
  }
  meeting_leave(m);
  return mine->error ? fault(mine->error, "%s", mine->text) : 0;
}

struct agreeing {
  struct joint joint;
  int64_t value;
  const char *argument;
};

static int compare(struct joint *const *all, int count)
{
  const struct agreeing *first = (struct agreeing *)all[0];
  for (int i = 1; i < count; i++) {
    const struct agreeing *other = (struct agreeing *)all[i];
    if (other->value != first->value)
      return fault(MPI_ERR_NOT_SAME,
                   ": %s is %lld at rank 0 and %lld at rank %d [MPI-4.1 14.2]",
                   first->argument, (long long)first->value,
                   (long long)other->value, i);
  }
  return 0;
}

int file_agree(struct file *f, int64_t value, const char *argument)
{
  struct agreeing mine = {.value = value, .argument = argument};
  return file_meet(f->comm, &mine.joint, NEEDS_NOBODY, compare);
}

/* --- opening --- */

struct opening {
  struct joint joint;
  const char *path;
  int amode, permissions;
  struct comm *comm;
  struct shared_file *shared; /* what comes of it */
};

static int check_amode(int amode)
{
  int access = amode & (MPI_MODE_RDONLY | MPI_MODE_RDWR | MPI_MODE_WRONLY);
  int known = MPI_MODE_RDONLY | MPI_MODE_RDWR | MPI_MODE_WRONLY |
              MPI_MODE_APPEND | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE |
              MPI_MODE_EXCL | MPI_MODE_SEQUENTIAL | MPI_MODE_UNIQUE_OPEN;
  if (amode & ~known)
    return fault(MPI_ERR_AMODE,
                 ": amode 0x%x has bits without a meaning "
                 "[MPI-4.1 14.2.1]",
                 amode);
  if (access == 0 || (access & (access - 1)))
    return fault(MPI_ERR_AMODE, ": amode is not one of MPI_MODE_RDONLY, "
                                "MPI_MODE_RDWR, MPI_MODE_WRONLY "
                                "[MPI-4.1 14.2.1]");
  if (access == MPI_MODE_RDONLY && amode & (MPI_MODE_CREATE | MPI_MODE_EXCL))
    return fault(MPI_ERR_AMODE, ": amode has MPI_MODE_RDONLY with "
                                "MPI_MODE_CREATE or MPI_MODE_EXCL "
                                "[MPI-4.1 14.2.1]");
  if (access == MPI_MODE_RDWR && amode & MPI_MODE_SEQUENTIAL)
    return fault(MPI_ERR_AMODE, ": amode has MPI_MODE_RDWR with "
                                "MPI_MODE_SEQUENTIAL [MPI-4.1 14.2.1]");
  return 0;
}

static int check_same_amode(struct joint *const *all, int count)
{
  const struct opening *first = (struct opening *)all[0];
  for (int i = 1; i < count; i++) {
    const struct opening *other = (struct opening *)all[i];
    if (other->amode != first->amode)
      return fault(MPI_ERR_NOT_SAME,
                   ": amode is 0x%x at rank 0 and 0x%x at rank %d "
                   "[MPI-4.1 14.2.1]",
                   first->amode, other->amode, i);
  }
  return check_amode(first->amode);
}

/* The file, by whatever names. */
static int open_same(struct disk *disk, struct joint *const *all, int count)
{
  const struct opening *first = (struct opening *)all[0];
  int error = disk_open(disk, first->path, first->amode, first->permissions);
  for (int i = 1; !error && i < count; i++) {
    const struct opening *other = (struct opening *)all[i];
    if (disk_is(disk, other->path)) continue;
    error = fault(MPI_ERR_NOT_SAME,
                  ": the file is \"%s\" at rank 0 and \"%s\" at rank %d "
                  "[MPI-4.1 14.2.1]",
                  first->path, other->path, i);
    disk_close(disk);
  }
  return error;
}

static int open_shared(struct joint *const *all, int count)
{
  struct opening *first = (struct opening *)all[0];
  int error = check_same_amode(all, count);
  if (error) return error;
  struct shared_file *shared = xcalloc(1, sizeof *shared);
  error = open_same(&shared->disk, all, count);
  if (error) {
    free(shared);
    return error;
  }
  if (first->amode & MPI_MODE_APPEND)
    disk_size(&shared->disk, &shared->pointer);
  shared->members = count;
  shared->comm = comm_new(first->comm->group);
  shared->comm->file = xstrdup(first->path);
  for (int i = 0; i < count; i++)
    ((struct opening *)all[i])->shared = shared;
  return 0;
}

/* The hint file_perm, an octal number. [MPI-4.1 14.2.8] */
static int permissions_of(const struct info *info, int *permissions)
{
  const char *text = info_get(info, "file_perm");
  char *end;
  *permissions = 0666;
  if (!text) return 0;
  long value = strtol(text, &end, 8);
  if (end == text || *end || value < 0 || value > 0777)
    return fault(MPI_ERR_INFO_VALUE,
                 ": file_perm is \"%s\", no octal number up to 777 "
                 "[MPI-4.1 14.2.8]",
                 text);
  *permissions = (int)value;
  return 0;
}

/* Self's handle of what the members have opened together. */
static int file_give(const struct opening *o, struct comm_view *parent,
                     const struct info *info, MPI_File *handle)
{
  assert(o->shared);
  struct file *f = xcalloc(1, sizeof *f);
  uintptr_t h = rank_handle_new(HANDLE_FILE, f);
  const struct datatype *byte = datatype_predefined(MPI_BYTE);
  int error = check_handle(h);
  if (error) {
    free(f);
    return error;
  }
  f->handle = *handle = (MPI_File)h;
  f->errhandler = errhandler_ref(no_file()->errhandler);
  f->shared = o->shared;
  f->comm =
      comm_view_new(comm_ref(o->shared->comm), parent->rank, &errors_return);
  view_set(&f->view, 0, byte, byte);
  f->pointer = o->shared->pointer;
  if (info_get(info, "file_perm"))
    f->permissions = xstrdup(info_get(info, "file_perm"));
  return 0;
}

/* Nearly all programs go on without a look at the error; what they use then is
 * not a number that happens to be there. */
int api_File_open(MPI_Comm comm, const char *path, int amode, MPI_Info handle,
                  MPI_File *file)
{
  struct comm_view *view;
  struct info *info;
  struct opening mine = {.path = path, .amode = amode};
  self->call->file = no_file();
  *file = MPI_FILE_NULL;
  int error = intracomm_of(comm, &view);
  if (!error) error = info_of(handle, &info);
  if (!error) error = permissions_of(info, &mine.permissions);
  if (error) return error;
  mine.comm = view->comm;
  error = file_meet(view, &mine.joint, NEEDS_NOBODY, open_shared);
  return error ? error : file_give(&mine, view, info, file);
}

/* --- closing --- */

/* The first to come closes: all have called by then, and to whoever goes on
 * after its call the file is closed, or gone. */
static int close_shared(struct file *f)
{
  struct shared_file *shared = f->shared;
  int error = shared->closed ? 0 : disk_close(&shared->disk);
  shared->closed = true;
  if (--shared->members > 0) return error;
  comm_unref(shared->comm);
  free(shared);
  return error;
}

int api_File_close(MPI_File *handle)
{
  struct file *f;
  int error = file_of(*handle, &f);
  if (error) return error;
  if (f->split.call)
    return fault(MPI_ERR_FILE, ": %s is still to come [MPI-4.1 14.4.5]",
                 f->split.call);
  coll_barrier(f->comm);
  self->call->file = no_file();
  rank_handle_free(self, HANDLE_FILE, (uintptr_t)*handle);
  *handle = MPI_FILE_NULL;
  error = close_shared(f);
  comm_view_unref(f->comm);
  errhandler_unref(f->errhandler);
  view_clear(&f->view);
  free(f->permissions);
  free(f);
  return error;
}

int api_File_delete(const char *path, MPI_Info handle)
{
  struct info *info;
  self->call->file = no_file();
  int error = info_of(handle, &info);
  if (error) return error;
  rank_meet();
  return disk_delete(path);
}

/* --- queries --- */

int api_File_get_group(MPI_File handle, MPI_Group *group)
{
  struct file *f;
  int error = file_of(handle, &f);
  return error ? error : group_give(group_ref(f->comm->comm->group), group);
}

int api_File_get_amode(MPI_File handle, int *amode)
{
  struct file *f;
  int error = file_of(handle, &f);
  if (!error) *amode = f->shared->disk.amode;
  return error;
}

/* The hints that we heed, and the name. */
int api_File_get_info(MPI_File handle, MPI_Info *info_used)
{
  struct file *f;
  int error = file_of(handle, &f);
  if (error) return error;
  struct info *info = info_new();
  if (strlen(f->shared->disk.path) < MPI_MAX_INFO_VAL)
    info_set(info, "filename", f->shared->disk.path);
  if (f->permissions) info_set(info, "file_perm", f->permissions);
  return info_give(info, info_used);
}

int api_File_set_info(MPI_File handle, MPI_Info hints)
{
  struct file *f;
  struct info *info;
  int error = file_of(handle, &f);
  if (error) return error;
  coll_pass(f->comm);
  return info_of(hints, &info); /* file_perm is of no use any more */
}

/* --- error handlers --- */

int api_File_set_errhandler(MPI_File handle, MPI_Errhandler errhandler)
{
  struct file *f;
  int error = file_or_none(handle, &f);
  if (error) return error;
  return errhandler_replace(&f->errhandler, errhandler, ERRHANDLER_FILE);
}

int api_File_get_errhandler(MPI_File handle, MPI_Errhandler *errhandler)
{
  struct file *f;
  int error = file_or_none(handle, &f);
  return error ? error : errhandler_give(f->errhandler, errhandler);
}

int api_File_call_errhandler(MPI_File handle, int code)
{
  struct file *f;
  int error = file_or_none(handle, &f);
  return error ? error : errhandler_call(f->errhandler, code);
}
