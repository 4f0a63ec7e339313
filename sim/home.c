/* Where Oriel is installed: found from where the library lies. */
#include "home.h"

#include <dirent.h>
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Beside the library: ../bin/orielrun, or ../../bin where libraries lie one
 * folder deeper. */
bool home_orielrun(char *path)
{
  static const char *const places[] = {"../bin/orielrun", "../../bin/orielrun",
                                       "bin/orielrun"};
  char library[PATH_MAX];
  Dl_info info;
  bool (*own)(char *) = home_orielrun;
  if (!dladdr(*(void **)&own, &info) || !info.dli_fname) return false;
  if (!realpath(info.dli_fname, library)) return false;
  const char *slash = strrchr(library, '/');
  int n = slash ? (int)(slash - library) : 0;
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    snprintf(path, PATH_MAX, "%.*s/%s", n, library, places[i]);
    if (access(path, X_OK) == 0) return true;
  }
  return false;
}

/* Of a file there; the folder's own path ends with a slash. */
static bool platform_path(const char *name, char *path)
{
  char orielrun[PATH_MAX];
  if (!home_orielrun(orielrun)) return false;
  int home = (int)(strlen(orielrun) - strlen("bin/orielrun"));
  snprintf(path, PATH_MAX, "%.*sshare/oriel/platforms/%s", home, orielrun,
           name);
  return true;
}

bool home_platform(const char *name, char *path)
{
  return platform_path(name, path) && access(path, R_OK) == 0;
}

static int is_visible(const struct dirent *d)
{
  return d->d_name[0] != '.';
}

void home_platforms(char *text, size_t size)
{
  char folder[PATH_MAX];
  struct dirent **list = NULL;
  size_t n = 0;
  *text = 0;
  if (!platform_path("", folder)) return;
  int count = scandir(folder, &list, is_visible, versionsort);
  for (int i = 0; i < count; i++) {
    if (n < size)
      n += (size_t)snprintf(text + n, size - n, "%s%s", i ? ", " : "",
                            list[i]->d_name);
    free(list[i]);
  }
  free(list);
}
