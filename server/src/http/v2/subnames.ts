import { z } from 'zod'
import { addSubname } from '../../core/subnames/add.ts'
import { getSubname } from '../../core/subnames/get.ts'
import { updateSubname } from '../../core/subnames/update.ts'
import { alias, route } from '../kit.ts'
import { presentHeldRecord } from '../present/record.ts'
import { failuresOf } from '../schema/failures.ts'
import { heldRecord } from '../schema/record.ts'
import { chainId, fullName } from '../schema/wire.ts'
import { addInput, addOf, recordsOf, updateRecordsInput } from '../schema/write.ts'

const tag = 'Subnames, second generation'

const add = route({
  method: 'POST',
  url: '/ens/v2/subnames',
  id: 'v2AddSubname',
  tag,
  summary: 'Issue a subname',
  description:
    'Issues a claimed subname to the coin type 60 address, or to the signer. With `overrideSignatureCheck` the API ' +
    'key alone is enough.',
  credentials: 'key+signature?',
  body: addInput,
  data: heldRecord,
  errors: failuresOf.add,
  handle: async ({ context, caller, body }) =>
    presentHeldRecord(await addSubname(context, { caller, ...addOf(body) })),
})

const get = route({
  method: 'GET',
  url: '/ens/v2/subnames',
  id: 'v2GetSubname',
  tag,
  summary: 'Read a subname',
  description:
    'What this service keeps of it, reservations too. Under a blocked domain there is nothing to read.',
  credentials: 'none',
  query: z.object({ subname: fullName, chainId }),
  data: heldRecord,
  errors: failuresOf.get,
  handle: async ({ context, query }) =>
    presentHeldRecord(await getSubname(context, { chainId: query.chainId, name: query.subname })),
})

const update = route({
  method: 'PATCH',
  url: '/ens/v2/subnames/:subname',
  id: 'v2UpdateSubname',
  tag,
  summary: 'Change the records of a subname',
  description:
    'Merges, as the first generation does; `replace` makes the lists that are supplied replace the stored ones.',
  credentials: 'signature',
  params: z.object({ subname: fullName }),
  query: z.object({ chainId }),
  body: updateRecordsInput,
  data: heldRecord,
  errors: failuresOf.update,
  handle: async ({ context, caller, params, query, body }) => {
    const { replace } = body
    const input = { caller, ...query, name: params.subname, records: recordsOf(body), replace }
    return presentHeldRecord(await updateSubname(context, input))
  },
})

export const subnames = [add, get, alias(get, '/ens/v2/subname', 'v2GetSubnameSingular'), update]
