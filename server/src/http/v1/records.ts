import { readName } from '../../core/records/read.ts'
import { route } from '../kit.ts'
import { presentReadRecord } from '../present/record.ts'
import { failuresOf } from '../schema/failures.ts'
import { readNameQuery } from '../schema/read.ts'
import { readRecord } from '../schema/record.ts'

const read = route({
  method: 'GET',
  url: '/ens/v1/subname/records',
  id: 'v1ReadRecords',
  tag: 'Subnames, first generation',
  summary: 'Read the records of any name through CCIP-Read',
  description:
    'Resolves the name as an ENS client does, on the chain that the given node serves, gateways included. Where a ' +
    'resolver lists its records, as ours does, all are read; else those that are commonly set. A name that nobody ' +
    'registered has empty records and the zero address for a resolver.',
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
