import type { Operator } from '../../model/operator.ts'
import { listOperators as listStoredOperators } from '../../store/entities/operators.ts'
import type { CoreContext } from '../context.ts'

/** Those of the settings have no date. */
export interface ListedOperator extends Omit<Operator, 'createdAt'> {
  readonly createdAt: number | null
  readonly isFromSettings: boolean
}

/** Those of the settings first. */
export async function listOperators({ rules, store }: CoreContext): Promise<readonly ListedOperator[]> {
  const stored = await listStoredOperators(store.db)
  return [
    ...[...rules.operators].map((address) => ({
      address,
      addedBy: null,
      createdAt: null,
      isFromSettings: true,
    })),
    ...stored
      .filter(({ address }) => !rules.operators.has(address))
      .map((operator) => ({ ...operator, isFromSettings: false })),
  ]
}
