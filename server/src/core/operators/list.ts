import type { Operator } from '../../model/operator.ts'
import { listOperators as listStoredOperators } from '../../store/entities/operators.ts'
import type { CoreContext } from '../context.ts'
import { type CursorPage, type CursorRequest, readPageOfAll } from '../cursor.ts'

/** Those of the settings have no date. */
export interface ListedOperator extends Omit<Operator, 'createdAt'> {
  readonly createdAt: number | null
  readonly isFromSettings: boolean
}

/** Those of the settings first, by address, then the others, oldest first. */
export async function listOperators(
  context: CoreContext,
  request: CursorRequest,
): Promise<CursorPage<ListedOperator>> {
  const { rules, store } = context
  const stored = await listStoredOperators(store.db)
  const list = {
    list: ['operators'],
    positionOf: ({ isFromSettings, createdAt, address }: ListedOperator) => [
      isFromSettings ? 0 : 1,
      createdAt ?? 0,
      address,
    ],
    all: [
      ...[...rules.operators].toSorted().map((address) => ({
        address,
        addedBy: null,
        createdAt: null,
        isFromSettings: true,
      })),
      ...stored
        .filter(({ address }) => !rules.operators.has(address))
        .map((operator) => ({ ...operator, isFromSettings: false })),
    ],
  }
  return readPageOfAll(context, list, request)
}
