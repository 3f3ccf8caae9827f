import type { Address, Hex } from 'viem'
import { checksumAddress } from '../../crypto/evm-address.ts'
import { countAllowedAddresses, listAllowedAddresses } from '../../store/entities/allowed-addresses.ts'
import type { CoreContext } from '../context.ts'
import { type CursorPage, type CursorRequest, readPage } from '../cursor.ts'
import { type PolicyRef, requirePolicyAccess } from './require-policy-access.ts'

export interface AllowListPage extends CursorPage<Address> {
  readonly count: number
}

/** In ascending order. */
export async function listAllowList(
  context: CoreContext,
  { after, limit, ...ref }: PolicyRef & CursorRequest,
): Promise<AllowListPage> {
  const domain = await requirePolicyAccess(context, ref)
  const { db } = context.store
  const list = {
    list: ['allow-list', domain.id],
    positionOf: (address: Hex) => address,
    read: (behind: Hex | undefined, count: number) =>
      listAllowedAddresses(db, domain, { after: behind, limit: count }),
  }
  const { items, next } = await readPage(context, list, { after, limit })
  return { items: items.map(checksumAddress), next, count: await countAllowedAddresses(db, domain) }
}
