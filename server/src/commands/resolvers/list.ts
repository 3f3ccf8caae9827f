import { listResolvers } from '../../core/resolvers/list.ts'
import { command, flag } from '../command.ts'
import { printAll } from '../print.ts'
import { withContext } from '../with-context.ts'
import { showResolver } from './show.ts'

export const resolversList = command({
  name: 'resolvers list',
  summary: 'list the resolvers; the first one of a chain is in force there',
  options: { json: flag },
  run: async ({ options }) => {
    printAll((await withContext(listResolvers)).map(showResolver), options.json)
  },
})
