/* Transpose a distributed matrix in one epoch: derived types turn rows into
 * columns while the data travels.
 *
 * The ranks form a grid, the matrix lies on it in equal rectangles, and its
 * transpose lies on the same grid. Both are cut into square tiles, as many
 * along each side as it takes for each rank to own whole tiles of both. A tile
 * at (i, j) goes with one MPI_Put to the owner of (j, i).
 *
 * To look at: `rows` describes a tile in the order of its rows, `columns`
 * the same tile in the order of its columns; a put whose origin type is the one
 * and whose target type is the other transposes the tile. Both have the same
 * number of doubles, which is all that MPI asks. `columns` is made by
 * MPI_Type_create_resized: a column with the extent of a single element, so
 * that the next column of a contiguous row of them starts one element further.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { TILE = 4 };

static int grid_rows, grid_columns; /* the grid of ranks */
static int tiles;                   /* tiles along a side of the matrix */
static int tile_rows, tile_columns; /* tiles of one rank */

static void grid_choose(int ranks)
{
  for (grid_rows = 1; (grid_rows + 1) * (grid_rows + 1) <= ranks;)
    grid_rows++;
  while (ranks % grid_rows)
    grid_rows--;
  grid_columns = ranks / grid_rows;
  tiles = grid_columns;
  while (tiles % grid_rows)
    tiles += grid_columns;
  tile_rows = tiles / grid_rows;
  tile_columns = tiles / grid_columns;
}

/* Who owns tile (i, j), and where its first element lies there. */
static int tile_owner(int i, int j)
{
  return i / tile_rows * grid_columns + j / tile_columns;
}

static MPI_Aint tile_place(int i, int j)
{
  MPI_Aint row = i % tile_rows * TILE, column = j % tile_columns * TILE;
  return row * tile_columns * TILE + column;
}

/* A tile of a matrix whose rows have `width` elements, by rows and by
 * columns. */
static void tile_types(int width, MPI_Datatype *rows, MPI_Datatype *columns)
{
  MPI_Datatype column, slim;
  MPI_Type_vector(TILE, TILE, width, MPI_DOUBLE, rows);
  MPI_Type_commit(rows);
  MPI_Type_vector(TILE, 1, width, MPI_DOUBLE, &column);
  MPI_Type_create_resized(column, 0, sizeof(double), &slim);
  MPI_Type_contiguous(TILE, slim, columns);
  MPI_Type_commit(columns);
  MPI_Type_free(&slim);
  MPI_Type_free(&column);
}

/* The element of the matrix at a global row and column. */
static double element(long row, long column)
{
  return (double)(row * tiles * TILE + column);
}

int main(int argc, char **argv)
{
  int me, ranks;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  grid_choose(ranks);

  int height = tile_rows * TILE, width = tile_columns * TILE;
  int first_row = me / grid_columns * height;
  int first_column = me % grid_columns * width;
  double *matrix = malloc(sizeof(double) * height * width), *transposed;
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      matrix[y * width + x] = element(first_row + y, first_column + x);

  MPI_Win win;
  MPI_Datatype rows, columns;
  MPI_Win_allocate(sizeof(double) * height * width, sizeof(double),
                   MPI_INFO_NULL, MPI_COMM_WORLD, &transposed, &win);
  tile_types(width, &rows, &columns);

  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  for (int i = first_row / TILE; i < first_row / TILE + tile_rows; i++)
    for (int j = first_column / TILE; j < first_column / TILE + tile_columns;
         j++)
      MPI_Put(matrix + tile_place(i, j), 1, rows, tile_owner(j, i),
              tile_place(j, i), 1, columns, win);
  MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOSUCCEED, win);

  long wrong = 0, all;
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      wrong +=
          transposed[y * width + x] != element(first_column + x, first_row + y);
  MPI_Allreduce(&wrong, &all, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  if (me == 0)
    printf("%d x %d matrix on %d x %d ranks transposed, %ld elements wrong\n",
           tiles * TILE, tiles * TILE, grid_rows, grid_columns, all);

  MPI_Type_free(&columns);
  MPI_Type_free(&rows);
  MPI_Win_free(&win);
  free(matrix);
  MPI_Finalize();
  return all != 0;
}
