import { z } from 'zod'
import type { OwnNameResolution } from '../../core/names/resolve-own.ts'
import type { SubnameDetails } from '../../core/subnames/subname-details.ts'
import { subnameEtag } from '../../core/subnames/subname-etag.ts'
import { answer, withEtag } from './answer.ts'
import { wireChainId } from './primitives.ts'
import {
  onchainRecord,
  recordWithHolder,
  serializeOnchainRecord,
  serializeRecordWithHolder,
} from './record.ts'

const bynameName = recordWithHolder
  .extend({
    chainId: wireChainId,
    domain: z.string().meta({ description: 'The domain that it was issued under.', example: 'demo.eth' }),
    state: z.enum(['claimed', 'reserved']).meta({
      description: 'A reserved name resolves to nothing until it is accepted.',
      example: 'claimed',
    }),
  })
  .meta({ id: 'Name', description: 'A name, its records, its holder and its domain.' })

/** The last state: what does not exist has no entity tag. */
export const removedNameAnswer = answer(bynameName, (details: SubnameDetails) => ({
  ...serializeRecordWithHolder(details),
  chainId: details.subname.chainId,
  domain: details.domain.name,
  state: details.subname.isClaimed ? ('claimed' as const) : ('reserved' as const),
}))

export const nameAnswer = withEtag(removedNameAnswer, subnameEtag)

const resolution = onchainRecord
  .extend({
    chainId: wireChainId,
    durationMs: z
      .number()
      .int()
      .meta({ description: 'Milliseconds that the resolution took.', example: 240 }),
  })
  .meta({
    id: 'Resolution',
    description:
      'A name as a wallet resolves it. Without a resolver on chain, its resolver is the zero address.',
  })

export const resolutionAnswer = answer(
  resolution,
  ({ chainId, durationMs, ...resolved }: OwnNameResolution) => ({
    ...serializeOnchainRecord(resolved),
    chainId,
    durationMs,
  }),
)
