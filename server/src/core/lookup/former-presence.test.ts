import fc from 'fast-check'
import { expect, test } from 'vitest'
import { former, formerGatewaysOf } from '../../../test/support/gateway/former-fetch.ts'
import { stopMonotonicClock } from '../../../test/support/monotonic-clock.ts'
import { joinName, parseLabel } from '../../ens/names.ts'
import { emptyRecords, type Records } from '../../ens/stored-records.ts'
import { encodeResult, encodeUnsupported } from '../../gateway/encode-result.ts'
import type { FormerHolding } from '../../model/former-gateway.ts'
import { formerHoldingError } from './former-obstacle.ts'
import { createFormerWildcards, readFingerprint, readPresence } from './former-presence.ts'

const address = `0x${'ab'.repeat(20)}` as const
const other = `0x${'cd'.repeat(20)}` as const
const there = { former, chainId: 1, name: joinName(parseLabel('alice'), former.name) } as const
const withAddress: Records = { ...emptyRecords, addresses: [{ coinType: 60, address }] }
const withText = (key: string): Records => ({ ...emptyRecords, texts: [{ key, value: 'x' }] })

const holding = (records: Records | null) =>
  formerGatewaysOf({ answer: ({ query }) => encodeResult(query, records) })

test.each<[title: string, records: Records | null, isPresent: boolean, requests: number]>([
  ['an address', withAddress, true, 1],
  ['no record', null, false, 2],
  [
    'the zero address',
    { ...emptyRecords, addresses: [{ coinType: 60, address: `0x${'00'.repeat(20)}` }] },
    false,
    2,
  ],
  ['a content hash', { ...emptyRecords, contenthash: '0xe30101701220' }, true, 2],
  ...['avatar', 'description', 'url', 'email', 'com.github', 'com.twitter'].map(
    (key): [string, Records, boolean, number] => [`the text ${key}`, withText(key), true, 2],
  ),
  ['an empty text', { ...emptyRecords, texts: [{ key: 'url', value: '' }] }, false, 2],
])('a name with %s is present or not by it', async (_title, records, isPresent, requests) => {
  const gateways = holding(records)
  const holder = records === withAddress ? address : undefined
  expect(await readPresence(gateways, there)).toEqual({ isPresent, holder })
  expect(gateways.requests).toHaveLength(requests)
})

test('rule: a gateway that refuses to tell the address tells nothing of the name', async () => {
  const gateways = formerGatewaysOf({
    answer: ({ query }) =>
      query.type === 'ethAddress' ? encodeUnsupported(1) : encodeResult(query, withText('url')),
  })
  await expect(readPresence(gateways, there)).rejects.toMatchObject({ fault: 'question' })
})

test('property: two names have one fingerprint exactly where their records are equal', async () => {
  const some = fc.record({
    address: fc.constantFrom(undefined, address, other),
    text: fc.constantFrom(undefined, 'a', 'b'),
    contenthash: fc.constantFrom(null, '0xe30101701220' as const),
  })
  const recordsOf = ({
    address: held,
    text,
    contenthash,
  }: Parameters<Parameters<typeof some.map>[0]>[0]) => ({
    addresses: held ? [{ coinType: 60, address: held }] : [],
    texts: text === undefined ? [] : [{ key: 'com.twitter', value: text }],
    contenthash,
  })
  await fc.assert(
    fc.asyncProperty(some, some, async (one, two) => {
      const [first, second] = await Promise.all(
        [one, two].map((each) => readFingerprint(holding(recordsOf(each)), there)),
      )
      expect(first === second).toBe(JSON.stringify(recordsOf(one)) === JSON.stringify(recordsOf(two)))
    }),
    { numRuns: 50 },
  )
})

/** Answers names by `state.records`, and counts the names that it is asked for. */
function wildcardGateway() {
  const state: { records: (label: string) => Records | null | number } = { records: () => null }
  const labels = new Set<string>()
  const gateways = formerGatewaysOf({
    answer: ({ labels: [label = ''], query }) => {
      labels.add(label)
      const records = state.records(label)
      return typeof records === 'number' ? records : encodeResult(query, records)
    },
  })
  const wildcards = createFormerWildcards(gateways)
  return { state, labels, find: (of = former) => wildcards.find(of, 1) }
}

const addressOf = (label: string): Records => ({
  ...emptyRecords,
  addresses: [{ coinType: 60, address: `0x${Buffer.from(label).toString('hex').padEnd(40, '0')}` }],
})

test('rule: a gateway answers for every name if it does for three random ones, and varies if one of them differs', async () => {
  const { state, labels, find } = wildcardGateway()
  state.records = () => withAddress
  const equal = await find()
  expect(equal).toEqual({ kind: 'equal', fingerprint: await readFingerprint(holding(withAddress), there) })
  expect([...labels].filter((label) => /^[0-9a-f]{16}$/.test(label))).toHaveLength(3)
  for (const [settings, odd] of [0, 1, 2].entries()) {
    const asked = new Set<string>()
    state.records = (label) => ([...asked.add(label)].indexOf(label) === odd ? addressOf(label) : withAddress)
    expect(await find({ ...former, settings: `${settings}` })).toEqual({ kind: 'varied' })
  }
  for (const [settings, absent] of [0, 1, 2].entries())
    for (const refusal of [null, 404, 400]) {
      const asked = new Set<string>()
      state.records = (label) => ([...asked.add(label)].indexOf(label) === absent ? refusal : withAddress)
      expect(await find({ ...former, settings: `none ${settings} ${refusal}` })).toEqual({ kind: 'none' })
    }
})

test.each([
  ['for ten minutes that it answers for every name', withAddress, 600_000],
  ['for a minute that it does not', null, 60_000],
])('rule: it is kept %s', async (_title, records, keptMs) => {
  const wait = stopMonotonicClock()
  const { state, labels, find } = wildcardGateway()
  state.records = () => records
  await find()
  const before = labels.size
  wait(keptMs - 1_000)
  await find()
  expect(labels.size).toBe(before)
  wait(2_000)
  await find()
  expect(labels.size).toBe(2 * before)
  await find({ ...former, key: 2 })
  await find({ ...former, settings: 'other' })
  expect(labels.size).toBe(4 * before)
})

test('rule: of a gateway that is away nothing is kept, and it is asked once for all who ask at a time', async () => {
  const { state, labels, find } = wildcardGateway()
  state.records = () => 503
  await expect(find()).rejects.toMatchObject({ fault: 'outage' })
  state.records = () => null
  expect(await Promise.all([find(), find(), find()])).toEqual(Array(3).fill({ kind: 'none' }))
  expect(labels.size).toBe(2)
})

test.each<
  [holding: FormerHolding | undefined, holder: typeof address | undefined, refusal: RegExp | undefined]
>([
  [undefined, undefined, undefined],
  [undefined, address, undefined],
  [{ state: 'held', holder: address }, address, undefined],
  [{ state: 'held', holder: address }, other, /^alice.demo.eth is taken: it is held/],
  [{ state: 'held', holder: address }, undefined, /is taken/],
  [{ state: 'held', holder: undefined }, undefined, /is taken/],
  [{ state: 'held', holder: undefined }, address, /is taken/],
  [
    { state: 'unknown', reason: 'It is away.', isLasting: false },
    address,
    /not known. It is away. Retry later.$/,
  ],
  [
    { state: 'unknown', reason: 'It refuses.', isLasting: true },
    address,
    /It refuses. The owner of the domain/,
  ],
])('a label of %j is to be had by %s, or refused', (found, holder, refusal) => {
  const error = formerHoldingError(former, parseLabel('alice'), found, holder)
  if (refusal) expect(error?.message).toMatch(refusal)
  else expect(error).toBeUndefined()
})
