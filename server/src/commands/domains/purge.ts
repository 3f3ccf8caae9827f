import { purgeDomain } from '../../core/domains/purge.ts'
import { serializeDomain } from '../../http/schema/domain.ts'
import { command, flag } from '../command.ts'
import { printRecord } from '../print.ts'
import { withContext } from '../with-context.ts'

export const domainsPurge = command({
  name: 'domains purge',
  summary: 'remove a deleted domain and its subnames for good',
  operands: ['ensId'],
  options: { json: flag },
  run: async ({ operands: [id], options }) => {
    printRecord(serializeDomain(await withContext((context) => purgeDomain(context, id))), options.json)
  },
})
