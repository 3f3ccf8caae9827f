import { eraseName } from '../core/subnames/erase.ts'
import { type Command, command, flag, required } from './command.ts'
import { printRecord } from './print.ts'
import { parseChainId } from './read-option.ts'
import { withContext } from './with-context.ts'

const namesErase = command({
  name: 'names erase',
  summary:
    'remove a subname and erase its records and signers from the event log; type, time and name of its events stay',
  operands: ['name'],
  options: { chain: required('id'), json: flag },
  run: async ({ operands: [name], options: { chain, json } }) => {
    const chainId = parseChainId(chain)
    const { events, isRemoved, ...erased } = await withContext((context) =>
      eraseName(context, { chainId, name }),
    )
    printRecord({ ...erased, isRemoved, erasedEvents: events }, json)
  },
})

export const nameCommands: readonly Command[] = [namesErase]
