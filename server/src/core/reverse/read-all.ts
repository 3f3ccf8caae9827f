import type { ChainId } from '../../ens/chain-id.ts'
import { AppError } from '../../errors.ts'
import { attempt } from '../attempt.ts'
import type { CoreContext } from '../context.ts'
import { type NameOnChain, readWith } from '../records/read.ts'
import { callerSource, ownSource, type Source } from '../records/source.ts'
import { homeOf, type Reversed, reverse } from './read.ts'
import { addressIn, parseTarget, type ReverseTarget } from './target.ts'

export interface ReverseAll {
  /** Each `<address>` or `<address>@<chain>`. */
  readonly entries: readonly string[]
  /** For entries without a chain. */
  readonly coinType: number | undefined
  /** The caller's node, a secret. Absent: the operator's. */
  readonly rpcUrl: string | undefined
  /** Whether the records of each name are wanted too. */
  readonly withRecords: boolean
}

/** An address that was asked about, in lower case, and what came of it: `found` is null when it has no primary name. */
export type ReverseSlot = { readonly address: string } & (
  | { readonly coinType: number; readonly found: ReversedName | null; readonly error: null }
  | { readonly coinType: number | null; readonly error: AppError }
)

interface ReversedName extends Reversed {
  /** Null unless it is wanted. */
  readonly record: NameOnChain | null
}

/**
 * Finds the primary names of several addresses at once. A failure of one leaves the others alone.
 *
 * @throws AppError what `callerSource` does.
 */
export async function reverseAll(context: CoreContext, input: ReverseAll): Promise<readonly ReverseSlot[]> {
  const { entries, rpcUrl, withRecords } = input
  const targets = await Promise.all(
    entries.map((entry) => attempt(async () => parseTarget(entry, input.coinType))),
  )
  const isAnyToAsk = targets.some((target) => !(target instanceof AppError))
  const caller = rpcUrl !== undefined && isAnyToAsk ? await callerSource(context, rpcUrl) : undefined

  // One for each chain: its bounds are those of the whole request.
  const own = new Map<number, Source>()
  const ownOf = (chainId: ChainId): Source => {
    const source = own.get(chainId) ?? ownSource(context, chainId)
    own.set(chainId, source)
    return source
  }

  const slotOf = async (target: ReverseTarget | AppError, index: number): Promise<ReverseSlot> => {
    const address = addressIn(entries[index] ?? '')
    if (target instanceof AppError) return { address, coinType: null, error: target }
    const { coinType } = target
    const found = await attempt(async () => {
      const source = caller ?? ownOf(homeOf(coinType))
      const reversed = await reverse(context, source, target)
      return (
        reversed && { ...reversed, record: withRecords ? await recordOf(context, source, reversed) : null }
      )
    })
    return found instanceof AppError
      ? { address, coinType, error: found }
      : { address, coinType, found, error: null }
  }
  return Promise.all(targets.map(slotOf))
}

const recordOf = (context: CoreContext, source: Source, { name }: Reversed): Promise<NameOnChain> =>
  readWith(context, source.open(), { name, chain: undefined, checksum: undefined })
