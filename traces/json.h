/* JSON, written as it comes: two-space indentation, one value a line, doubles
 * in 17 digits so that they read back exactly. The file is there when it is
 * complete. */
#ifndef ORIEL_JSON_H
#define ORIEL_JSON_H

#include "whole.h"

#include <stdbool.h>
#include <stdio.h>

struct json {
  struct whole_file whole;
  FILE *file; /* its stream */
  int depth;
  bool first; /* nothing was written at this depth */
};

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
/* A list of objects: each begins with json_item and ends with json_end. */
void json_begin_list(struct json *, const char *key);
void json_item(struct json *);
void json_end_list(struct json *);

#endif
