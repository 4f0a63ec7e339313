/* Standard error has other bytes, and more lines than `report:` says.
 *
 * run: args="'oriel: first'"
 * report: oriel: first
 * report:  indented
 * run: args="'oriel: second'"
 * report: oriel: second
 */
#include <stdio.h>

int main(int argc, char **argv)
{
  fprintf(stderr, "%s\n  indented\n", argc > 1 ? argv[1] : "");
  return 0;
}
