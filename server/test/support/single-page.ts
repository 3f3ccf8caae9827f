/** The pagination of a list whose entries are all on one page of the default size. */
export function singlePage(totalCount: number) {
  return {
    totalCount,
    page: 1,
    limit: 20,
    totalPages: 1,
    nextPage: null,
    prevPage: null,
    hasNextPage: false,
    hasPrevPage: false,
    next: null,
  }
}
