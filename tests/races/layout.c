/* Derived datatypes: one of each constructor, with gaps, in another order than
 * that of memory, or with elements that are there twice. */
#include "events.h"

struct layout {
  int count; /* of the type, that is, ... */
  int elements;
  unsigned cells;
  bool twice;
  const char *make; /* ... of `basic`, in `*made` */
};

static const struct layout layouts[] = {
    {1, 2, 5, false, "MPI_Type_vector(2, 1, 2, basic, made)"},
    {1, 2, 9, false, "MPI_Type_vector(2, 1, 3, basic, made)"},
    {1, 2, 17, false, "MPI_Type_create_hvector(2, 1, 16, basic, made)"},
    {1, 2, 5, false,
     "MPI_Type_indexed(2, (int[]){1, 1}, (int[]){2, 0}, basic, made)"},
    {1, 3, 11, false,
     "MPI_Type_indexed(2, (int[]){2, 1}, (int[]){0, 3}, basic, made)"},
    {1, 3, 11, false,
     "MPI_Type_create_indexed_block(3, 1, (int[]){3, 1, 0}, basic, made)"},
    {1, 3, 21, false,
     "MPI_Type_create_hindexed(3, (int[]){1, 1, 1}, (MPI_Aint[]){8, 16, 0}, "
     "basic, made)"},
    {1, 2, 9, false,
     "MPI_Type_create_struct(2, (int[]){1, 1}, (MPI_Aint[]){0, 12}, "
     "(MPI_Datatype[]){basic, basic}, made)"},
    {1, 3, 26, false,
     "MPI_Type_create_struct(2, (int[]){1, 2}, (MPI_Aint[]){4, 12}, "
     "(MPI_Datatype[]){basic, basic}, made)"},
    {2, 2, 5, false, "MPI_Type_create_resized(basic, 0, 8, made)"},
    {3, 3, 21, false, "MPI_Type_create_resized(basic, 0, 8, made)"},
    {2, 2, 9, false, "MPI_Type_create_resized(basic, 0, 12, made)"},
    {2, 4, 15, false,
     "MPI_Type_vector(2, 1, 2, basic, &part); "
     "MPI_Type_create_resized(part, 0, 4, made); MPI_Type_free(&part)"},
    {2, 4, 51, false,
     "MPI_Type_contiguous(2, basic, &part); "
     "MPI_Type_create_resized(part, 0, 16, made); MPI_Type_free(&part)"},
    {1, 4, 54, false,
     "MPI_Type_create_subarray(2, (int[]){2, 3}, (int[]){2, 2}, (int[]){0, 1}, "
     "MPI_ORDER_C, basic, made)"},
    {1, 2, 1, true, "MPI_Type_create_hvector(2, 1, 0, basic, made)"},
    {1, 3, 7, false,
     "MPI_Type_indexed(2, (int[]){1, 2}, (int[]){2, 0}, basic, made)"},
    {1, 4, 7, true, "MPI_Type_create_hvector(2, 2, 4, basic, made)"},
    {2, 4, 7, true,
     "MPI_Type_contiguous(2, basic, &part); "
     "MPI_Type_create_resized(part, 0, 4, made); MPI_Type_free(&part)"}};
enum { LAYOUTS = sizeof layouts / sizeof *layouts };

void layouts_declare(void)
{
  emit("static MPI_Datatype types_INT[%d], types_UNSIGNED[%d];\n"
       "static void layouts(MPI_Datatype basic, MPI_Datatype *made)\n"
       "{\n"
       "  MPI_Datatype part;\n",
       LAYOUTS, LAYOUTS);
  for (int i = 0; i < LAYOUTS; i++)
    emit("  %s; MPI_Type_commit(made++);\n", layouts[i].make);
  emit("  (void)part;\n"
       "}\n"
       "static void layouts_free(MPI_Datatype *made)\n"
       "{\n"
       "  for (int i = 0; i < %d; i++) MPI_Type_free(&made[i]);\n"
       "}\n",
       LAYOUTS);
}

const struct layout *draw_layout(int elements, bool reads)
{
  const struct layout *l;
  if (!kind->types || elements == 1 || chance(30)) return NULL;
  do
    l = &layouts[draw(LAYOUTS)];
  while (l->elements != elements || (l->twice && !reads));
  return l;
}

unsigned layout_cells(const struct layout *l, int elements)
{
  return l ? l->cells : cells_of(0, elements);
}

int layout_span(const struct layout *l, int elements)
{
  unsigned cells = layout_cells(l, elements);
  int span = 0;
  while (cells >> span)
    span++;
  return span;
}

void emit_layout(const struct layout *l, int elements, const char *type)
{
  if (l)
    emit(", %d, types_%s[%d]", l->count, type, (int)(l - layouts));
  else
    emit(", %d, MPI_%s", elements, type);
}
