import { expect, test } from 'vitest'
import { recordsByteLength } from './records.ts'
import { emptyRecords } from './stored-records.ts'

test('rule: texts count their bytes in UTF-8, addresses and content hash those of their binary form', () => {
  expect(recordsByteLength(emptyRecords)).toBe(0)
  expect(recordsByteLength({ ...emptyRecords, texts: [{ key: 'ü', value: '🐉a' }] })).toBe(2 + 5)
  expect(
    recordsByteLength({
      ...emptyRecords,
      addresses: [{ coinType: 60, address: `0x${'00'.repeat(20)}` }],
      contenthash: '0xe301',
    }),
  ).toBe(20 + 2)
})
