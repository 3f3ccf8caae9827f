import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeEntry } from '../frozen/bucket.ts'
import { createEntrySorter } from './sort-entries.ts'

function sort(entries: readonly Uint8Array[], maxBytes?: number): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'byname-sort-'))
  try {
    const sorter = createEntrySorter(folder, maxBytes)
    for (const entry of entries) sorter.add(entry)
    const sorted = [...sorter.sorted()].map(({ bytes }) => bytes.toString('hex'))
    expect(readdirSync(folder)).toEqual([])
    return sorted
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('property: entries are sorted by node, also where every file is split to the last byte', () => {
  // Nodes that begin alike, so that files are split again and again.
  const node = fc.tuple(
    fc.constantFrom(0, 1, 255),
    fc.constantFrom(0, 7),
    fc.uint8Array({ minLength: 30, maxLength: 30 }),
  )
  const entry = fc.tuple(node, fc.uint8Array({ maxLength: 50 }))
  const entries = fc.uniqueArray(entry, {
    selector: ([[first, second, rest]]) => `${first} ${second} ${rest}`,
    maxLength: 30,
  })
  fc.assert(
    fc.property(entries, fc.constantFrom(0, 100, 1_000_000), (list, maxBytes) => {
      const encoded = list.map(([[first, second, rest], recordSet]) =>
        encodeEntry(Uint8Array.from([first, second, ...rest]), recordSet),
      )
      const expected = encoded.map((bytes) => bytes.toString('hex')).toSorted()
      expect(sort(encoded, maxBytes)).toEqual(expected)
    }),
    { numRuns: 10 },
  )
})

test('rule: two entries of one node are refused', () => {
  const entry = encodeEntry(new Uint8Array(32).fill(7), Buffer.from('x'))
  expect(() => sort([entry, entry])).toThrow(`Two names have the node 0x${'07'.repeat(32)}.`)
})

test('rule: entries that are larger than what is read at once survive', () => {
  const entries = Array.from({ length: 40 }, (_, index) =>
    encodeEntry(new Uint8Array(32).fill(index === 0 ? 0 : 1).fill(index, 1), Buffer.alloc(100_000, index)),
  )
  expect(sort(entries, 1000)).toEqual(entries.map((bytes) => bytes.toString('hex')))
})
