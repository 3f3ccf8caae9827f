import type { Address } from 'viem'
import { checksumAddress } from '../../crypto/evm-address.ts'
import { lowerCaseHex } from '../../crypto/hex.ts'
import type { ErrorName } from '../../errors.ts'
import { countAllowedAddresses, listAllowedAddresses } from '../../store/entities/allowed-addresses.ts'
import type { CoreContext } from '../context.ts'
import { type PolicyRef, requirePolicyAccess } from './require-policy-access.ts'

export interface AllowListPage {
  readonly count: number
  readonly addresses: readonly Address[]
  /** Absent on the last page. */
  readonly next: Address | undefined
}

/** In ascending order. */
export async function listAllowList(
  context: CoreContext,
  { after, limit, ...ref }: PolicyRef & { readonly after: Address | undefined; readonly limit: number },
): Promise<AllowListPage> {
  const domain = await requirePolicyAccess(context, ref)
  const { db } = context.store
  const page = await listAllowedAddresses(db, domain, {
    after: after && lowerCaseHex(after),
    limit: limit + 1,
  })
  const addresses = page.slice(0, limit).map(checksumAddress)
  return {
    count: await countAllowedAddresses(db, domain),
    addresses,
    next: page.length > limit ? addresses.at(-1) : undefined,
  }
}

listAllowList.errors = requirePolicyAccess.errors satisfies readonly ErrorName[]
