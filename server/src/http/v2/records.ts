import { readName } from '../../core/records/read.ts'
import { route } from '../kit.ts'
import { presentReadRecord } from '../present/record.ts'
import { failuresOf } from '../schema/failures.ts'
import { readNameQuery } from '../schema/read.ts'
import { readRecord } from '../schema/record.ts'

const read = route({
  method: 'GET',
  url: '/ens/v2/subnames/records',
  id: 'v2ReadRecords',
  tag: 'Subnames, second generation',
  summary: 'Read the records of any name through CCIP-Read',
  description:
    'As the first generation does. With `<name>@<chain>` only the address for that chain is read, and no other record.',
  credentials: 'none',
  load: 'outbound',
  isCostly: true,
  query: readNameQuery,
  data: readRecord,
  errors: failuresOf.readName,
  handle: async ({ context, query }) =>
    presentReadRecord(await readName(context, { name: query.ens, rpcUrl: query.providerUrl })),
})

export const records = [read]
