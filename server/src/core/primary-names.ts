import { type Address, type Hex, isAddressEqual } from 'viem'
import { lowerCaseHex, toHex } from '../crypto/hex.ts'
import type { ChainId } from '../ens/chains.ts'
import { ancestors, type EnsName, namehash } from '../ens/names.ts'
import { AppError } from '../errors.ts'
import type { PrimaryName } from '../model/primary-name.ts'
import { findCoveringDomain } from '../store/entities/domains.ts'
import { appendEvents } from '../store/entities/events.ts'
import {
  findPrimaryNameByAddress,
  findPrimaryNameByNode,
  savePrimaryName,
} from '../store/entities/primary-names.ts'
import { verifySignedMessage } from './auth/signed-message.ts'
import { type Caller, type CoreContext, newId, withReadReplica } from './context.ts'
import { asWallet, newEvent } from './events/new-event.ts'
import { assertResolvesTo, resolveAddress } from './resolution/resolve.ts'
import { chargeEvent } from './write-budgets.ts'

interface SetPrimaryName {
  readonly caller: Caller
  readonly chainId: ChainId
  readonly name: EnsName
  readonly address: Address
}

/**
 * Rules in order: the name has a normal form, the signature is by that address, for a site that the name's domain here
 * allows, and the name resolves to the address.
 */
export async function setPrimaryName(context: CoreContext, input: SetPrimaryName): Promise<PrimaryName> {
  const { address } = input
  const { chainId, name } = input
  const domain = await findCoveringDomain(context.store.db, chainId, [name, ...ancestors(name)])
  const { key, allowedOrigins = null } = domain ?? {}
  const audience = { chainId, allowedOrigins, ...(key !== undefined && { key }) }
  const signer = await verifySignedMessage(context, input.caller, audience)
  if (!isAddressEqual(signer, address))
    throw new AppError('NotHolderException', `${signer} cannot set the primary name of ${address}.`)
  await assertResolvesTo(context, { chainId, name, address })
  const now = context.clock()
  const primaryName = {
    id: newId(),
    chainId,
    address: lowerCaseHex(address),
    name,
    node: toHex(namehash(name)),
    createdAt: now,
    updatedAt: now,
  }
  const event = newEvent(asWallet(context, signer), {
    type: 'primary_name.set',
    chainId,
    name,
    domainId: domain?.id ?? null,
    workspaceId: domain?.workspaceId ?? null,
    changes: [{ field: 'name', key: primaryName.address, before: null, after: name }],
  })
  await chargeEvent(context, event)
  return context.store.inTurn(primaryName.address).transaction(async (tx) => {
    const before = await findPrimaryNameByAddress(tx, chainId, primaryName.address)
    const changes = event.changes.map((change) => ({ ...change, before: before?.name ?? null }))
    if (before?.name !== name) await appendEvents(tx, { ...event, changes })
    return savePrimaryName(tx, primaryName)
  })
}

/** By node (ENSIP-1); only if the name resolves to its address. */
export async function getPrimaryNameByNode(
  context: CoreContext,
  input: { readonly chainId: ChainId; readonly node: Hex },
): Promise<PrimaryName> {
  const { chainId } = input
  const node = lowerCaseHex(input.node)
  const candidate = await findPrimaryNameByNode(context.store.read, chainId, node)
  const address = candidate && (await resolveAddress(withReadReplica(context), candidate))
  const primaryName = address && (await findPrimaryNameByAddress(context.store.read, chainId, address))
  if (primaryName && primaryName.node === node) return primaryName
  throw new AppError(
    'PrimaryNameNotFoundException',
    `No primary name on chain ${chainId} has the node ${node}.`,
  )
}

export interface FindPrimaryName {
  readonly chainId: ChainId
  readonly address: Address
  /** Of the matching address record; absent: Ethereum's. */
  readonly coinType?: number
}

/** Only if the name resolves to the address (ENSIP-3, ENSIP-19). */
export async function findPrimaryName(
  context: CoreContext,
  { chainId, address: anyCaseAddress, ...record }: FindPrimaryName,
): Promise<PrimaryName | undefined> {
  const address = lowerCaseHex(anyCaseAddress)
  const primaryName = await findPrimaryNameByAddress(context.store.read, chainId, address)
  return primaryName &&
    (await resolveAddress(withReadReplica(context), { ...primaryName, ...record })) === address
    ? primaryName
    : undefined
}
