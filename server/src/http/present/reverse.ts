import { z } from 'zod'
import type { reverseAll } from '../../core/reverse/read-all.ts'
import { readRecord } from '../schema/record.ts'
import { presentReadRecord } from './record.ts'

const primaryName = z.object({
  address: z.string().meta({ description: 'In lower case, without the chain.' }),
  name: z.string().nullable().meta({ example: 'alice.demo.eth' }),
  viaUniversalResolver: z.boolean().meta({ description: 'Whether the name was found on chain.' }),
  records: readRecord
    .extend({ viaUniversalResolver: z.literal(true) })
    .optional()
    .meta({ description: 'With `records=true`, where there is a name.' }),
})

const one = primaryName
  .extend({ coinType: z.number().int().meta({ description: 'The one that was asked for.' }) })
  .meta({ id: 'ReverseName' })

const oneOfMany = primaryName
  .extend({
    coinType: z.number().int().nullable().meta({ description: 'Null for what could not be asked for.' }),
    error: z.string().nullable(),
  })
  .meta({ id: 'ReverseSlot' })

export const reverseData = z.union([one, z.array(oneOfMany)])

type Slot = Awaited<ReturnType<typeof reverseAll>>[number]

/** One answer as an object, whose failure is that of the request; several as a list. */
export function presentReverse(slots: readonly Slot[]): z.output<typeof reverseData> {
  const [only, ...others] = slots
  if (!only || others.length > 0) return slots.map(presentSlot)
  if (only.error) throw only.error
  return presentFound(only)
}

const presentSlot = (slot: Slot): z.output<typeof oneOfMany> =>
  slot.error
    ? {
        address: slot.address,
        name: null,
        coinType: slot.coinType,
        viaUniversalResolver: false,
        error: `${slot.error.name}: ${slot.error.message}`,
      }
    : { ...presentFound(slot), error: null }

const presentFound = ({
  address,
  coinType,
  found,
}: Extract<Slot, { error: null }>): z.output<typeof one> => ({
  address,
  name: found?.name ?? null,
  coinType,
  viaUniversalResolver: found?.isOnChain ?? false,
  ...(found?.record && { records: { ...presentReadRecord(found.record), viaUniversalResolver: true } }),
})
