import { globSync, readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import english from '../../../messages/en.json' with { type: 'json' }
import { setMessages } from '../../text/messages.ts'
import { type Change, changeWordsOf, describeChange, hidden, titleOf } from './change-words.ts'

beforeAll(() => {
  const entries = Object.entries(english).map(([key, text]) => [key, () => text])
  setMessages('en', Object.fromEntries(entries))
})

const wordsOf = (change: Partial<Change>) =>
  changeWordsOf({
    type: 'subname.changed',
    changes: [{ field: 'texts', key: null, before: null, after: null, ...change }],
  }).map(describeChange)

const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' }).format(
  Date.UTC(2026, 10, 28, 12),
)

const wallet = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

test.each<[Partial<Change>, string]>([
  [{ key: 'com.github', after: 'me' }, 'GitHub: me'],
  [{ key: 'com.github', before: 'me', after: 'you' }, 'GitHub: me → you'],
  [{ key: 'own.key', before: 'me' }, 'own.key: me → removed'],
  [{ field: 'addresses', key: 2147492101, after: wallet }, 'Base address: 0x7099…79C8'],
  [{ field: 'addresses', key: 77, after: 'x' }, 'Address of coin 77: x'],
  [{ field: 'holder', before: wallet, after: `0x${'ab'.repeat(20)}` }, 'Holder: 0x7099…79C8 → 0xabab…abab'],
  [{ field: 'role', before: 'viewer', after: 'editor' }, 'Role: viewer → editor'],
  [{ field: 'namesPerWallet', before: null, after: 3 }, 'Names per wallet: 3'],
  [{ field: 'needsApproval', before: false, after: true }, 'I approve each one: no → yes'],
  [
    { field: 'characters', before: 'any', after: 'letters-and-digits' },
    'Characters: everything that ENS allows → a to z, 0 to 9 and hyphens',
  ],
  [{ field: 'reservedLabels', key: 'admin', before: false, after: true }, 'Reserved label admin: added'],
  [{ field: 'tags', key: 'team', before: true, after: false }, 'Tag team: removed'],
  [
    { field: 'scopes', after: ['names:write', 'names:export'] },
    'Rights: read, issue and change names, export all names',
  ],
  [
    { field: 'texts', before: { sha256: 'ab' }, after: { sha256: 'cd' } },
    'Texts: an earlier value, not kept → an earlier value, not kept',
  ],
  [{ field: 'expiresAt', before: '2026-11-28T12:00:00.000Z' }, `Ends: ${moment} → never`],
  [{ field: 'someNewField', before: 1000, after: 2000 }, 'Some new field: 1,000 → 2,000'],
])('%j is in words', (change, words) => {
  expect(wordsOf(change)).toEqual([words])
})

test('rule: ids, what is equal and what is empty on both sides are left out', () => {
  for (const change of [
    { field: 'id', after: 'a' },
    { field: 'isClaimed', after: true },
    { field: 'isBlocked', after: false },
    { field: 'name', before: 'same', after: 'same' },
    { field: 'note', before: null, after: '' },
  ])
    expect(wordsOf(change)).toEqual([])
})

test('what the title of an event says is not said again', () => {
  const change = (field: string, after: Change['after'], key: Change['key'] = null) => ({
    field,
    key,
    before: null,
    after,
  })
  const issued = [change('holder', wallet), change('addresses', wallet, 60), change('addresses', '0x00', 0)]
  expect(changeWordsOf({ type: 'subname.issued', changes: issued }).map(describeChange)).toEqual([
    'Holder: 0x7099…79C8',
    'Bitcoin address: 0x00',
  ])
  const member = [change('address', wallet), change('role', 'editor')]
  expect(changeWordsOf({ type: 'member.added', changes: member }).map(describeChange)).toEqual([
    'Role: editor',
  ])
})

/** The fields of the tables of events, and those that are written out. */
function eventFields(): readonly string[] {
  const files = globSync('server/src/core/**/*.ts').filter((file) => !file.endsWith('.test.ts'))
  const sources = files.map((file) => readFileSync(file, 'utf8'))
  const tables = sources.flatMap((source) =>
    [...source.matchAll(/: EventFields<[^=]*= \{(.*?)\}\n/gs)].map(([, table = '']) => table),
  )
  const rows = tables.flatMap((table) => [...table.matchAll(/^ *'?([\w.]+)'?: \(/gm)])
  const written = sources.flatMap((source) => [...source.matchAll(/\bfield: '([\w.]+)',/g)])
  return [...new Set([...rows, ...written].map(([, field = '']) => field))]
}

test('rule: each field of an event that is shown has a title', () => {
  const fields = eventFields()
  expect(fields.length).toBeGreaterThan(40)
  expect(fields).toContain('branding.directory')
  expect(fields.filter((field) => !hidden.has(field) && titleOf(field) === undefined)).toEqual([])
})
