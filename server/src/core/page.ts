import { type Columns, type CursorContext, type ListIdentity, openCursor } from './cursor.ts'

/** Pages count from 1. */
export interface PageRequest {
  /** Not with `after`. */
  readonly page: number
  readonly limit: number
  readonly direction: 'asc' | 'desc'
  /** `next` of the previous page. */
  readonly after?: string | undefined
}

export interface OrderedPageRequest extends PageRequest {
  readonly orderBy: 'createdAt' | 'subnameCount'
}

export interface Page<Item> {
  readonly items: readonly Item[]
  readonly totalCount: number
  readonly page: number
  readonly limit: number
  /** Whether there is a page of the next number; for a page by cursor, whether there is a next cursor. */
  readonly hasNextPage: boolean
  /** `after` of what follows the items; null at the end. */
  readonly next: string | null
  /** Whether the page is cut off because the response would be too large. */
  readonly isTruncated: boolean
}

interface PageQuery<At> {
  readonly direction: PageRequest['direction']
  readonly offset: number
  readonly limit: number
  /** Where the previous page ended; `offset` is 0 then. */
  readonly after: At | undefined
}

interface FoundPage<Item, At> {
  readonly items: readonly Item[]
  readonly totalCount: number
  readonly isTruncated?: boolean
  /** Where the page ends; absent at the end of the list. */
  readonly end: At | undefined
}

interface NumberedList<Item, At> {
  /** Without the order, which the request has. */
  readonly list: ListIdentity
  readonly read: (query: PageQuery<At>) => Promise<FoundPage<Item, At>>
}

/** A page by number, or by cursor. A cursor counts the pages before it. */
export async function readNumberedPage<Item, At extends Columns>(
  context: CursorContext,
  { list, read }: NumberedList<Item, At>,
  { page, limit, direction, after, ...order }: PageRequest & Partial<OrderedPageRequest>,
): Promise<Page<Item>> {
  const identity = [...list, direction, order.orderBy ?? null]
  const position = openCursor<readonly [page: number, at: At]>(context, identity, after)
  const [number, at] = position ?? [page, undefined]
  const offset = at === undefined ? (page - 1) * limit : 0
  const { end, isTruncated = false, ...found } = await read({ direction, offset, limit, after: at })
  const next = end ? context.cursors.seal(identity, [number + 1, end]) : null
  const hasNextPage = at === undefined ? offset + limit < found.totalCount : next !== null
  return { ...found, page: number, limit, hasNextPage, next, isTruncated }
}

/** Of a list that has no entries. */
export function emptyPage({ page, limit }: PageRequest): Page<never> {
  return { items: [], totalCount: 0, page, limit, hasNextPage: false, next: null, isTruncated: false }
}
