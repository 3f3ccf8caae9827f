import { expect, test } from 'vitest'
import { changesOf, countChanges, type Draft, rebaseDraft } from './draft.ts'

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

test('what is in the form is kept on top of what was changed elsewhere', () => {
  const read = { texts: { url: 'u', name: 'n' }, addresses: { 60: '0x01' }, contentHash: '' }
  const draft = { texts: { url: '', name: 'n' }, addresses: { 60: '0x01', 0: 'bc1q' }, contentHash: '' }
  const current = { texts: { url: 'v', name: 'm' }, addresses: { 60: '0x02' }, contentHash: 'ipfs://x' }
  expect(rebaseDraft(draft, read, current)).toEqual({
    texts: { url: '', name: 'm' },
    addresses: { 60: '0x02', 0: 'bc1q' },
    contentHash: 'ipfs://x',
  })
})
