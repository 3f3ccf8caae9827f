import type { SubnameFilter } from '../../store/subname-filter.ts'
import { countSubnames, listSubnames } from '../../store/subname-listing.ts'
import type { CoreContext } from '../context.ts'
import { type OrderedPageRequest, type Page, pageOf, sliceOf } from '../page.ts'
import type { IssuedName } from './issued-name.ts'
import { issuedNames } from './issued-names.ts'

/** One page of the subnames that a filter lets through. A page behind the last one is empty. */
export async function pageOfSubnames(
  context: CoreContext,
  filter: SubnameFilter,
  request: OrderedPageRequest,
): Promise<Page<IssuedName>> {
  const { recent } = context.store
  const slice = sliceOf(request)
  const totalCount = await countSubnames(recent, filter)
  if (slice.offset >= totalCount) return pageOf(request, totalCount, [])
  const { items, isTruncated } = await listSubnames(recent, filter, slice)
  return pageOf(request, totalCount, await issuedNames(context, filter, items), isTruncated)
}
