import { listDomains } from '../../core/domains/list.ts'
import { presentDomain } from '../../http/present/domain.ts'
import { command, flag } from '../command.ts'
import { printAll } from '../print.ts'
import { withContext } from '../with-context.ts'

export const domainsList = command({
  name: 'domains list',
  summary: 'list the domains of every workspace, or those that are deleted and can be purged',
  options: { deleted: flag, json: flag },
  run: async ({ options }) => {
    const domains = await withContext((context) => listDomains(context, { includeDeleted: options.deleted }))
    const wanted = domains.filter(({ deletedAt }) => !options.deleted || deletedAt !== null)
    printAll(wanted.map(presentDomain), options.json)
  },
})
