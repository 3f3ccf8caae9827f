import { type Hex, zeroAddress } from 'viem'
import { parseAddress } from '../../ens/address.ts'
import type { ChainId } from '../../ens/chains.ts'
import { ethCoinType } from '../../ens/coin-types.ts'
import { type EnsName, splitName } from '../../ens/names.ts'
import type { RecordChanges } from '../../ens/records.ts'
import { type Records, storedAddress } from '../../ens/stored-records.ts'
import { AppError } from '../../errors.ts'
import type { Domain } from '../../model/domain.ts'
import type { Resolver } from '../../model/resolver.ts'
import type { Seal } from '../../model/seal.ts'
import type { Subname } from '../../model/subname.ts'
import { type DomainLabel, findDomainLabel, type LabelQuery } from '../../store/entities/domain-label.ts'
import { findDomainById } from '../../store/entities/domains.ts'
import { findResolver } from '../../store/entities/resolvers.ts'
import type { StoreTransaction } from '../../store/tables.ts'
import type { CoreContext } from '../context.ts'
import { assertNotBlocked, domainNotFoundError } from '../domains/rules.ts'
import { entityTagOf } from '../if-match.ts'

/** Includes blocked domains. */
export async function requireSubname(
  context: CoreContext,
  chainId: ChainId,
  name: EnsName,
): Promise<SubnameDetails> {
  const found = await findDomainLabel(context.store.db, { chainId, ...splitName(name) })
  if (found?.subname) return { ...found, subname: found.subname }
  throw subnameNotFoundError(name, chainId)
}

export function subnameNotFoundError(name: EnsName, chainId: ChainId) {
  return new AppError('SubnameNotFoundException', `${name} does not exist on chain ${chainId}.`)
}

/** The label may be free. Includes blocked domains. */
export async function requireDomainLabel(
  { store }: CoreContext,
  { chainId, domain, label }: LabelQuery,
): Promise<DomainLabel> {
  const found = await findDomainLabel(store.db, { chainId, domain, label })
  if (found) return found
  throw domainNotFoundError(domain, chainId)
}

/**
 * Checks again in the transaction, because verifying a signature takes time. A block committed afterwards counts as
 * later: nothing below it is readable.
 */
export async function requireWritableDomain(
  transaction: StoreTransaction,
  { domainId, name }: Pick<Subname, 'domainId' | 'name'>,
): Promise<Domain> {
  const domain = await findDomainById(transaction, domainId)
  if (!domain) throw new AppError('SubnameNotFoundException', `${name} does not exist any more.`)
  assertNotBlocked(domain)
  return domain
}

/** The zero address holds nothing. */
function isHolder({ holder }: Subname, address: string): boolean {
  return holder !== zeroAddress && holder === address.toLowerCase()
}

/**
 * The holder may and, once claimed, the coin type 60 address, by which clients list names. That address changes with
 * the records, the holder does not.
 */
export function canSignFor(subname: Subname, address: string): boolean {
  return (
    isHolder(subname, address) ||
    (subname.isClaimed && storedAddress(subname.records, ethCoinType) === address.toLowerCase())
  )
}

/** @throws AppError `NotHolderException`. */
export function assertCanSignFor(subname: Subname, signer: string): void {
  if (!canSignFor(subname, signer)) throw notHolder(subname, signer)
}

/**
 * A reservation's holder is the address it is for.
 *
 * @throws AppError `NotHolderException`.
 */
export function assertHolder(subname: Subname, signer: string): void {
  if (!isHolder(subname, signer)) throw notHolder(subname, signer)
}

/** @throws AppError `NotHolderException`, `NotClaimedException` for a reservation. */
export function assertClaimedBy(subname: Subname, signer: string): void {
  assertHolder(subname, signer)
  if (!subname.isClaimed)
    throw new AppError('NotClaimedException', `${subname.name} is only reserved. Accept or reject it.`)
}

function notHolder({ name }: Subname, signer: string) {
  return new AppError('NotHolderException', `${signer} is not the holder of ${name}.`)
}

/** The zero address for a name without a holder. @throws AppError `InvalidRecordException`. */
export function parseHolder(text: string): Hex {
  return parseAddress(ethCoinType, text)
}

/**
 * The holder is the coin type 60 address, else the caller, whose address becomes the first record. If that address is
 * zero, the caller is the holder; without a caller, the name has no holder and no signature changes it.
 *
 * @throws AppError `InvalidRecordException` without an address and a caller, and for an invalid caller address.
 */
export function assignHolder(
  changes: RecordChanges,
  caller: string | undefined,
): { readonly changes: RecordChanges; readonly holder: Hex } {
  const address = changes.addresses?.get(ethCoinType)
  if (address)
    return {
      changes,
      holder: address === zeroAddress && caller ? parseAddress(ethCoinType, caller) : address,
    }
  if (!caller)
    throw new AppError(
      'InvalidRecordException',
      'A subname needs an address of coin type 60: give one among the addresses, or the header x-address.',
    )
  const holder = parseAddress(ethCoinType, caller)
  const others = [...(changes.addresses ?? [])].filter(([coinType]) => coinType !== ethCoinType)
  return { changes: { ...changes, addresses: new Map([[ethCoinType, holder], ...others]) }, holder }
}

/** May be the zero address. */
export function assertEthereumAddress({ addresses }: Records): void {
  if (addresses.some(({ coinType }) => coinType === ethCoinType)) return
  throw new AppError(
    'InvalidRecordException',
    'The address of coin type 60 cannot be removed: clients need it in every listing. Set another one, or the zero ' +
      'address, which resolves to nothing.',
  )
}

/** The same in every version of the API. */
export function subnameEtag({ subname, domain, resolver }: SubnameDetails): string {
  const { id, version, updatedAt, holder, isClaimed, claimedAt } = subname
  const own = [id, version, updatedAt, holder, isClaimed, claimedAt]
  return entityTagOf([...own, domain.onchainResolver, resolver.address])
}

export interface SubnameDetails {
  readonly subname: Subname
  readonly domain: Domain
  readonly resolver: Resolver
}

export async function resolverOfDomain(context: CoreContext, domain: Domain): Promise<Resolver> {
  const resolver = await findResolver(context.store.read, domain.resolverId)
  if (resolver) return resolver
  throw new AppError('OffchainResolverNotFoundException', `The resolver of ${domain.name} is gone.`)
}

export function sealedNameError({ name }: Pick<Subname, 'name'>, { holder }: Pick<Seal, 'holder'>) {
  return new AppError(
    'SealedNameException',
    `${name} is sealed on chain: only its holder, ${holder}, changes its records, by a signed set sent to ` +
      `PUT /byname/v1/names/${name}/sealed-set. Nothing was changed.`,
  )
}

export function alreadyClaimedError({ name }: Subname) {
  return new AppError('AlreadyClaimedException', `${name} is claimed already.`)
}
