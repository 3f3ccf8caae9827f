import { encodeAddressLookup } from '../../ccip/address-lookup.ts'
import { ccipCall } from '../../ccip/call.ts'
import { findResolverInRegistry } from '../../ccip/find-resolver.ts'
import { addressKey, type RecordKey, recordCall, textKey, toRecords } from '../../ccip/record-keys.ts'
import { resolveCalls } from '../../ccip/resolve-calls.ts'
import { decodeAddress, decodeBytes } from '../../ccip/resolver-abi.ts'
import { rejectedResponseError } from '../../ccip/resolver-errors.ts'
import type { ReadSession } from '../../ccip/session.ts'
import { toHex } from '../../crypto/hex.ts'
import { ethCoinType } from '../../ens/coin-type.ts'
import { namehash } from '../../ens/namehash.ts'
import type { PresentRecords } from './judge-resolution.ts'

const keys: readonly RecordKey[] = [addressKey(ethCoinType), textKey('avatar'), { kind: 'contenthash' }]

/**
 * Which records clients of the Universal Resolver get; `null` without a resolver. Throws as `resolveCalls`.
 */
export async function readPresentRecords(session: ReadSession, name: string): Promise<PresentRecords | null> {
  const node = toHex(namehash(name))
  const results = await resolveCalls(
    session,
    name,
    keys.map((key) => ({ call: recordCall(node, key) })),
  )
  if (!results) return null
  const { addresses, texts, contenthash } = toRecords(keys, (key) => results[keys.indexOf(key)])
  return { address: addresses.length > 0, avatar: texts.length > 0, contenthash: contenthash !== null }
}

/** Reads the Ethereum address without the Universal Resolver (ENSIP-10). Throws as `ccipCall`. */
export async function resolveAsWildcardClient(
  session: ReadSession,
  name: string,
  isExtended: boolean,
): Promise<'address' | 'empty' | 'none'> {
  const { resolver } = await findResolverInRegistry(session.chain, name)
  if (resolver === null) return 'none'
  const record = recordCall(toHex(namehash(name)), addressKey(ethCoinType))
  const outcome = await ccipCall(session, resolver, isExtended ? encodeAddressLookup(name) : record)
  if (outcome.isReverted) throw rejectedResponseError()
  const result = isExtended ? decodeBytes(outcome.data) : outcome.data
  return decodeAddress(result, ethCoinType) ? 'address' : 'empty'
}
