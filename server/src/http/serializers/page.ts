import type { Page } from '../../core/page.ts'

/** The member of a list that ends early. */
export function truncationFlag({ isTruncated }: { readonly isTruncated: boolean }) {
  return isTruncated ? { isTruncated } : {}
}

/** A page of a listing, each entry shown by `present`. */
export function serializePage<Item, Wire>(page: Page<Item>, serializeItem: (item: Item) => Wire) {
  const totalPages = Math.ceil(page.totalCount / page.limit)
  const hasNextPage = page.page < totalPages
  const hasPrevPage = page.page > 1
  return {
    data: page.items.map(serializeItem),
    pagination: {
      totalCount: page.totalCount,
      page: page.page,
      limit: page.limit,
      totalPages,
      nextPage: hasNextPage ? page.page + 1 : null,
      prevPage: hasPrevPage ? page.page - 1 : null,
      hasNextPage,
      hasPrevPage,
      ...truncationFlag(page),
    },
  }
}
