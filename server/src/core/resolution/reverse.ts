import type { Address } from 'viem'
import { readPrimaryName } from '../../ccip/records.ts'
import { checksumAddress, isValidAddress } from '../../crypto/evm-address.ts'
import { type ChainId, chainIds, mainnetId } from '../../ens/chains.ts'
import { chainCoinType } from '../../ens/coin-names.ts'
import { defaultEvmCoinType, evmCoinType, isEvmCoinType, localCoinType } from '../../ens/coin-types.ts'
import type { EnsName } from '../../ens/names.ts'
import { AppError } from '../../errors.ts'
import { type CoreContext, settleAppError } from '../context.ts'
import { findPrimaryName } from '../primary-names.ts'
import {
  type NameReader,
  type ReadNameResult,
  readerForCallerRpc,
  readerForOwnRpc,
  readNameInSession,
} from './read-name.ts'

interface PrimaryNameResult {
  readonly name: EnsName
  /** False if chosen at this service. */
  readonly isOnChain: boolean
}

function primaryNameChain(coinType: number): ChainId {
  return chainIds.find((chainId) => coinType === evmCoinType(chainId)) ?? mainnetId
}

/**
 * Tries the coin type, then the EVM default. The name must resolve to the address (ENSIP-19).
 *
 * @throws AppError those of `readPrimaryName`.
 */
export async function readPrimaryNameOnChain(
  reader: NameReader,
  { address, coinType }: ReverseTarget,
): Promise<EnsName | null> {
  for (const candidate of new Set([coinType, localCoinType(reader.chainId, coinType), defaultEvmCoinType])) {
    const name = await readPrimaryName(reader.openSession(), address, candidate)
    if (name !== null) return name
  }
  return null
}

/**
 * Tries the coin type on chain, then the EVM default on chain, then this service's. The name must resolve to the
 * address (ENSIP-19).
 *
 * @throws AppError those of `readPrimaryName` and `findPrimaryName`.
 */
async function reverseResolve(
  context: CoreContext,
  reader: NameReader,
  { address, coinType }: ReverseTarget,
): Promise<PrimaryNameResult | null> {
  const { chainId } = reader
  const ownCoinType = localCoinType(chainId, coinType)
  const name = await readPrimaryNameOnChain(reader, { address, coinType })
  if (name !== null) return { name, isOnChain: true }
  const chosen = await findPrimaryName(context, { chainId, address, coinType: ownCoinType })
  return chosen ? { name: chosen.name, isOnChain: false } : null
}

interface ReverseResolveAll {
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

interface ReverseTarget {
  readonly address: Address
  /** Of an EVM chain, or their default. */
  readonly coinType: number
}

/** Does not validate the address. */
function extractAddress(entry: string): string {
  return entry.replace(/@.*$/s, '').toLowerCase()
}

/**
 * Parses `<address>` with a separate coin type, or `<address>@<chain>` (ERC-7828): id, `eip155:<id>` or label.
 *
 * @throws AppError `BadRequestException`, `UnsupportedChainException` for an unknown or non-EVM chain.
 */
function parseReverseTarget(entry: string, defaultCoinType: number | undefined): ReverseTarget {
  const at = entry.indexOf('@')
  const address = at === -1 ? entry : entry.slice(0, at)
  if (!isValidAddress(address))
    throw new AppError(
      'BadRequestException',
      'address: is not 0x and 40 hex digits with a correct EIP-55 checksum, with or without @<chain>.',
    )
  const coinType = at === -1 ? defaultCoinType : chainCoinType(entry.slice(at + 1).toLowerCase())
  if (at === -1 && coinType === undefined)
    throw new AppError('BadRequestException', 'coinType: is needed for an address without @<chain>.')
  if (coinType !== undefined && isEvmCoinType(coinType))
    return { address: checksumAddress(address), coinType }
  throw new AppError(
    'UnsupportedChainException',
    'Primary names are of EVM chains: use a chain id, eip155:<id>, a label such as base, or their coin types.',
  )
}
