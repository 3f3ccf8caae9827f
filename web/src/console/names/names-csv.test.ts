import { expect, test } from 'vitest'
import { namesCsv } from './names-csv.ts'

const name = (ens: string, texts: { key: string; value: string }[]) => ({
  ens,
  isClaimed: true,
  claimedAt: null,
  isJAN: true,
  holder: null,
  records: { resolverAddress: '', texts, coins: [], addresses: [], contentHash: null },
})

test('every record has a column, quoted where it must be', () => {
  const names = [
    name('a.eth', [{ key: 'url', value: 'a, "b"\n' }]),
    name('b.eth', [{ key: 'email', value: 'x' }]),
  ]
  expect(namesCsv(names)).toBe(
    'name,state,holder,claimed_at,text:url,text:email,contenthash\r\n' +
      'a.eth,claimed,,,"a, ""b""\n",,\r\n' +
      'b.eth,claimed,,,,x,\r\n',
  )
})

test('rule: no cell is a formula of a spreadsheet', () => {
  expect(namesCsv([name('a.eth', [{ key: 'url', value: '=HYPERLINK("x")' }])])).toContain(
    `"'=HYPERLINK(""x"")"`,
  )
})
