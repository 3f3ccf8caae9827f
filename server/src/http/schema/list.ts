import { z } from 'zod'
import type { CursorPage } from '../../core/cursor.ts'
import { type Answer, answer } from './answer.ts'
import { integer, optionalWithDefault } from './primitives.ts'

/** As the lists give it: an opaque text. */
export const cursor = z
  .string()
  .max(1000)
  .regex(/^[\w-]+$/, 'is not a cursor')

export const exampleCursor = 'q3nWcGxQZ0lRbW9kZWxzLWFyZQ1Kd2xh'

function pageQuery(max: number, usual: number) {
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
export const listQuery = pageQuery(100, 20)

/** Of lists that are read as a whole and have small entries: events, addresses. */
export const feedQuery = pageQuery(1000, 100)

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

export function listAnswer<Item>(
  { data, serialize }: Answer<Item>,
  description: string,
): Answer<CursorPage<Item>> {
  return answer(listShape(data, description), (page: CursorPage<Item>) => serializeList(page, serialize))
}
