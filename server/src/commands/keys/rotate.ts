import { rotateApiKey } from '../../core/api-keys/rotate.ts'
import { presentNewApiKey } from '../../http/present/api-key.ts'
import { command, defaulted, flag } from '../command.ts'
import { printOne } from '../print.ts'
import { readSeconds } from '../read-option.ts'
import { withContext } from '../with-context.ts'

export const keysRotate = command({
  name: 'keys rotate',
  summary: 'replace an API key; the old one stays valid for the overlap (3600)',
  operands: ['id'],
  options: { overlap: defaulted('seconds', '3600'), json: flag },
  run: async ({ operands: [id], options }) => {
    const overlap = readSeconds(options.overlap)
    const rotated = await withContext((context) => rotateApiKey(context, { id, overlap }))
    printOne(presentNewApiKey(rotated), options.json)
  },
})
