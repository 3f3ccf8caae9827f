/** Pages count from 1. */
export interface PageRequest {
  readonly page: number
  readonly limit: number
  readonly direction: 'asc' | 'desc'
}

export interface OrderedPageRequest extends PageRequest {
  readonly orderBy: 'createdAt' | 'subnameCount'
}

export function toLimitOffset({ page, limit, direction, orderBy }: OrderedPageRequest) {
  return {
    orderBy,
    direction,
    offset: (page - 1) * limit,
    limit,
  }
}

export interface Page<Item> {
  readonly items: readonly Item[]
  readonly totalCount: number
  readonly page: number
  readonly limit: number
  /** Whether the page is cut off because the response would be too large. */
  readonly isTruncated: boolean
}

export function paginate<Item>(
  { page, limit }: PageRequest,
  totalCount: number,
  items: readonly Item[],
  isTruncated = false,
): Page<Item> {
  return { items, totalCount, page, limit, isTruncated }
}
