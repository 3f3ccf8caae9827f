import { rotateApiKey } from '../../core/api-keys/rotate.ts'
import { serializeNewApiKey } from '../../http/schema/api-key.ts'
import { command, defaulted, flag } from '../command.ts'
import { printRecord } from '../print.ts'
import { parseSecondsToMs } from '../read-option.ts'
import { withContext } from '../with-context.ts'

export const keysRotate = command({
  name: 'keys rotate',
  summary: 'replace an API key; the old one stays valid for the overlap (3600)',
  operands: ['id'],
  options: { overlap: defaulted('seconds', '3600'), json: flag },
  run: async ({ operands: [id], options }) => {
    const overlapMs = parseSecondsToMs(options.overlap)
    const rotated = await withContext((context) => rotateApiKey(context, { id, overlapMs }))
    printRecord(serializeNewApiKey(rotated), options.json)
  },
})
