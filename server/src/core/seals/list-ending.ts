import type { Address } from 'viem'
import { lowerCaseHex } from '../../crypto/hex.ts'
import type { ChainId } from '../../ens/chains.ts'
import {
  type EndingPosition,
  type EndingSet,
  selectEndingOfHolder,
} from '../../store/entities/set-notices.ts'
import type { CoreContext } from '../context.ts'
import { type CursorPage, type CursorRequest, readPage } from '../page.ts'
import { sealStateOf } from './describe-seal.ts'
import { findSealsOfDomain, isSetOf } from './find-seals.ts'

/** In which holders are shown that a set ends. */
export const endingDays = 60

interface ListEnding extends CursorRequest {
  readonly chainId: ChainId
  readonly address: Address
}

export type EndingName = EndingSet & { readonly state: ReturnType<typeof sealStateOf> }

/**
 * The sealed names of a holder whose set ends within 60 days or has ended, those that end first first. A name whose seal has gone to
 * another holder is left out, which makes its page shorter.
 */
export async function listEndingNames(
  context: Pick<CoreContext, 'store' | 'clock' | 'cursors'>,
  { chainId, address, ...request }: ListEnding,
): Promise<CursorPage<EndingName>> {
  const { db } = context.store
  const holder = lowerCaseHex(address)
  const until = Math.floor(context.clock() / 1000) + endingDays * 86_400
  const list = {
    list: ['ending sets', holder, chainId],
    positionOf: ({ validUntil, subnameKey }: EndingSet): EndingPosition => [validUntil, subnameKey],
    read: (after: EndingPosition | undefined, limit: number) =>
      selectEndingOfHolder(db, { chainId, holder, until, after, limit }),
  }
  const { items, next } = await readPage(context, list, request)
  const kept = await Promise.all(
    [...Map.groupBy(items, ({ domainId }) => domainId)].map(async ([domainId, sets]) => {
      const seals = await findSealsOfDomain(
        db,
        domainId,
        sets.map(({ name }) => name),
      )
      return sets.filter((set) => {
        const seal = seals.get(set.name)
        return seal !== undefined && isSetOf(seal, set)
      })
    }),
  )
  const sealed = new Set(kept.flat())
  return {
    items: items
      .filter((set) => sealed.has(set))
      .map((set) => ({ ...set, state: sealStateOf(context, set) })),
    next,
  }
}
