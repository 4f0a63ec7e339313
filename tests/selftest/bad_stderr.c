/* Standard error is not empty; standard error lacks a line.
 * run:
 * stdout: out
 * run:
 * stdout: out
 * stderr: noise
 * stderr: reason */
#include <stdio.h>

int main(void)
{
  puts("out");
  fputs("noise\n", stderr);
  return 0;
}
