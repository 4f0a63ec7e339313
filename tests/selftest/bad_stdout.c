/* One line too many, one too few, silence where a line is due.
 * run:
 * stdout: one
 * run:
 * stdout: one
 * stdout: two
 * stdout: three
 * run: args=silent
 * stdout: one */
#include <stdio.h>

int main(int argc, char **argv)
{
  (void)argv;
  if (argc == 1) puts("one\ntwo");
  return 0;
}
