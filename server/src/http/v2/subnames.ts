import { z } from 'zod'
import { addSubname } from '../../core/subnames/add.ts'
import { getSubname } from '../../core/subnames/get.ts'
import { updateSubname } from '../../core/subnames/update.ts'
import { alias, route } from '../route.ts'
import { documentedErrors } from '../schema/documented-errors.ts'
import { chainId, fullName } from '../schema/primitives.ts'
import { recordWithHolder } from '../schema/record.ts'
import { addInput, fromWireRecords, toNewSubname, updateRecordsInput } from '../schema/write.ts'
import { serializeRecordWithHolder } from '../serializers/record.ts'

const tag = 'Subnames (v2)'

const add = route({
  method: 'POST',
  url: '/ens/v2/subnames',
  id: 'v2AddSubname',
  tag,
  summary: 'Issue a subname',
  description:
    'Issues a claimed subname to the coin type 60 address, or to the signer. With `overrideSignatureCheck` the API ' +
    'key alone is enough.',
  auth: 'key+optionalSignature',
  body: addInput,
  data: recordWithHolder,
  errors: documentedErrors.add,
  handle: async ({ context, caller, body }) =>
    serializeRecordWithHolder(await addSubname(context, { caller, ...toNewSubname(body) })),
})

const get = route({
  method: 'GET',
  url: '/ens/v2/subnames',
  id: 'v2GetSubname',
  tag,
  summary: 'Read a subname',
  description:
    'What this service keeps of it, reservations too. Under a blocked domain there is nothing to read.',
  auth: 'none',
  query: z.object({ subname: fullName, chainId }),
  data: recordWithHolder,
  errors: documentedErrors.get,
  handle: async ({ context, query }) =>
    serializeRecordWithHolder(await getSubname(context, { chainId: query.chainId, name: query.subname })),
})

const update = route({
  method: 'PATCH',
  url: '/ens/v2/subnames/:subname',
  id: 'v2UpdateSubname',
  tag,
  summary: 'Change the records of a subname',
  description:
    'Merges, as the first generation does; `replace` makes the lists that are supplied replace the stored ones.',
  auth: 'signature',
  params: z.object({ subname: fullName }),
  query: z.object({ chainId }),
  body: updateRecordsInput,
  data: recordWithHolder,
  errors: documentedErrors.update,
  handle: async ({ context, caller, params, query, body }) => {
    const { replace } = body
    const input = { caller, ...query, name: params.subname, records: fromWireRecords(body), replace }
    return serializeRecordWithHolder(await updateSubname(context, input))
  },
})

export const subnames = [add, get, alias(get, '/ens/v2/subname', 'v2GetSubnameSingular'), update]
