import { AppError } from '../../errors.ts'
import type { CoreContext } from '../context.ts'
import type { BatchItem } from './batch/prepare-item.ts'
import { batchSubnames, type SubnameBatch } from './batch.ts'
import type { SubnameDetails } from './rules.ts'

type Scope = Omit<SubnameBatch, 'isAtomic' | 'items'>

/** Issues a name or replaces what it has, by the rules of a batch: a name that exists needs the rights of a revocation. */
export function putSubname(
  context: CoreContext,
  scope: Scope,
  item: Omit<BatchItem & { readonly action: 'put' }, 'action'>,
): Promise<SubnameDetails> {
  return applyOne(context, scope, { ...item, action: 'put' })
}

/** As an item of a batch: those with the permission `names:revoke` need no signature. @returns the last state. */
export function revokeByWorkspace(
  context: CoreContext,
  scope: Scope,
  label: string,
): Promise<SubnameDetails> {
  return applyOne(context, scope, { action: 'revoke', label })
}

async function applyOne(context: CoreContext, scope: Scope, item: BatchItem): Promise<SubnameDetails> {
  const [result] = await batchSubnames(context, { ...scope, isAtomic: false, items: [item] })
  if (!result) throw new Error('A batch has a result for each item.')
  if (result.outcome instanceof AppError) throw result.outcome
  return result.outcome
}
