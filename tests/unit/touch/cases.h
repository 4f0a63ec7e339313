/* What the programs are made of that access memory for tests/unit/test_touch.c.
 *
 * argv[1] is the address of the test's function: called with the window, its
 * size and NULL, and then after each case with what must have been seen: "r"
 * or "w" and the range of offsets in the window that was read or written; in
 * parentheses, what may have been, too. Reads of bytes that are written as well
 * need not be seen. */
#ifndef TOUCH_CASES_H
#define TOUCH_CASES_H

#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void tell(void *window, size_t size, const char *name,
                  const char *expected);
static tell *test;

enum { SIZE = 32768 };
static unsigned char memory[SIZE] __attribute__((aligned(4096)));
static unsigned char *volatile start = memory; /* compilers cannot know it */
static unsigned char other_memory[SIZE];
static unsigned char *volatile other = other_memory;
static volatile int sink;
static volatile int four = 4, three = 3, hundred = 100;

#define CASE(name, expected) test(start, SIZE, name, expected)

/* False: this is not how the test calls. */
static int begin_cases(int argc, char **argv)
{
  if (argc != 2) return 0;
  test = (tell *)strtoul(argv[1], NULL, 16);
  test(start, SIZE, NULL, NULL);
  return 1;
}

#endif
