import { type Address, isAddressEqual } from 'viem'
import { lowerCaseHex, toHex } from '../../ens/hex.ts'
import { ancestors, normalizeName } from '../../ens/name.ts'
import { namehash } from '../../ens/namehash.ts'
import { AppError } from '../../errors.ts'
import { findCoveringDomain } from '../../store/domains.ts'
import { type PrimaryName, savePrimaryName } from '../../store/primary-names.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { verifyClaim } from '../credentials/verify-claim.ts'
import { assertResolvesTo } from '../names/assert-resolves-to.ts'
import { newId } from '../new-id.ts'
import { supportedChain } from '../supported-chain.ts'

export interface SetPrimaryName {
  readonly caller: Caller
  readonly chainId: number
  readonly name: string
  readonly address: Address
}

/**
 * Sets the name that an address goes by on a chain, in place of an earlier one. Rules in order: the name has a normal
 * form, the signature is valid and by that address, for a site that the domain above the name allows if it is one of
 * this service, and the name resolves to the address.
 *
 * @throws AppError `UnsupportedChainException`, `InvalidNameException`, `NotHolderException`, those of `verifyClaim` and
 * `assertResolvesTo`.
 */
export async function setPrimaryName(context: CoreContext, input: SetPrimaryName): Promise<PrimaryName> {
  const { address } = input
  const chainId = supportedChain(input.chainId)
  const name = normalizeName(input.name)
  const domain = await findCoveringDomain(context.store.db, chainId, [name, ...ancestors(name)])
  const { allowedOrigins = null } = domain ?? {}
  const signer = await verifyClaim(context, input.caller.claim, { chainId, allowedOrigins })
  if (!isAddressEqual(signer, address))
    throw new AppError('NotHolderException', `${signer} cannot set the primary name of ${address}.`)
  await assertResolvesTo(context, { chainId, name, address })
  const now = context.clock()
  return savePrimaryName(context.store.db, {
    id: newId(),
    chainId,
    address: lowerCaseHex(address),
    name,
    node: toHex(namehash(name)),
    createdAt: now,
    updatedAt: now,
  })
}
