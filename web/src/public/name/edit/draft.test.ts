import { expect, test } from 'vitest'
import { changesOf, countChanges, type Draft } from './draft.ts'

const stored: Draft = { texts: { url: 'https://a.example' }, addresses: { 60: '0x01' }, contentHash: '' }

test('a form without changes changes nothing', () => {
  const same = { ...stored, texts: { ...stored.texts, email: '' }, addresses: { 60: ' 0x01 ', 0: '' } }
  expect(countChanges(changesOf(stored, same))).toBe(0)
})

test('emptied fields delete their records, others are written', () => {
  const draft = {
    texts: { url: '', name: 'A' },
    addresses: { 60: '0x01', 0: 'bc1q' },
    contentHash: 'ipfs://x',
  }
  expect(changesOf(stored, draft)).toEqual({
    text: [
      { key: 'url', value: '' },
      { key: 'name', value: 'A' },
    ],
    addresses: [{ coinType: 0, address: 'bc1q' }],
    contentHash: 'ipfs://x',
  })
})
