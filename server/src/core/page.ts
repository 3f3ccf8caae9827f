import { createCipheriv, createDecipheriv, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { AppError } from '../errors.ts'

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
  /** False if there are more than `totalCount`. */
  readonly isTotalExact: boolean
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
  readonly isTotalExact?: boolean
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
  const {
    end,
    isTruncated = false,
    isTotalExact = true,
    ...found
  } = await read({ direction, offset, limit, after: at })
  const next = end ? context.cursors.seal(identity, [number + 1, end]) : null
  const isCounted = at === undefined && isTotalExact
  const hasNextPage = isCounted ? offset + limit < found.totalCount : next !== null
  return { ...found, isTotalExact, page: number, limit, hasNextPage, next, isTruncated }
}

/** Of a list that has no entries. */
export function emptyPage({ page, limit }: PageRequest): Page<never> {
  return {
    items: [],
    totalCount: 0,
    isTotalExact: true,
    page,
    limit,
    hasNextPage: false,
    next: null,
    isTruncated: false,
  }
}

/**
 * A database reads every entry that a page by number or offset passes over. `advice`: what to do in place of it.
 *
 * @throws AppError for too many.
 */
export function assertFewPassed(passed: number, max: number, advice = ''): void {
  if (passed <= max) return
  const bound = max.toLocaleString('en')
  throw new AppError(
    'BadRequestException',
    `This page is too far from the start of its list: at most ${bound} entries can be passed over.${advice}`,
  )
}

/** Names the list, its filters and its order, which every page has in common. */
export type ListIdentity = readonly (string | number | boolean | null)[]

type Columns = readonly (string | number)[]

/** Of an item in its list; unique in it. With the number of its page, where pages are counted. */
type Position = string | number | Columns | readonly [page: number, at: Columns]

/**
 * Texts that name a place in a list and show nothing of it: positions are internal keys, and their numbers tell how much
 * all tenants have. A text is valid for one list, so a caller cannot compose one either.
 */
export interface Cursors {
  readonly seal: (list: ListIdentity, position: Position) => string
  /** `undefined` for a text that `seal` did not return for this list. */
  readonly open: (list: ListIdentity, cursor: string) => unknown
}

export interface CursorRequest {
  /** `next` of the previous page; absent: the first page. */
  readonly after?: string | undefined
  readonly limit: number
}

export interface CursorPage<Item> {
  readonly items: readonly Item[]
  /** `after` of the next page; null on the last. */
  readonly next: string | null
}

interface CursorList<Item, At extends Position> {
  readonly list: ListIdentity
  readonly positionOf: (item: Item) => At
  /** Items behind a position, in the order of the list. */
  readonly read: (after: At | undefined, limit: number) => Promise<readonly Item[]>
}

export type CursorContext = { readonly cursors: Cursors }

const tagBytes = 16

/** Texts are a multiple of this long, so that they do not tell how many digits a number has. */
const blockBytes = 16

/** A synthetic IV, as in RFC 5297: the MAC of list and position is the IV. Equal positions have equal texts. */
export function createCursors(secret: string): Cursors {
  const derive = (purpose: string) =>
    new Uint8Array(hkdfSync('sha256', secret, '', `byname cursor ${purpose}`, 32))
  const [macKey, key] = [derive('mac'), derive('encryption')]
  const tagOf = (list: ListIdentity, text: Uint8Array) =>
    createHmac('sha256', macKey).update(JSON.stringify(list)).update(text).digest().subarray(0, tagBytes)
  return {
    seal: (list, position) => {
      const json = Buffer.from(JSON.stringify(position))
      const padding = Buffer.alloc(-json.length & (blockBytes - 1), ' ')
      const text = Buffer.concat([json, padding])
      const tag = tagOf(list, text)
      const cipher = createCipheriv('aes-256-ctr', key, tag)
      return Buffer.concat([tag, cipher.update(text), cipher.final()]).toString('base64url')
    },
    open: (list, cursor) => {
      const bytes = Buffer.from(cursor, 'base64url')
      if (bytes.length <= tagBytes) return undefined
      const tag = bytes.subarray(0, tagBytes)
      const decipher = createDecipheriv('aes-256-ctr', key, tag)
      const text = Buffer.concat([decipher.update(bytes.subarray(tagBytes)), decipher.final()])
      return timingSafeEqual(tag, tagOf(list, text)) ? JSON.parse(text.toString()) : undefined
    },
  }
}

/** One page of a list that is read by position, and the cursor of the next one. */
export async function readPage<Item, At extends Position>(
  context: CursorContext,
  { list, positionOf, read }: CursorList<Item, At>,
  { after, limit }: CursorRequest,
): Promise<CursorPage<Item>> {
  const found = await read(openCursor<At>(context, list, after), limit + 1)
  const items = found.slice(0, limit)
  const last = items.at(-1)
  const hasNext = found.length > limit && last !== undefined
  return { items, next: hasNext ? context.cursors.seal(list, positionOf(last)) : null }
}

/** One page of a list that has few items. `all` is in the ascending order of the positions, or `descending`. */
export function readPageOfAll<Item, At extends number | Columns>(
  context: CursorContext,
  { list, positionOf, all }: Omit<CursorList<Item, At>, 'read'> & { readonly all: readonly Item[] },
  request: CursorRequest,
  descending = false,
): Promise<CursorPage<Item>> {
  const isBehind = (item: Item, after: At) => {
    const difference = compare(positionOf(item), after)
    return descending ? difference < 0 : difference > 0
  }
  const read = async (after: At | undefined, limit: number) =>
    (after === undefined ? all : all.filter((item) => isBehind(item, after))).slice(0, limit)
  return readPage(context, { list, positionOf, read }, request)
}

/** All items of a list. */
export async function readAllPages<Item>(
  read: (request: CursorRequest) => Promise<CursorPage<Item>>,
): Promise<readonly Item[]> {
  const items: Item[] = []
  let after: string | undefined
  do {
    const page = await read({ after, limit: 100 })
    items.push(...page.items)
    after = page.next ?? undefined
  } while (after !== undefined)
  return items
}

/**
 * The position of a cursor; absent: of none.
 *
 * @throws AppError for a text that is no cursor of this list.
 */
export function openCursor<At extends Position>(
  { cursors }: CursorContext,
  list: ListIdentity,
  cursor: string | undefined,
): At | undefined {
  if (cursor === undefined) return undefined
  const position = cursors.open(list, cursor)
  if (position !== undefined) return asPosition(position)
  throw new AppError(
    'BadRequestException',
    'after: is not a cursor of this list. Use `next` of the previous page with the same filters and order, or leave it out ' +
      'for the first page.',
  )
}

/** Safe: the text was authenticated as one that was sealed for this list, whose positions are all of this type. */
function asPosition<At extends Position>(position: unknown): At {
  return position as At
}

function compare(one: number | Columns, other: number | Columns): number {
  const [first, second] = [[one].flat(), [other].flat()]
  for (const [index, value] of first.entries()) {
    const against = second[index] ?? value
    if (value !== against) return value < against ? -1 : 1
  }
  return 0
}
