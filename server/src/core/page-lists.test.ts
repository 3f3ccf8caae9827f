import { describe, expect, it } from 'vitest'
import { createCursors, openCursor, readAllPages, readNumberedPage, readPage, readPageOfAll } from './page.ts'

const context = { cursors: createCursors('a secret') }
const list = ['names', 'demo.eth']

const foreign = expect.objectContaining({
  name: 'BadRequestException',
  message:
    'after: is not a cursor of this list. Use `next` of the previous page with the same filters and order, or leave it ' +
    'out for the first page.',
})

const numbers = Array.from({ length: 205 }, (_, index) => index + 1)

/** Numbers behind the position, as a statement reads them. */
async function readNumbers(after: number | undefined, limit: number) {
  return numbers.filter((number) => after === undefined || number > after).slice(0, limit)
}

function pageOfNumbers(request: { readonly after?: string | undefined; readonly limit: number }) {
  return readPage(context, { list, positionOf: (number: number) => number, read: readNumbers }, request)
}

describe('A cursor', () => {
  const cursor = context.cursors.seal(list, 41)

  it('rule: opens its position in its list', () => expect(openCursor(context, list, cursor)).toBe(41))

  it('rule: an absent one is no position', () => expect(openCursor(context, list, undefined)).toBeUndefined())

  it('attack: no changed bit opens one', () => {
    const bytes = Buffer.from(cursor, 'base64url')
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes)
      changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
      expect(() => openCursor(context, list, changed.toString('base64url'))).toThrow(foreign)
    }
  })

  it.each([
    ['another list', context.cursors.seal(['names', 'other.eth'], 41)],
    ['another secret', createCursors('another secret').seal(list, 41)],
    ['no text', ''],
    ['no bytes', '!'],
    ['fewer bytes than its tag', Buffer.alloc(15).toString('base64url')],
    ['a tag alone', Buffer.alloc(16).toString('base64url')],
    ['zeros', Buffer.alloc(24).toString('base64url')],
  ])('400 for one of %s', (_, text) => {
    expect(() => openCursor(context, list, text)).toThrow(foreign)
  })
})

describe('Pages of a list', () => {
  it('rule: a page has at most its limit of items, and a next page where more follow', async () => {
    const first = await pageOfNumbers({ limit: 203 })
    expect(first.items).toEqual(numbers.slice(0, 203))
    expect(first.next).toBe(context.cursors.seal(list, 203))
    expect(await pageOfNumbers({ limit: 203, after: first.next ?? '' })).toEqual({
      items: [204, 205],
      next: null,
    })
  })

  it('rule: a page that the list ends with has no next one', async () => {
    expect((await pageOfNumbers({ limit: 205 })).next).toBeNull()
    expect((await pageOfNumbers({ limit: 204 })).next).not.toBeNull()
  })

  it('rule: one item more than the limit is read', async () => {
    const read: number[] = []
    const positionOf = (number: number) => number
    const readCounting = (after: number | undefined, limit: number) => {
      read.push(limit)
      return readNumbers(after, limit)
    }
    await readPage(context, { list, positionOf, read: readCounting }, { limit: 20 })
    expect(read).toEqual([21])
  })

  it('rule: all pages have each item once, and are read by hundreds', async () => {
    const limits: number[] = []
    const all = await readAllPages((request) => {
      limits.push(request.limit)
      return pageOfNumbers(request)
    })
    expect(all).toEqual(numbers)
    expect(limits).toEqual([100, 100, 100])
  })
})

describe('Pages of a list that is read at once', () => {
  const byNumber = { list, positionOf: (number: number) => number }

  it.each([
    ['ascending', [1, 3, 5, 7], false, [3, 5]],
    ['descending', [7, 5, 3, 1], true, [5, 3]],
  ] as const)('rule: %s, they go on behind the position', async (_, all, descending, second) => {
    const { items, next } = await readPageOfAll(context, { ...byNumber, all }, { limit: 1 }, descending)
    expect(items).toEqual(all.slice(0, 1))
    const request = { limit: 2, after: next ?? '' }
    const page = await readPageOfAll(context, { ...byNumber, all }, request, descending)
    expect(page.items).toEqual(second)
    expect(page.next).not.toBeNull()
  })

  it.each([
    ['ascending', [2, 6], false],
    ['descending', [6, 2], true],
  ] as const)('rule: %s, they go on where the item of the position is gone', async (_, all, descending) => {
    const after = context.cursors.seal(list, 4)
    const page = await readPageOfAll(context, { ...byNumber, all }, { limit: 5, after }, descending)
    expect(page).toEqual({ items: all.slice(1), next: null })
  })

  it('rule: positions of several columns compare the first that differs', async () => {
    const all = [
      ['a', 1],
      ['a', 2],
      ['b', 1],
      ['b', 3],
    ] as const
    const lists = { list, positionOf: (at: readonly [string, number]) => at, all }
    const behind = async (at: readonly [string, number]) => {
      const request = { limit: 9, after: context.cursors.seal(list, at) }
      return (await readPageOfAll(context, lists, request)).items
    }
    expect(await behind(['a', 1])).toEqual(all.slice(1))
    expect(await behind(['a', 9])).toEqual(all.slice(2))
    expect(await behind(['b', 2])).toEqual(all.slice(3))
    expect(await behind(['b', 3])).toEqual([])
  })
})

it('rule: a cursor of a numbered list is of that list, direction and order alone', async () => {
  const read = (id: string, request: object) =>
    readNumberedPage(
      context,
      { list: ['names', id], read: async () => ({ items: [1], totalCount: 3, end: [1] as const }) },
      { page: 1, limit: 1, direction: 'asc', ...request },
    )
  const { next } = await read('demo.eth', { orderBy: 'label' })
  const after = next ?? ''
  expect(await read('demo.eth', { orderBy: 'label', after })).toMatchObject({ page: 2 })
  for (const [id, request] of [
    ['other.eth', { orderBy: 'label' }],
    ['demo.eth', { orderBy: 'created' }],
    ['demo.eth', {}],
    ['demo.eth', { orderBy: 'label', direction: 'desc' }],
  ] as const)
    await expect(read(id, { ...request, after })).rejects.toThrow(foreign)
})
