/* Everything as expected, in four runs.
 *
 * run: np=2 twice=1
 * run: args="3" exit=3
 * stdout: hello
 * stdout:   indented
 * run: args="0 'two words'" options="--say 'x y'"
 * stdout: two words
 * stderr: complaint with (special) [characters]
 */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
  if (argc > 2) {
    puts(argv[2]);
    fputs("a complaint with (special) [characters] in it\n", stderr);
    return 0;
  }
  puts("hello\n  indented");
  return argc > 1 ? atoi(argv[1]) : 0;
}
