import { expect, test } from 'vitest'
import { packRows, unpackRows } from './packed-rows.ts'

const columns = ['id', 'label', 'count', 'large']

function sent(rows: readonly (readonly unknown[])[]) {
  return unpackRows(structuredClone(packRows(columns, rows)))
}

test('packed rows: text, numbers, big integers, nulls and bytes arrive as they were', () => {
  const rows = [
    [Uint8Array.of(1, 2, 3), 'alice', 3, null],
    [new Uint8Array(), '', -1.5, 2n ** 60n],
    [null, '🦄', 0, Uint8Array.of(255)],
  ]
  expect(sent(rows)).toEqual(rows.map(([id, label, count, large]) => ({ id, label, count, large })))
})

test('packed rows: no rows', () => {
  expect(sent([])).toEqual([])
})

test('packed rows: bytes of a larger buffer are sent alone', () => {
  const part = Buffer.alloc(1_000_000, 7).subarray(500_000, 500_002)
  const packed = packRows(['id'], [[part]])
  expect(structuredClone(packed).bytes.buffer.byteLength).toBe(2)
  expect(unpackRows(packed)).toEqual([{ id: Uint8Array.of(7, 7) }])
})
