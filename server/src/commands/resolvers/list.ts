import { listResolvers } from '../../core/resolvers/list.ts'
import { command, flag } from '../command.ts'
import { printTable } from '../print.ts'
import { withContext } from '../with-context.ts'
import { serializeResolverWithScheme } from './show.ts'

export const resolversList = command({
  name: 'resolvers list',
  summary: 'list the resolvers; the first one of a chain is in force there',
  options: { json: flag },
  run: async ({ options }) => {
    printTable((await withContext(listResolvers)).map(serializeResolverWithScheme), options.json)
  },
})
