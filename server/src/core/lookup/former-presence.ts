import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Hex } from 'viem'
import { addressKey, contenthashKey, textKey } from '../../ccip/records.ts'
import { toHex } from '../../crypto/hex.ts'
import type { ChainId } from '../../ens/chains.ts'
import { ethCoinType } from '../../ens/coin-types.ts'
import { joinName, parseLabel } from '../../ens/names.ts'
import type { FormerLookup } from '../../store/lookup.ts'
import { FormerGatewayError, type FormerGateways } from './former-gateways.ts'
import { type NameThere, readRecordsThere } from './read-former.ts'

/** What a former gateway answers for a name, as far as it tells whether the name is there. */
export interface FormerPresence {
  /** Whether it has any of the records that most names have one of. */
  readonly isPresent: boolean
  /** Its Ethereum address, in lower case. */
  readonly holder: Hex | undefined
}

const ethAddressKey = addressKey(ethCoinType)
const otherKeys = [
  contenthashKey,
  ...['avatar', 'description', 'url', 'email', 'com.github', 'com.twitter'].map(textKey),
]

/**
 * One request for a name with an Ethereum address, as nearly all are; two for another one.
 *
 * @throws AppError `FormerGatewayError` without a valid response, `ServiceUnavailableException`.
 */
export async function readPresence(
  formerGateways: FormerGateways,
  there: NameThere,
): Promise<FormerPresence> {
  const { records, unanswered } = await readRecordsThere({ formerGateways }, there, [ethAddressKey])
  const [address] = records.addresses
  if (address) return { isPresent: true, holder: address.address }
  // Every gateway knows the address; what it refuses besides is not a record that it has.
  if (unanswered.length > 0)
    throw new FormerGatewayError(there.former, 'answers no request for the address', 'question')
  const { contenthash, texts } = (await readRecordsThere({ formerGateways }, there, otherKeys)).records
  return { isPresent: contenthash !== null || texts.some(({ value }) => value !== ''), holder: undefined }
}

/** Equal for names with equal records. @throws AppError as `readPresence`. */
export async function readFingerprint(formerGateways: FormerGateways, there: NameThere): Promise<string> {
  const { records } = await readRecordsThere({ formerGateways }, there, [ethAddressKey, ...otherKeys])
  return JSON.stringify(records)
}

/** How it answers for names of random letters. */
export type FormerWildcard =
  | { readonly kind: 'none' }
  /** With the same records for each. */
  | { readonly kind: 'equal'; readonly fingerprint: string }
  /** With other records for each. */
  | { readonly kind: 'varied' }

/** Which former gateways answer for every name. */
export interface FormerWildcards {
  /** From memory for a minute, ten for one that does. @throws AppError as `readPresence`. */
  readonly find: (former: FormerLookup, chainId: ChainId) => Promise<FormerWildcard>
}

/** Labels of 64 random bits, which no name has. */
const probes = 3
const maxKnown = 10_000
const wildcardTtlMs = 600_000
/** One that answers for its names only may begin to answer for all. */
const ordinaryTtlMs = 60_000

/** A refusal of the question, such as 404, is no response that the name could have by a wildcard. @throws AppError as `readPresence`. */
async function isAnswered(formerGateways: FormerGateways, there: NameThere): Promise<boolean> {
  try {
    return (await readPresence(formerGateways, there)).isPresent
  } catch (error) {
    if (error instanceof FormerGatewayError && error.fault === 'question') return false
    throw error
  }
}

export function createFormerWildcards(formerGateways: FormerGateways): FormerWildcards {
  const known = new LRUCache<string, Promise<FormerWildcard>>({ max: maxKnown, ttl: wildcardTtlMs })
  const probe = async (former: FormerLookup, chainId: ChainId): Promise<FormerWildcard> => {
    const found: string[] = []
    for (let index = 0; index < probes; index++) {
      const there = {
        former,
        chainId,
        name: joinName(parseLabel(toHex(randomBytes(8)).slice(2)), former.name),
      }
      if (!(await isAnswered(formerGateways, there))) return { kind: 'none' }
      found.push(await readFingerprint(formerGateways, there))
    }
    const [fingerprint = '', ...others] = found
    return others.every((other) => other === fingerprint)
      ? { kind: 'equal', fingerprint }
      : { kind: 'varied' }
  }
  return {
    find: (former, chainId) => {
      const key = `${former.key} ${former.settings}`
      const before = known.get(key)
      if (before) return before
      const finding = probe(former, chainId)
      known.set(key, finding)
      finding.then(
        ({ kind }) => kind === 'none' && known.set(key, finding, { ttl: ordinaryTtlMs }),
        () => known.delete(key),
      )
      return finding
    },
  }
}
