import { readAddress } from '../../ccip/read-records.ts'
import type { ReadSession } from '../../ccip/session.ts'
import { resolveChainLabel } from '../../chain/resolve-chain-label.ts'
import { chainCoinType } from '../../ens/chain-label-coin-type.ts'
import { localCoinType } from '../../ens/coin-type.ts'
import { interoperableChecksum } from '../../ens/interoperable-address.ts'
import type { InteroperableName } from '../../ens/interoperable-name.ts'
import { emptyRecords, type Records } from '../../ens/records.ts'
import { AppError } from '../../errors.ts'

type NameOnOneChain = InteroperableName & { readonly chain: string }

/** The chain's coin type may use the name's default address; mainnet's address never replaces a missing one. */
export async function readAddressOnChain(
  session: ReadSession,
  interoperableName: NameOnOneChain,
): Promise<Records> {
  const coinType = await coinTypeOf(session, interoperableName.chain)
  const coinTypes = new Set([coinType, localCoinType(session.chain.id, coinType)])
  const found = await readAddress(session, interoperableName.name, [...coinTypes])
  if (
    interoperableName.checksum !== undefined &&
    (!found || interoperableChecksum(coinType, found.address) !== interoperableName.checksum)
  )
    throw new AppError(
      'InvalidNameException',
      `The checksum ${interoperableName.checksum} is not that of the address of ${interoperableName.name} on ${interoperableName.chain}.`,
    )
  return { ...emptyRecords, addresses: found ? [found] : [] }
}

/** Whether a chain's coin type is known without reading the registry of chains. */
export function isListedChain(chain: string): boolean {
  return chainCoinType(chain) !== undefined
}

/** @throws AppError `UnsupportedChainException`, or as `resolveCalls`. */
export async function assertChainKnown(session: ReadSession, chain: string): Promise<void> {
  await coinTypeOf(session, chain)
}

async function coinTypeOf(session: ReadSession, chain: string): Promise<number> {
  const coinType = chainCoinType(chain) ?? (await resolveChainLabel(session, chain))
  if (coinType !== undefined) return coinType
  throw new AppError(
    'UnsupportedChainException',
    `Unsupported chain label "${chain}": use a chain id, eip155:<id> or a label such as base, op or btc.`,
  )
}
