/* Handles of communicators, groups and infos: what the calls that make or
 * take such objects share. Calls that look a handle up return 0 or a fault's
 * class; `give` makes a handle of self and takes over the caller's reference,
 * also when it fails. */
#ifndef ORIEL_OBJECTS_H
#define ORIEL_OBJECTS_H

#include "call.h"
#include "../../model/attribute/attribute.h"

#include <mpi.h>

struct comm;
struct comm_view;
struct errhandler;
struct group;
struct info;

int group_give(struct group *, MPI_Group *);
/* That the leader of a side of an intercommunicator is one of its ranks. */
int check_leader(const struct group *, int rank, const char *argument);

/* A handle of a member: self's view of a communicator that lives. `parent`
 * is where the error handler comes from. */
int comm_give(struct comm *, struct comm_view *parent, MPI_Comm *);
int comm_give_with(struct comm *, struct errhandler *, MPI_Comm *);
/* That of a duplicate: the attributes of `from` are copied, hints taken.
 * MPI_COMM_NULL on failure. */
int comm_give_copy(struct comm *, struct comm_view *from, const struct info *,
                   MPI_Comm *newcomm);

/* Split as MPI_Comm_split does; *comm is NULL where color is MPI_UNDEFINED. */
int comm_split(struct comm_view *, int color, int key, struct comm **);

/* Take the hints that MPI reserves for communicators; NULL holds none. */
int comm_hint(struct comm_view *, const struct info *);

/* A keyval of self, whose functions callback.c runs. */
int keyval_give(enum attribute_kind, attribute_function *copy_fn,
                attribute_function *delete_fn, void *extra_state, int *keyval);

/* The info of a handle, NULL for MPI_INFO_NULL. */
int info_of(MPI_Info, struct info **);
int info_give(struct info *, MPI_Info *);
/* The alignment that hints ask of memory which MPI allocates: the key
 * mpi_minimum_memory_alignment, if that is a power of two, or 0. The second
 * returns a fault's class if it is something else, or 0. */
size_t memory_alignment(const struct info *);
int check_alignment(const struct info *);

/* Fill self->world and self->own: in MPI_Init, before anything else. */
void comm_open_rank(void);
/* What MPI_Finalize does first: delete the attributes of MPI_COMM_SELF, the
 * last set first. [MPI-4.1 11.2.4] */
int comm_close_rank(void);

/* What hosts are called as a type of hardware. */
#define HOST_RESOURCE "oriel://host"

/* What MPI_INFO_ENV says of the programs; by the launcher, once per program
 * of the command line, before the run. */
void info_env_describe(int app, int argc, char *const argv[], int maxprocs);

#endif
