/** Which page is asked for; pages count from 1. */
export interface PageRequest {
  readonly page: number
  readonly limit: number
  readonly direction: 'asc' | 'desc'
}

/** Which page of a list that can be ordered by more than its entries' age. */
export interface OrderedPageRequest extends PageRequest {
  readonly orderBy: 'createdAt' | 'subnameCount'
}

/** The part of a list that a page is. */
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
  /** Whether entries of this page are left out at its end, because the answer would be too large. */
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
