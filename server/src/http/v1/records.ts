import { readName } from '../../core/resolution/read-name.ts'
import { route } from '../route.ts'
import { documentedErrors } from '../schema/documented-errors.ts'
import { readNameQuery } from '../schema/read.ts'
import { onchainRecord } from '../schema/record.ts'
import { serializeOnchainRecord } from '../serializers/record.ts'

const read = route({
  method: 'GET',
  url: '/ens/v1/subname/records',
  id: 'v1ReadRecords',
  tag: 'Subnames (v1)',
  summary: 'Read the records of any name through CCIP-Read',
  description:
    'Resolves the name as an ENS client does, on the chain that the given node serves, gateways included. Where a ' +
    'resolver lists its records, as ours does, all are read; else those that are commonly set. A name that nobody ' +
    'registered has empty records and the zero address for a resolver.',
  auth: 'none',
  loadClass: 'outbound',
  expensive: true,
  query: readNameQuery,
  data: onchainRecord,
  errors: documentedErrors.readName,
  handle: async ({ context, query }) =>
    serializeOnchainRecord(await readName(context, { name: query.ens, rpcUrl: query.providerUrl })),
})

export const records = [read]
