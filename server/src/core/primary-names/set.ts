import { type Address, isAddressEqual } from 'viem'
import { lowerCaseHex, toHex } from '../../crypto/hex.ts'
import { ancestors, normalizeName } from '../../ens/name.ts'
import { namehash } from '../../ens/namehash.ts'
import { AppError } from '../../errors.ts'
import type { PrimaryName } from '../../model/primary-name.ts'
import { findCoveringDomain } from '../../store/entities/domains.ts'
import { appendEvents } from '../../store/entities/event-log.ts'
import { findPrimaryNameByAddress, savePrimaryName } from '../../store/entities/primary-names.ts'
import { verifySignedMessage } from '../auth/verify-signed-message.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { asWallet, newEvent } from '../events/new-event.ts'
import { newId } from '../new-id.ts'
import { requireSupportedChain } from '../require-supported-chain.ts'
import { assertResolvesTo } from '../resolution/assert-resolves-to.ts'
import { chargeEvent } from '../write-budget/charge.ts'

export interface SetPrimaryName {
  readonly caller: Caller
  readonly chainId: number
  readonly name: string
  readonly address: Address
}

/**
 * Rules in order: the name has a normal form, the signature is by that address, for a site that the name's domain here
 * allows, and the name resolves to the address.
 */
export async function setPrimaryName(context: CoreContext, input: SetPrimaryName): Promise<PrimaryName> {
  const { address } = input
  const chainId = requireSupportedChain(input.chainId)
  const name = normalizeName(input.name)
  const domain = await findCoveringDomain(context.store.db, chainId, [name, ...ancestors(name)])
  const { allowedOrigins = null } = domain ?? {}
  const signer = await verifySignedMessage(context, input.caller.signedMessage, { chainId, allowedOrigins })
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
  return context.store.transaction(async (tx) => {
    const before = await findPrimaryNameByAddress(tx, chainId, primaryName.address)
    const changes = event.changes.map((change) => ({ ...change, before: before?.name ?? null }))
    if (before?.name !== name) await appendEvents(tx, { ...event, changes })
    return savePrimaryName(tx, primaryName)
  })
}
