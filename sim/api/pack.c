/* Packing into the program's own buffers, native and external32.
 * [MPI-4.1 5.2, 5.3]
 *
 * The packed form is the stream of the type map without any header, so that
 * what was packed can be received with other datatypes. It is a memory copy,
 * and takes the time of one. */
#include "datatype.h"

#include "../cost/cost.h"
#include "../rank/observed.h"
#include "../../model/datatype/external32.h"

#include <api.h>
#include <string.h>

/* One call: what is packed or unpacked, and where in the packed buffer. */
struct packing {
  const struct datatype *type;
  MPI_Count count, size; /* size: of the packed buffer */
  MPI_Count position;
  MPI_Count bytes; /* that the data takes in the packed buffer */
};

static int check_room(const struct packing *p, const void *packed)
{
  if (!packed && p->bytes)
    return fault(MPI_ERR_BUFFER,
                 ": the packed buffer is a null pointer [MPI-4.1 5.2]");
  int error = check_number(p->position, "position", "5.2");
  if (error) return error;
  if (p->bytes <= p->size - p->position) return 0;
  return fault(MPI_ERR_ARG,
               ": position %lld + %lld packed bytes exceed the buffer's %lld "
               "[MPI-4.1 5.2]",
               (long long)p->position, (long long)p->bytes, (long long)p->size);
}

static int too_large(MPI_Count count, const struct datatype *type)
{
  return fault(MPI_ERR_COUNT,
               ": %lld elements of %lld bytes exceed 2^63 bytes [MPI-4.1 5.2]",
               (long long)count, (long long)type->size);
}

static const struct argument_names packed_from = {"inbuf", "incount",
                                                  "datatype", .tag = NULL},
                                   unpacked_to = {"outbuf", "outcount",
                                                  "datatype", .tag = NULL};

static int packing_start(struct packing *p, const void *data, MPI_Count count,
                         MPI_Datatype handle,
                         const struct argument_names *names)
{
  int error = check_count(count, names->count);
  if (!error) error = committed_of(handle, names->type, &p->type);
  if (!error) error = check_buffer(data, count, p->type, names->buffer);
  if (error) return error;
  p->count = count;
  if (__builtin_mul_overflow(count, p->type->size, &p->bytes))
    return too_large(count, p->type);
  return 0;
}

/* What it costs, and what observers hear of the two buffers; returns how many
 * elements there is room for. */
static MPI_Count packing_told(const struct packing *p, const void *inbuf,
                              void *outbuf)
{
  MPI_Count fit = p->bytes;
  OBSERVE(buffer, OBSERVED_SELF, .argument = "inbuf",
          .data = {inbuf, p->count, p->type}, .date = self->time);
  OBSERVE(buffer, OBSERVED_SELF, .argument = "outbuf",
          .data = {(char *)outbuf + p->position, p->bytes, NULL}, .write = true,
          .room = &fit, .date = self->time);
  rank_charge(spent(TERM_COPY, (double)p->bytes / cost.copy));
  return p->bytes ? fit / (p->bytes / p->count) : 0;
}

static MPI_Count unpacking_told(const struct packing *p, const void *inbuf,
                                void *outbuf)
{
  MPI_Count fit = p->count;
  OBSERVE(buffer, OBSERVED_SELF, .argument = "inbuf",
          .data = {(const char *)inbuf + p->position, p->bytes, NULL},
          .date = self->time);
  OBSERVE(buffer, OBSERVED_SELF, .argument = "outbuf",
          .data = {outbuf, p->count, p->type}, .write = true, .room = &fit,
          .date = self->time);
  rank_charge(spent(TERM_COPY, (double)p->bytes / cost.copy));
  return fit;
}

int api_Pack_c(const void *inbuf, MPI_Count incount, MPI_Datatype handle,
               void *outbuf, MPI_Count outsize, MPI_Count *position,
               MPI_Comm comm)
{
  struct comm_view *view;
  struct packing p = {.size = outsize, .position = *position};
  int error = comm_of(comm, &view);
  if (!error) error = packing_start(&p, inbuf, incount, handle, &packed_from);
  if (!error) error = check_room(&p, outbuf);
  if (error) return error;
  MPI_Count fit = packing_told(&p, inbuf, outbuf);
  datatype_pack(inbuf, fit, p.type, 0, (size_t)(fit * p.type->size),
                (char *)outbuf + p.position);
  *position += p.bytes;
  return 0;
}

int api_Pack(const void *inbuf, int incount, MPI_Datatype handle, void *outbuf,
             int outsize, int *position, MPI_Comm comm)
{
  MPI_Count wide = *position;
  int error = api_Pack_c(inbuf, incount, handle, outbuf, outsize, &wide, comm);
  if (!error) *position = (int)wide;
  return error;
}

int api_Unpack_c(const void *inbuf, MPI_Count insize, MPI_Count *position,
                 void *outbuf, MPI_Count outcount, MPI_Datatype handle,
                 MPI_Comm comm)
{
  struct comm_view *view;
  struct packing p = {.size = insize, .position = *position};
  int error = comm_of(comm, &view);
  if (!error) error = packing_start(&p, outbuf, outcount, handle, &unpacked_to);
  if (!error) error = check_room(&p, inbuf);
  if (error) return error;
  MPI_Count fit = unpacking_told(&p, inbuf, outbuf);
  datatype_unpack(outbuf, fit, p.type, 0, (size_t)(fit * p.type->size),
                  (const char *)inbuf + p.position);
  *position += p.bytes;
  return 0;
}

int api_Unpack(const void *inbuf, int insize, int *position, void *outbuf,
               int outcount, MPI_Datatype handle, MPI_Comm comm)
{
  MPI_Count wide = *position;
  int error =
      api_Unpack_c(inbuf, insize, &wide, outbuf, outcount, handle, comm);
  if (!error) *position = (int)wide;
  return error;
}

int api_Pack_size_c(MPI_Count incount, MPI_Datatype handle, MPI_Comm comm,
                    MPI_Count *size)
{
  struct comm_view *view;
  const struct datatype *type;
  MPI_Count bytes;
  int error = comm_of(comm, &view);
  if (!error) error = check_count(incount, "incount");
  if (!error) error = datatype_of(handle, "datatype", &type);
  if (error) return error;
  if (__builtin_mul_overflow(incount, type->size, &bytes))
    return too_large(incount, type);
  *size = bytes;
  return 0;
}

int api_Pack_size(int incount, MPI_Datatype handle, MPI_Comm comm, int *size)
{
  MPI_Count wide = 0;
  int error = api_Pack_size_c(incount, handle, comm, &wide);
  if (!error) *size = int_or_undefined(wide);
  return error;
}

/* --- external32 --- */

static int check_datarep(const char *datarep)
{
  if (!datarep)
    return fault(MPI_ERR_ARG, ": datarep is a null pointer [MPI-4.1 5.3]");
  if (strcmp(datarep, "external32") == 0) return 0;
  return fault(MPI_ERR_ARG,
               ": datarep is \"%.100s\", must be \"external32\" [MPI-4.1 5.3]",
               datarep);
}

static int external_start(struct packing *p, const char *datarep,
                          const void *data, MPI_Count count,
                          MPI_Datatype handle,
                          const struct argument_names *names,
                          const void *packed)
{
  int error = check_datarep(datarep);
  if (!error) error = packing_start(p, data, count, handle, names);
  if (error) return error;
  p->bytes = external32_size(count, p->type);
  return check_room(p, packed);
}

int api_Pack_external_c(const char *datarep, const void *inbuf,
                        MPI_Count incount, MPI_Datatype handle, void *outbuf,
                        MPI_Count outsize, MPI_Count *position)
{
  struct packing p = {.size = outsize, .position = *position};
  int error =
      external_start(&p, datarep, inbuf, incount, handle, &packed_from, outbuf);
  if (error) return error;
  external32_pack(inbuf, packing_told(&p, inbuf, outbuf), p.type,
                  (char *)outbuf + p.position);
  *position += p.bytes;
  return 0;
}

int api_Pack_external(const char *datarep, const void *inbuf, int incount,
                      MPI_Datatype handle, void *outbuf, MPI_Aint outsize,
                      MPI_Aint *position)
{
  return api_Pack_external_c(datarep, inbuf, incount, handle, outbuf, outsize,
                             position);
}

int api_Unpack_external_c(const char datarep[], const void *inbuf,
                          MPI_Count insize, MPI_Count *position, void *outbuf,
                          MPI_Count outcount, MPI_Datatype handle)
{
  struct packing p = {.size = insize, .position = *position};
  int error = external_start(&p, datarep, outbuf, outcount, handle,
                             &unpacked_to, inbuf);
  if (error) return error;
  external32_unpack(outbuf, unpacking_told(&p, inbuf, outbuf), p.type,
                    (const char *)inbuf + p.position);
  *position += p.bytes;
  return 0;
}

int api_Unpack_external(const char datarep[], const void *inbuf,
                        MPI_Aint insize, MPI_Aint *position, void *outbuf,
                        int outcount, MPI_Datatype handle)
{
  return api_Unpack_external_c(datarep, inbuf, insize, position, outbuf,
                               outcount, handle);
}

int api_Pack_external_size_c(const char *datarep, MPI_Count incount,
                             MPI_Datatype handle, MPI_Count *size)
{
  const struct datatype *type;
  int error = check_datarep(datarep);
  if (!error) error = check_count(incount, "incount");
  if (!error) error = datatype_of(handle, "datatype", &type);
  if (error) return error;
  MPI_Count bytes = external32_size(incount, type);
  if (bytes < 0) return too_large(incount, type);
  *size = bytes;
  return 0;
}

int api_Pack_external_size(const char *datarep, int incount,
                           MPI_Datatype handle, MPI_Aint *size)
{
  return api_Pack_external_size_c(datarep, incount, handle, size);
}
