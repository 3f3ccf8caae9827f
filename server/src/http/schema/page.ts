import { z } from 'zod'
import type { Page } from '../../core/page.ts'
import { type Answer, answer } from './answer.ts'
import { cursor, exampleCursor } from './list.ts'
import { integer } from './primitives.ts'

export const pageQuery = {
  page: integer(1, 1_000_000_000)
    .prefault(1)
    .meta({ description: 'Page, counted from 1; without effect beside `after`.' }),
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

function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    data: z.array(item).meta({ description: 'The entries of this page.' }),
    pagination: z.object({
      totalCount: z.number().int().meta({ description: 'Entries on all pages.', example: 41 }),
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

export function pageAnswer<Item>({ data, serialize }: Answer<Item>): Answer<Page<Item>> {
  return answer(pageOf(data), (page: Page<Item>) => serializePage(page, serialize))
}
