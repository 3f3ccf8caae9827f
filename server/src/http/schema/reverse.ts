import { z } from 'zod'
import type { reverseResolveAll } from '../../core/resolution/reverse-all.ts'
import { answer } from './answer.ts'
import { signedExample } from './examples.ts'
import { onchainRecord, serializeOnchainRecord } from './record.ts'

const primaryName = z.object({
  address: z
    .string()
    .meta({ description: 'In lower case, without the chain.', example: signedExample.address.toLowerCase() }),
  name: z
    .string()
    .nullable()
    .meta({ description: 'Its primary name; null without one.', example: 'alice.demo.eth' }),
  viaUniversalResolver: z.boolean().meta({ description: 'Whether the name was found on chain.' }),
  records: onchainRecord
    .extend({
      viaUniversalResolver: z
        .literal(true)
        .meta({ description: 'The name was read through the Universal Resolver.' }),
    })
    .optional()
    .meta({ description: 'With `records=true`, if there is a name.' }),
})

const reverseName = primaryName
  .extend({ coinType: z.number().int().meta({ description: 'The requested coin type.', example: 60 }) })
  .meta({ id: 'ReverseName', description: 'The primary name of an address.' })

const reverseEntry = primaryName
  .extend({
    coinType: z.number().int().nullable().meta({ description: 'Null for an invalid entry.', example: 60 }),
    error: z
      .string()
      .nullable()
      .meta({ description: '`<Name>: <sentence>`; null without an error.', example: null }),
  })
  .meta({
    id: 'ReverseSlot',
    description: 'The primary name of one of several addresses, or its error.',
  })

export const reverseData = z.union([reverseName, z.array(reverseEntry)])

type ReverseEntry = Awaited<ReturnType<typeof reverseResolveAll>>[number]

/** One result as an object, whose failure is that of the request; several as a list. */
function serializeReverse(entries: readonly ReverseEntry[]): z.output<typeof reverseData> {
  const [first, ...rest] = entries
  if (!first || rest.length > 0) return entries.map(serializeEntry)
  if (first.error) throw first.error
  return serializeResult(first)
}

function serializeEntry(entry: ReverseEntry): z.output<typeof reverseEntry> {
  return entry.error
    ? {
        address: entry.address,
        name: null,
        coinType: entry.coinType,
        viaUniversalResolver: false,
        error: `${entry.error.name}: ${entry.error.message}`,
      }
    : { ...serializeResult(entry), error: null }
}

function serializeResult({
  address,
  coinType,
  primaryName: found,
}: Extract<ReverseEntry, { error: null }>): z.output<typeof reverseName> {
  return {
    address,
    name: found?.name ?? null,
    coinType,
    viaUniversalResolver: found?.isOnChain ?? false,
    ...(found?.record && {
      records: { ...serializeOnchainRecord(found.record), viaUniversalResolver: true },
    }),
  }
}

export const reverseAnswer = answer(reverseData, serializeReverse)
