import type { SubnameFilter } from '../../store/listing/filter.ts'
import type { SubnamePosition } from '../../store/listing/order.ts'
import { countSubnames, listSubnames } from '../../store/listing/subnames.ts'
import type { CoreContext } from '../context.ts'
import type { ListIdentity } from '../cursor.ts'
import { type OrderedPageRequest, type Page, readNumberedPage } from '../page.ts'
import { withDetailsOfEach } from './details-of-subnames.ts'
import type { SubnameDetails } from './subname-details.ts'

/** A page after the last one is empty. `list`: what the request names, not the domains that it finds. */
export function readPageOfSubnames(
  context: CoreContext,
  list: ListIdentity,
  filter: SubnameFilter,
  request: OrderedPageRequest,
): Promise<Page<SubnameDetails>> {
  const { replica } = context.store
  const { orderBy } = request
  return readNumberedPage<SubnameDetails, SubnamePosition>(
    context,
    {
      list,
      read: async (query) => {
        const totalCount = await countSubnames(replica, filter)
        if (query.offset >= totalCount) return { items: [], totalCount, end: undefined }
        const found = await listSubnames(replica, filter, { ...query, orderBy })
        return { ...found, totalCount, items: await withDetailsOfEach(context, filter, found.items) }
      },
    },
    request,
  )
}
