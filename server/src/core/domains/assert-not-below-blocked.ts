import { ancestors } from '../../ens/name.ts'
import { findBlockedAncestor } from '../../store/entities/blocks.ts'
import type { Queryable } from '../../store/tables.ts'
import { domainBlockedError } from './require-domain.ts'

/**
 * Asserts that no domain above a normalized name is blocked, in use or deleted: one could otherwise replace it one
 * label below.
 */
export async function assertNotBelowBlocked(db: Queryable, chainId: number, name: string): Promise<void> {
  const blockedAncestor = await findBlockedAncestor(db, chainId, ancestors(name))
  if (blockedAncestor) throw domainBlockedError(blockedAncestor)
}
