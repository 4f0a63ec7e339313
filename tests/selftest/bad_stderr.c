/* Standard error is not empty; standard error lacks a line.
 * run:
 * run:
 * stderr: noise
 * stderr: reason */
#include <stdio.h>

int main(void)
{
  fputs("noise\n", stderr);
  return 0;
}
