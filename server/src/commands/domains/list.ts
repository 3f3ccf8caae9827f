import { listDomains } from '../../core/domains/list.ts'
import { serializeDomain } from '../../http/schema/domain.ts'
import { command, flag } from '../command.ts'
import { printTable } from '../print.ts'
import { withContext } from '../with-context.ts'

export const domainsList = command({
  name: 'domains list',
  summary: 'list the domains of every workspace, or those that are deleted and can be purged',
  options: { deleted: flag, json: flag },
  run: async ({ options }) => {
    const domains = await withContext((context) => listDomains(context, { includeDeleted: options.deleted }))
    const matching = domains.filter(({ deletedAt }) => !options.deleted || deletedAt !== null)
    printTable(matching.map(serializeDomain), options.json)
  },
})
