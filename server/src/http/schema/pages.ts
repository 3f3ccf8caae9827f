import { z } from 'zod'
import type { CursorPage, Page } from '../../core/page.ts'
import {
  integer,
  type OperationResponse,
  optionalWithDefault,
  queryBoolean,
  responseOf,
} from './primitives.ts'

/** As the lists give it: an opaque text. */
export const cursor = z
  .string()
  .max(1000)
  .regex(/^[\w-]+$/, 'is not a cursor')

export const exampleCursor = 'q3nWcGxQZ0lRbW9kZWxzLWFyZQ1Kd2xh'

function cursorQuery(max: number, usual: number) {
  return {
    after: cursor.optional().meta({
      description:
        '`next` of the previous page; absent for the first. Repeat the filters and the order; `limit` may change.',
      example: exampleCursor,
    }),
    limit: optionalWithDefault(integer(1, max), usual).meta({
      description: `Entries of a page, at most ${max}.`,
      example: usual,
    }),
  }
}

/** Of every list of `/byname/v1`. */
export const listQuery = cursorQuery(100, 20)

/** Of lists that are read as a whole and have small entries: events, addresses. */
export const feedQuery = cursorQuery(1000, 100)

/** `description`: the order of the entries. */
export function listShape<Entry extends z.ZodType>(entry: Entry, description: string) {
  return z.object({
    data: z.array(entry).meta({ description }),
    next: z.string().nullable().meta({
      description: '`after` of the next page; null on the last.',
      example: exampleCursor,
    }),
  })
}

export function serializeList<Item, Wire>(
  { items, next }: CursorPage<Item>,
  serialize: (item: Item) => Wire,
) {
  return { data: items.map(serialize), next }
}

export function listResponse<Item>(
  { data, serialize }: OperationResponse<Item>,
  description: string,
): OperationResponse<CursorPage<Item>> {
  return responseOf(listShape(data, description), (page: CursorPage<Item>) => serializeList(page, serialize))
}

export const orderQuery = {
  orderBy: z
    .enum(['createdAt', 'subnameCount'])
    .default('createdAt')
    .meta({ description: 'Age, or the count of subnames of the domain.' }),
  orderDirection: z
    .enum(['asc', 'desc'])
    .default('desc')
    .meta({ description: 'Newest or largest first is `desc`.' }),
}

/** No database stores U+0000. */
export const searchText = z
  .string()
  .min(1)
  .max(1000)
  .regex(/^[^\0]*$/, 'holds U+0000')
  .meta({
    description:
      'Part of a label, in any spelling; of less than three characters: its beginning. Text behind a dot is the beginning of ' +
      'the domain.',
    example: 'ali',
  })

export const isClaimed = queryBoolean
  .optional()
  .meta({ description: 'Only claimed ones (true) or only reservations (false); absent: both.' })

export const pageQuery = {
  page: integer(1, 1_000_000_000)
    .prefault(1)
    .meta({
      description:
        'Page, counted from 1; without effect beside `after`. A page that passes over more than 1,000,000 names, or over more than are ' +
        'counted, is 400: go on with `after`.',
    }),
  limit: integer(1, 100).prefault(20).meta({ description: 'Entries a page, at most 100.' }),
  after: cursor.optional().meta({
    description:
      '`next` of the previous page, instead of `page`: the entries behind it. Repeat the filters and the order; `limit` may change.',
    example: exampleCursor,
  }),
}

/** Absent for a complete list. */
export const isTruncated = z
  .literal(true)
  .optional()
  .meta({
    description:
      'Present when entries are left out at the end, because a response holds at most 4 MiB of records. The first one is ' +
      'always included: request fewer at a time (a smaller `limit` or `take`) to get the others.',
  })

/** Absent for most lists. */
const isTotalExact = z
  .literal(false)
  .optional()
  .meta({
    description:
      'Present when there are more than `totalCount`: of a search and of an address 10,000 names are counted, of a coin type ' +
      '1,000,000.',
  })

function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    data: z.array(item).meta({ description: 'The entries of this page.' }),
    pagination: z.object({
      totalCount: z.number().int().meta({ description: 'Entries on all pages.', example: 41 }),
      isTotalExact,
      page: z.number().int().meta({
        description: 'This page, counted from 1. With `after`, the one behind the page of the cursor.',
        example: 1,
      }),
      limit: z.number().int().meta({ description: 'Entries of a page, at most.', example: 20 }),
      totalPages: z.number().int().meta({ description: 'Number of pages.', example: 3 }),
      nextPage: z
        .number()
        .int()
        .nullable()
        .meta({ description: 'The next page; null on the last.', example: 2 }),
      prevPage: z.number().int().nullable().meta({
        description: 'The previous page; null on the first. Behind the last one: the last.',
        example: null,
      }),
      hasNextPage: z.boolean().meta({ description: 'Whether there is a next page.', example: true }),
      hasPrevPage: z.boolean().meta({ description: 'Whether there is a previous page.', example: false }),
      next: z.string().nullable().meta({
        description: '`after` for what follows the last entry of this page; null at the end of the list.',
        example: exampleCursor,
      }),
      isTruncated,
    }),
  })
}

export function truncationFlag({ isTruncated }: { readonly isTruncated: boolean }) {
  return isTruncated ? { isTruncated } : {}
}

function serializePage<Item, Wire>(page: Page<Item>, serializeItem: (item: Item) => Wire) {
  const totalPages = Math.ceil(page.totalCount / page.limit)
  const hasPrevPage = page.page > 1
  return {
    data: page.items.map(serializeItem),
    pagination: {
      totalCount: page.totalCount,
      ...(page.isTotalExact ? {} : { isTotalExact: page.isTotalExact }),
      page: page.page,
      limit: page.limit,
      totalPages,
      nextPage: page.hasNextPage ? page.page + 1 : null,
      prevPage: hasPrevPage ? Math.max(1, Math.min(page.page - 1, totalPages)) : null,
      hasNextPage: page.hasNextPage,
      hasPrevPage,
      next: page.next,
      ...truncationFlag(page),
    },
  }
}

export function pageResponse<Item>({
  data,
  serialize,
}: OperationResponse<Item>): OperationResponse<Page<Item>> {
  return responseOf(pageOf(data), (page: Page<Item>) => serializePage(page, serialize))
}
