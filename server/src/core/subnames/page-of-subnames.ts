import type { SubnameFilter } from '../../store/listing/filter.ts'
import { countSubnames, listSubnames } from '../../store/listing/subnames.ts'
import type { CoreContext } from '../context.ts'
import { type OrderedPageRequest, type Page, paginate, toLimitOffset } from '../page.ts'
import { withDetailsOfEach } from './details-of-subnames.ts'
import type { SubnameDetails } from './subname-details.ts'

/** A page after the last one is empty. */
export async function paginateSubnames(
  context: CoreContext,
  filter: SubnameFilter,
  request: OrderedPageRequest,
): Promise<Page<SubnameDetails>> {
  const { replica } = context.store
  const pageQuery = toLimitOffset(request)
  const totalCount = await countSubnames(replica, filter)
  if (pageQuery.offset >= totalCount) return paginate(request, totalCount, [])
  const { items, isTruncated } = await listSubnames(replica, filter, pageQuery)
  return paginate(request, totalCount, await withDetailsOfEach(context, filter, items), isTruncated)
}
