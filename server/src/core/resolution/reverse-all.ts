import type { ChainId } from '../../ens/chains.ts'
import { AppError } from '../../errors.ts'
import type { CoreContext } from '../context.ts'
import { settleAppError } from '../settle-app-error.ts'
import { type NameReader, readerForCallerRpc, readerForOwnRpc } from './name-reader.ts'
import { type ReadNameResult, readNameInSession } from './read-name.ts'
import { type PrimaryNameResult, primaryNameChain, reverseResolve } from './reverse.ts'
import { extractAddress, parseReverseTarget, type ReverseTarget } from './reverse-target.ts'

export interface ReverseResolveAll {
  /** Each `<address>` or `<address>@<chain>`. */
  readonly entries: readonly string[]
  /** For entries without a chain. */
  readonly coinType: number | undefined
  /** Secret; absent: the operator's. */
  readonly rpcUrl: string | undefined
  readonly withRecords: boolean
}

/** `address` is in lower case, `primaryName` null without one. */
export type ReverseResult = { readonly address: string } & (
  | { readonly coinType: number; readonly primaryName: PrimaryNameWithRecord | null; readonly error: null }
  | { readonly coinType: number | null; readonly error: AppError }
)

interface PrimaryNameWithRecord extends PrimaryNameResult {
  /** Null unless requested. */
  readonly record: ReadNameResult | null
}

/** Failures do not affect other addresses. */
export async function reverseResolveAll(
  context: CoreContext,
  input: ReverseResolveAll,
): Promise<readonly ReverseResult[]> {
  const { entries, rpcUrl, withRecords } = input
  const targets = await Promise.all(
    entries.map((entry) => settleAppError(async () => parseReverseTarget(entry, input.coinType))),
  )
  const hasValidTarget = targets.some((target) => !(target instanceof AppError))
  const callerReader =
    rpcUrl !== undefined && hasValidTarget ? await readerForCallerRpc(context, rpcUrl) : undefined

  // Limits are per request.
  const ownReaders = new Map<number, NameReader>()
  const ownReaderFor = (chainId: ChainId): NameReader => {
    const reader = ownReaders.get(chainId) ?? readerForOwnRpc(context, chainId)
    ownReaders.set(chainId, reader)
    return reader
  }

  const resultFor = async (target: ReverseTarget | AppError, index: number): Promise<ReverseResult> => {
    const address = extractAddress(entries[index] ?? '')
    if (target instanceof AppError) return { address, coinType: null, error: target }
    const { coinType } = target
    const primaryName = await settleAppError(async () => {
      const reader = callerReader ?? ownReaderFor(primaryNameChain(coinType))
      const primary = await reverseResolve(context, reader, target)
      return (
        primary && { ...primary, record: withRecords ? await readRecordOf(context, reader, primary) : null }
      )
    })
    return primaryName instanceof AppError
      ? { address, coinType, error: primaryName }
      : { address, coinType, primaryName, error: null }
  }
  return Promise.all(targets.map(resultFor))
}

function readRecordOf(
  context: CoreContext,
  reader: NameReader,
  { name }: PrimaryNameResult,
): Promise<ReadNameResult> {
  return readNameInSession(context, reader.openSession(), { name, chain: undefined, checksum: undefined })
}
