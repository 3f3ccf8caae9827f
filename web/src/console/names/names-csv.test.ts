import { expect, test } from 'vitest'
import { exportNames } from './export-names.ts'
import { addColumnsOf, csvHeader, csvLines, namesFile, noColumns } from './names-csv.ts'

const name = (ens: string, texts: { key: string; value: string }[]) => ({
  ens,
  isClaimed: true,
  claimedAt: null,
  isJAN: true,
  holder: null,
  records: { resolverAddress: '', texts, coins: [], addresses: [], contentHash: null },
  tags: [] as string[],
  hasNote: false,
})

const names = [
  name('a.eth', [{ key: 'url', value: 'a, "b"\n' }]),
  name('b.eth', [{ key: 'email', value: 'x' }]),
]
const file =
  'name,state,holder,claimed_at,text:url,text:email,texts,contenthash\r\n' +
  'a.eth,claimed,,,"a, ""b""\n",,,\r\n' +
  'b.eth,claimed,,,,x,,\r\n'

test('every record has a column, quoted where it must be', async () => {
  expect(await namesFile(names).text()).toBe(file)
})

test('tags have a column where a name has any', async () => {
  const tagged = names.map((one, index) => ({ ...one, tags: index === 0 ? ['a', 'b; c'] : [] }))
  expect(await namesFile(tagged).text()).toContain('texts,contenthash,tags\r\n')
  expect(await namesFile(tagged).text()).toContain(',,,a; b; c\r\n')
})

test('rule: pages that are read one after the other become the same file', async () => {
  const counts: number[] = []
  async function* pages() {
    for (const page of names) yield [page]
  }
  const exported = await exportNames({ pages: pages(), onProgress: (count) => counts.push(count) })
  expect(await exported.text()).toBe(file)
  expect(counts).toEqual([1, 2])
})

test.each([
  '=1',
  '+1',
  '-1',
  '@A1',
  '＝1',
  '＋1',
  '－1',
  '＠A1',
  '\t=1',
  '\r=1',
  '\n=1',
  ' =1',
  '|cmd',
  '%1',
])('rule: the cell %j is marked as text', async (value) => {
  const file = await namesFile([name('a.eth', [{ key: 'url', value }])]).text()
  expect(file).toContain(`'${value}`)
})

test('rule: no cell is a formula of a spreadsheet', async () => {
  const formula = [name('a.eth', [{ key: 'url', value: '=HYPERLINK("x")' }])]
  expect(await namesFile(formula).text()).toContain(`"'=HYPERLINK(""x"")"`)
})

test('rule: texts beyond two hundred keys share a column, as JSON', () => {
  const texts = Array.from({ length: 202 }, (_, index) => ({ key: `key${index}`, value: 'x' }))
  const columns = noColumns()
  addColumnsOf(columns, [name('a.eth', texts)])
  expect(csvHeader(columns).split(',')).toHaveLength(4 + 200 + 2)
  expect(csvLines(columns, [name('a.eth', texts)])).toContain('"{""key200"":""x"",""key201"":""x""}"')
})
