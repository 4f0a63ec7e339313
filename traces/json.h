/* JSON, written as it comes: two-space indentation, one value a line, doubles
 * in 17 digits so that they read back exactly. The file appears under its name
 * only when it is complete. */
#ifndef ORIEL_JSON_H
#define ORIEL_JSON_H

#include <stdbool.h>
#include <stdio.h>

struct json {
  FILE *file;
  const char *path;
  char *part; /* the name while it is written; NULL: `path` is a device */
  int depth;
  bool first; /* nothing was written at this depth */
};

/* Could a file of this name be written? 0, or -1 and errno. */
int json_check(const char *path);

/* Begin the file and its outermost object; -1 and errno when it cannot be. */
int json_open(struct json *, const char *path);
/* End the outermost object and give the file its name; -1 and errno when
 * something was not written, and then nothing is left behind. */
int json_close(struct json *);

/* Members of the open object. */
void json_string(struct json *, const char *key, const char *value);
void json_integer(struct json *, const char *key, unsigned long value);
void json_number(struct json *, const char *key, double value);
void json_begin(struct json *, const char *key); /* an object */
void json_end(struct json *);

#endif
