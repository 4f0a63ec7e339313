/* Handles of datatypes: what the calls that make or take them share.
 *
 * A handle names a view: a rank's name and attributes for a type that may
 * have other handles, and whether it was committed by this one. Views of
 * predefined types exist only where a rank gave one a name or an attribute;
 * they hang on the rank. Invariant: a view of a derived type holds one
 * reference to it; types that operations still use outlive their handle by
 * references of their own. */
#ifndef ORIEL_API_DATATYPE_H
#define ORIEL_API_DATATYPE_H

#include "call.h"
#include "../../model/datatype/datatype.h"

struct attributes;

struct datatype_view {
  struct datatype *type;
  MPI_Datatype handle;
  char *name;                    /* NULL until first set */
  struct attributes *attributes; /* NULL until first set */
  bool committed;
  bool permanent;             /* MPI_Type_create_f90_*: not to be freed */
  struct datatype_view *next; /* of self->types */
};

/* A handle of self; takes over the reference, also when it fails. */
int datatype_give(struct datatype *, bool committed, MPI_Datatype *);
/* A view of self for a valid handle, made on demand. */
int datatype_view_of(MPI_Datatype, struct datatype_view **);

/* Was self's call the large-count version, MPI_..._c? */
bool call_is_large(void);

/* What MPI_Type_get_count and such say of a number that int cannot hold. */
int int_or_undefined(MPI_Count);

#endif
