/* Standard error is exactly what `report:` says, in the run that has it.
 *
 * run: args="'oriel: first'"
 * report: oriel: first
 * report:   indented
 * run: args="'oriel: second'"
 * report: oriel: second
 * report:   indented
 */
#include <stdio.h>

int main(int argc, char **argv)
{
  fprintf(stderr, "%s\n  indented\n", argc > 1 ? argv[1] : "");
  return 0;
}
