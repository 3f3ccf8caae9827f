import { countNamesByLabel, type LabelFilter, selectNamesByLabel } from '../../store/listing/by-label.ts'
import { maxPassedNames } from '../../store/listing/filter.ts'
import type { CoreContext } from '../context.ts'
import { assertFewPassed } from '../page.ts'
import { type SubnameDetailsList, withDetailsOfEach } from './list.ts'

export interface NamesByLabelQuery extends LabelFilter {
  readonly chainId: number
}

/** Claimed names in the order of their labels, by offset: a page shifts while names before it are added or removed. */
export async function listNamesByLabel(
  context: CoreContext,
  query: NamesByLabelQuery,
  page: { readonly offset: number; readonly limit: number },
): Promise<SubnameDetailsList> {
  assertFewPassed(page.offset, maxPassedNames)
  const { items, isTruncated } = await selectNamesByLabel(context.store.replica, query, page)
  return { items: await withDetailsOfEach(context, query, items), isTruncated }
}

/** Of all pages of `listNamesByLabel`. */
export function countNamesOfListing(context: CoreContext, query: NamesByLabelQuery): Promise<number> {
  return countNamesByLabel(context.store.replica, query)
}
