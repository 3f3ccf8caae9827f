import fc from 'fast-check'
import { expect, test } from 'vitest'
import { former, formerGatewaysOf } from '../../../test/support/gateway/former-fetch.ts'
import { joinName, parseLabel } from '../../ens/names.ts'
import { defaultRecordLimits } from '../../ens/record-limits.ts'
import { emptyRecords, type Records } from '../../ens/stored-records.ts'
import { encodeResult } from '../../gateway/encode-result.ts'
import type { RecordCall } from '../../gateway/record-call.ts'
import type { GatewayRequest } from '../../gateway/request.ts'
import { readFormerRecords } from './import-on-read.ts'

const label = parseLabel('alice')
const name = joinName(label, former.name)
const node = new Uint8Array(32)
const holder = `0x${'ab'.repeat(20)}` as const
const litecoin = '0x76a914ea6d34d0f1e5d5b3a2a3a3ea6d34d0f1e5d5b388ac' as const

const text = (key: string): RecordCall => ({ type: 'text', node, key })
const coin = (coinType: number | null): RecordCall => ({ type: 'address', node, coinType })

function read(records: Records, query: GatewayRequest['query']) {
  const formerGateways = formerGatewaysOf({ answer: (asked) => encodeResult(asked.query, records) })
  const context = { formerGateways, rules: { limits: { records: defaultRecordLimits } } }
  return readFormerRecords(context, { former, chainId: 1, name, label, client: undefined, query })
}

const held = (others: Partial<Records> = {}): Records => ({
  ...emptyRecords,
  ...others,
  addresses: [{ coinType: 60, address: holder }, ...(others.addresses ?? [])],
})

const calls = fc.array(
  fc.constantFrom<RecordCall>(
    ...['org.a', 'org.b', 'url'].map(text),
    ...[2, 5, 60, null].map(coin),
    ...(['ethAddress', 'contenthash', 'textKeys'] as const).map((type) => ({ type, node })),
    { type: 'recordList' },
  ),
  { minLength: 1, maxLength: 6 },
)

test('property: a name comes over with the records that were asked for and the common ones, and no others', async () => {
  const records = held({
    texts: ['org.a', 'org.b', 'org.c', 'url'].map((key) => ({ key, value: `of ${key}` })),
    addresses: [2, 5].map((coinType) => ({ coinType, address: litecoin })),
    contenthash: '0xe3010170122029f2d17be6139079dc48696d1f582a8530eb9805b561eda517e22a892c7e3f1f',
  })
  await fc.assert(
    fc.asyncProperty(calls, fc.boolean(), async (asked, isAlone) => {
      const [first] = asked as [RecordCall]
      const seen = isAlone ? [first] : asked
      const input = await read(records, isAlone ? first : { type: 'multicall', calls: asked })
      const keys = seen.flatMap((call) => (call.type === 'text' ? [call.key] : []))
      const coins = seen.flatMap((call) =>
        call.type === 'address' && call.coinType !== null ? [call.coinType] : [],
      )
      expect(input?.texts?.map(({ key }) => key).toSorted()).toEqual(
        [...new Set([...keys, 'url'])].toSorted(),
      )
      expect(input?.addresses?.map(({ coinType }) => coinType)).toEqual([...new Set([60, ...coins, 2])])
      expect(input?.addresses?.[0]?.address).toBe(holder)
      expect(input?.contenthash).toMatch(/^ipfs:/)
    }),
    { numRuns: 40 },
  )
})

test('rule: a name without an Ethereum address does not come over', async () => {
  const texts = [{ key: 'url', value: 'x' }]
  expect(await read({ ...emptyRecords, texts }, text('url'))).toBeUndefined()
})

test('rule: records that could not be written here are left out, and the others come over', async () => {
  const long = 'x'.repeat(defaultRecordLimits.textValue + 1)
  const input = await read(
    held({
      texts: [
        { key: 'url', value: long },
        { key: 'email', value: 'a@b.example' },
      ],
      addresses: [{ coinType: 2, address: '0x1234' }],
      contenthash: '0x1234',
    }),
    text('url'),
  )
  expect(input?.texts).toEqual([{ key: 'email', value: 'a@b.example' }])
  expect(input?.contenthash).toBeUndefined()
  expect(input?.addresses?.map(({ coinType }) => coinType)).toEqual([60])
})

test('rule: sixty-four records beside the address are read, those that were asked for first', async () => {
  const keys = Array.from({ length: 70 }, (_, index) => `org.k${index}`)
  const records = held({ texts: [...keys, 'url'].map((key) => ({ key, value: 'x' })) })
  const input = await read(records, { type: 'multicall', calls: keys.map(text) })
  expect(input?.texts?.map(({ key }) => key)).toEqual(keys.slice(0, 64))
})
