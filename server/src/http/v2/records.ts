import { readName } from '../../core/resolution/read-name.ts'
import { route } from '../route.ts'
import { documentedErrors } from '../schema/documented-errors.ts'
import { readNameQuery } from '../schema/read.ts'
import { onchainRecord } from '../schema/record.ts'
import { serializeOnchainRecord } from '../serializers/record.ts'

const read = route({
  method: 'GET',
  url: '/ens/v2/subnames/records',
  id: 'v2ReadRecords',
  tag: 'Subnames (v2)',
  summary: 'Read the records of any name through CCIP-Read',
  description:
    'As the first generation does. With `<name>@<chain>` only the address for that chain is read, and no other record.',
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
