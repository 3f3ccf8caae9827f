import { expect, test } from 'vitest'
import { composeVcard } from './vcard.ts'

test('a card has the lines of vCard 4.0', () => {
  expect(
    composeVcard({ name: 'Alice', email: 'a@a.example', urls: ['https://a.example/'], note: 'Boats' }),
  ).toBe(
    [
      'BEGIN:VCARD',
      'VERSION:4.0',
      'FN:Alice',
      'EMAIL:a@a.example',
      'URL:https://a.example/',
      'NOTE:Boats',
      'END:VCARD',
      '',
    ].join('\r\n'),
  )
})

test('rule: no text ends its line or its value', () => {
  const card = composeVcard({ name: 'A\r\nEND:VCARD\nURL:x;y,z\\\0', urls: [] })
  expect(card).toContain('\r\nFN:A\\nEND:VCARD\\nURL:x\\;y\\,z\\\\\r\n')
  expect(card.match(/\r\n/g)).toHaveLength(4)
})

test('rule: a line has at most 75 octets, is cut between characters, and reads the same unfolded', () => {
  const note = '👩‍🚀é'.repeat(60)
  const card = composeVcard({ name: 'a', urls: [], note })
  for (const line of card.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
  expect(card.replaceAll('\r\n ', '')).toContain(`NOTE:${note}\r\n`)
  expect(card).not.toContain('\uFFFD')
})
