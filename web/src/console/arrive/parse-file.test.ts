import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { ListedEntry } from '../../../../server/src/listings/import-form.ts'
import { toEntryChunks } from './arrival-store.ts'
import { parseFile } from './parse-file.ts'
import { pickSample } from './sample.ts'

const alice = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const line = JSON.stringify({ label: 'alice', state: 'claimed', addresses: [], texts: [] })
const header = JSON.stringify({ type: 'domain', format: 'byname-domain', version: 1 })

function archiveOf(lines: readonly string[], changes: object = {}): string {
  const sha256 = createHash('sha256')
    .update(lines.map((text) => `${text}\n`).join(''))
    .digest('hex')
  return [header, ...lines, JSON.stringify({ type: 'end', names: lines.length, sha256, ...changes })].join(
    '\n',
  )
}

const parse = (content: string) => parseFile(new Blob([content]), 'acme.eth')

test.each([
  ['an export', archiveOf([line])],
  ['a list of NameStone', JSON.stringify([{ name: 'alice', address: alice }])],
  ['pages of Namespace', JSON.stringify([{ items: [{ label: 'alice', addresses: {} }] }])],
  ['a response of JustaName', JSON.stringify({ result: { data: [{ ens: 'alice.acme.eth' }] } })],
  ['CSV', `\ufeffname,address\r\nalice.acme.eth,${alice}`],
])('a file is known by its content: %s', async (title, content) => {
  const { entries } = await parse(content)
  // The titles of a table are its first row.
  expect(entries).toMatchObject([
    { row: title === 'CSV' ? 2 : 1, label: 'alice', problem: null, name: { label: 'alice' } },
  ])
})

test.each([
  ['an empty file', ' ', /empty/],
  ['a workbook', 'PK\u0003\u0004', /workbook/],
  ['another list', '[1]', /no list of names/],
  ['a list without names', '[]', /no list of names/],
  ['a table without names', 'a,b\n1,2', /no column of names/],
  ['a table that ends in a cell', 'name,address\nalice,"0x', /quotation marks/],
  ['an export that was cut', [header, line].join('\n'), /incomplete/],
  ['an export with another number', archiveOf([line], { names: 2 }), /says 2/],
  ['a changed export', archiveOf([line], { sha256: '00' }), /was changed/],
])('a file that is refused: %s', async (_title, content, message) => {
  await expect(parse(content)).rejects.toThrow(message)
})

test('rule: a second row of one name is refused, and the first one stays', async () => {
  const { entries, notes } = await parse(`name,address,color\nalice,${alice},red\nALICE,${alice},blue`)
  expect(entries.map(({ name, problem }) => [name?.label, problem])).toEqual([
    ['alice', null],
    [undefined, 'It is in row 2 already.'],
  ])
  expect(notes).toEqual(['color'])
})

test('rule: a request has at most a thousand names, and no name that is larger than it', () => {
  const entry = (row: number, value = ''): ListedEntry => {
    const texts = [{ key: 'url', value }]
    const times = { createdAt: null, updatedAt: null, claimedAt: null }
    const name = {
      label: `n${row}`,
      state: 'claimed',
      holder: null,
      addresses: [],
      texts,
      contentHash: null,
      ...times,
    } as const
    return { row, label: `n${row}`, name, problem: null, doubts: [] }
  }
  const small = Array.from({ length: 1_001 }, (_, row) => entry(row))
  expect(toEntryChunks(small).flat()).toEqual(small)
  expect(Math.max(...toEntryChunks(small).map(({ length }) => length))).toBeLessThanOrEqual(1_000)
  expect(toEntryChunks([1, 2].map((row) => entry(row, 'x'.repeat(100_000)))).length).toBe(2)
  expect(toEntryChunks([entry(1, 'x'.repeat(151_000))])).toMatchObject([[{ name: null }]])
})

test('a sample has the first and the last name', () => {
  const labels = Array.from({ length: 1_000 }, (_, index) => `n${index}`)
  expect(pickSample(labels)).toHaveLength(10)
  expect([pickSample(labels)[0], pickSample(labels).at(-1)]).toEqual(['n0', 'n999'])
  expect(pickSample(['a', 'b'])).toEqual(['a', 'b'])
})
