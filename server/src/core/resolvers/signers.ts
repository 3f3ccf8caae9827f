import type { Address } from 'viem'
import type { Resolver } from '../../model/resolver.ts'
import type { Signer } from '../../signing/signer.ts'
import { saveTrustedSigners } from '../../store/entities/resolvers.ts'
import type { CoreContext } from '../context.ts'

/**
 * The signer for a contract: the first that it is known to trust, else the first. So a new key can be configured before
 * the contract lists it, and an old one after the contract has removed it.
 */
export function chooseSigner(
  signers: readonly Signer[] | undefined,
  resolver: Pick<Resolver, 'trustedSigners'>,
): Signer | undefined {
  return signers?.find(({ address }) => isKnownTrusted(resolver, address)) ?? signers?.[0]
}

/** That of `chooseSigner`, and those that sign in its place while it fails: all others that the contract is known to trust. */
export function signersInTurn(
  signers: readonly Signer[] | undefined,
  resolver: Pick<Resolver, 'trustedSigners'>,
): readonly Signer[] {
  const trusted = signers?.filter(({ address }) => isKnownTrusted(resolver, address)) ?? []
  return trusted.length > 0 ? trusted : (signers?.slice(0, 1) ?? [])
}

function isKnownTrusted({ trustedSigners }: Pick<Resolver, 'trustedSigners'>, address: Address): boolean {
  return trustedSigners.includes(address.toLowerCase())
}

/** Of ours and of those known before: other processes may have keys that this one lacks. */
export function candidateSigners(
  signers: readonly Signer[] | undefined,
  resolvers: readonly Pick<Resolver, 'trustedSigners'>[],
): readonly string[] {
  const known = resolvers.flatMap(({ trustedSigners }) => trustedSigners.split(' '))
  const own = (signers ?? []).map(({ address }) => address.toLowerCase())
  return [...new Set([...own, ...known])].filter((address) => address !== '')
}

/** Stores which signers a contract trusts, if that has changed; lookups of all processes follow at once. */
export async function recordTrustedSigners(
  { store }: Pick<CoreContext, 'store'>,
  { id, trustedSigners: before }: Pick<Resolver, 'id' | 'trustedSigners'>,
  trusted: readonly string[],
): Promise<void> {
  const trustedSigners = trusted
    .map((address) => address.toLowerCase())
    .toSorted()
    .join(' ')
  if (trustedSigners === before) return
  await store.inTurn(id).transaction((tx) => saveTrustedSigners(tx, id, trustedSigners))
}
