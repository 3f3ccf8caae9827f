import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeTextCall } from '../../../test/support/gateway/calls.ts'
import { former, formerGatewaysOf } from '../../../test/support/gateway/former-fetch.ts'
import { addressKey, contenthashKey, textKey } from '../../ccip/records.ts'
import { fromHex, toHex } from '../../crypto/hex.ts'
import { dnsEncode, joinName, namehash, parseLabel } from '../../ens/names.ts'
import { emptyRecords, type Records } from '../../ens/stored-records.ts'
import { encodeResult, encodeUnsupported } from '../../gateway/encode-result.ts'
import { encodeMulticall, encodeResolveCall } from '../../gateway/former-result.ts'
import type { RecordCall } from '../../gateway/record-call.ts'
import { decodeRequest } from '../../gateway/request.ts'
import { askAsWhole } from './ask-former.ts'
import { readRecordsThere } from './read-former.ts'

const name = joinName(parseLabel('alice'), former.name)
const node = toHex(namehash(name)).slice(2)
const address = `0x${'ab'.repeat(20)}` as const
const records: Records = {
  ...emptyRecords,
  addresses: [{ coinType: 60, address }],
  texts: [{ key: 'url', value: 'https://a.example/' }],
}

/** By the type of a call, of those that a gateway may not know. */
const optional = {
  textKeys: `0x92873114${node}`,
  recordList: '0x95a3be99',
  unset: `0x691f3431${node}`,
  unsupported: `0x12345678${node}`,
  hasAddress: `0x32f111d7${node}${'3c'.padStart(64, '0')}`,
} as const
const required = {
  ethAddress: `0x3b3b57de${node}`,
  contenthash: `0xbc1c58d1${node}`,
  address: `0xf1cb7e06${node}${'3c'.padStart(64, '0')}`,
  text: encodeTextCall(name, 'url'),
} as const

function questionOf(calls: readonly string[]) {
  const data = encodeMulticall(calls.map((call) => fromHex(call as typeof address)))
  const callData = encodeResolveCall(fromHex(dnsEncode(name)), data)
  return { former, chainId: 1, callData, query: decodeRequest(callData).query } as const
}

/** In the place of the result of a multicall. */
const refusals = [400, 404, 500, encodeUnsupported(0xac9650d8), Buffer.alloc(64, 1)] as const

/** A gateway that refuses multicalls, and with 400 the calls of some types. */
const withoutMulticalls = (refused: readonly RecordCall['type'][] = [], refusal: number | Uint8Array = 400) =>
  formerGatewaysOf({
    answer: ({ query }) => {
      if (query.type === 'multicall') return refusal
      return refused.includes(query.type) ? 400 : encodeResult(query, records)
    },
    expires: ({ query }) => 1_800_000_500 + (query.type === 'text' ? 0 : 100),
  })

test('property: calls that a gateway refuses as a multicall are asked one by one, with the result of the whole', async () => {
  const all = fc.array(fc.constantFrom(...Object.values(optional), ...Object.values(required)), {
    minLength: 1,
    maxLength: 64,
  })
  await fc.assert(
    fc.asyncProperty(all, fc.constantFrom(...refusals), async (calls, refusal) => {
      const question = questionOf(calls)
      const gateways = withoutMulticalls([], refusal)
      const { result, expires, hasRecords } = await askAsWhole(gateways, question)
      expect(toHex(result)).toBe(toHex(encodeResult(question.query, records)))
      expect(expires).toBe(1_800_000_500 + (calls.includes(required.text) ? 0 : 100))
      const held: readonly string[] = [required.ethAddress, required.address, required.text]
      const having: readonly string[] = [...held, optional.hasAddress, optional.textKeys]
      expect(hasRecords).toBe(calls.some((call) => having.includes(call)))
      expect(gateways.requests.length).toBe(1 + new Set(calls).size)
    }),
    { numRuns: 30 },
  )
})

test('rule: more than 64 calls are not asked one by one, and the refusal of the multicall is returned', async () => {
  const calls = (count: number) =>
    Array.from({ length: count }, (_, index) => encodeTextCall(name, `key-${index}`))
  const gateways = withoutMulticalls()
  expect((await askAsWhole(gateways, questionOf(calls(64)))).result.length).toBeGreaterThan(0)
  expect(gateways.requests).toHaveLength(65)
  await expect(askAsWhole(gateways, questionOf(calls(65)))).rejects.toThrow('answered HTTP 400')
  expect(gateways.requests).toHaveLength(66)
  const unsupporting = withoutMulticalls([], encodeUnsupported(0xac9650d8))
  await expect(askAsWhole(unsupporting, questionOf(calls(65)))).rejects.toThrow('does not answer multicalls')
  expect(unsupporting.requests).toHaveLength(1)
})

test.each([...Object.entries(optional), ...Object.entries(required)])(
  'rule: a call of %s that the gateway refuses is an error in its place only where most gateways do not know it, or the caller tolerates it',
  async (type, call) => {
    const question = questionOf([call, required.text === call ? required.ethAddress : required.text])
    const [asked] = question.query.type === 'multicall' ? question.query.calls : []
    const ask = (tolerance: { readonly toleratesRefusals?: true }) =>
      askAsWhole(withoutMulticalls([type as RecordCall['type']]), { ...question, ...tolerance })
    const error = toHex(encodeUnsupported(asked?.type === 'unsupported' ? asked.selector : 0)).slice(2)
    const tolerated = await ask({ toleratesRefusals: true })
    expect(toHex(tolerated.result)).toContain(error)
    expect(tolerated.expires).toBeLessThanOrEqual(1_800_000_600)
    if (type in optional) expect(toHex((await ask({})).result)).toContain(error)
    else await expect(ask({})).rejects.toThrow('answered HTTP 400')
  },
)

test('rule: a gateway that is away is asked once, and no refusal is made of it', async () => {
  for (const status of [429, 502, 503, 504]) {
    const gateways = withoutMulticalls([], status)
    const question = { ...questionOf([optional.textKeys]), toleratesRefusals: true }
    await expect(askAsWhole(gateways, question)).rejects.toMatchObject({ fault: 'outage' })
    expect(gateways.requests).toHaveLength(1)
  }
})

test('rule: of a call that the gateway does not answer no refusal is made, also where refusals are tolerated', async () => {
  const invalid = Buffer.alloc(32, 0xff)
  for (const [answer, fault] of [
    [503, 'outage'],
    [invalid, 'invalid'],
  ] as const)
    for (const call of [optional.textKeys, optional.hasAddress].map(String)) {
      if (fault === 'invalid' && call === optional.hasAddress) continue
      const gateways = formerGatewaysOf({
        answer: ({ query }) => (query.type === 'multicall' ? 400 : answer),
      })
      const question = { ...questionOf([call]), toleratesRefusals: true }
      await expect(askAsWhole(gateways, question)).rejects.toMatchObject({ fault })
    }
})

test('rule: results of one by one that are larger together than a response may be are an error', async () => {
  // Two texts of which each has an offset and a length in the list, and two words before its bytes.
  const largest = (130_560 - 64) / 2 - 128
  const ask = (length: number) => {
    const texts = ['a', 'b'].map((key) => ({ key, value: 'x'.repeat(length) }))
    const gateways = formerGatewaysOf({
      answer: ({ query }) =>
        query.type === 'multicall' ? 400 : encodeResult(query, { ...emptyRecords, texts }),
    })
    return askAsWhole(gateways, questionOf(texts.map(({ key }) => encodeTextCall(name, key))))
  }
  expect((await ask(largest)).result).toHaveLength(130_560)
  await expect(ask(largest + 1)).rejects.toMatchObject({ fault: 'invalid' })
})

test('property: the records of a name there are those of its gateway, in requests of fifty calls at most', async () => {
  const texts = fc.uniqueArray(
    fc.record({ key: fc.stringMatching(/^[a-z]{3,8}$/), value: fc.constantFrom('a', 'bc') }),
    { selector: ({ key }) => key, maxLength: 120 },
  )
  await fc.assert(
    fc.asyncProperty(texts, fc.boolean(), fc.boolean(), async (all, hasAddress, refusesContent) => {
      const held: Records = {
        texts: all,
        addresses: [
          ...(hasAddress ? ([{ coinType: 60, address }] as const) : []),
          { coinType: 0, address: '0x0014ab' },
        ],
        contenthash: '0xe30101701220',
      }
      const gateways = formerGatewaysOf({
        answer: ({ query }) =>
          query.type === 'contenthash' && refusesContent ? 400 : encodeResult(query, held),
      })
      const keys = [addressKey(60), addressKey(0), ...all.map(({ key }) => textKey(key))]
      const there = { former, chainId: 1, name } as const
      const read = await readRecordsThere({ formerGateways: gateways }, there, keys)
      expect(read).toEqual({ records: { ...held, contenthash: null }, unanswered: [] })
      const counts = gateways.requests.map(({ query }) =>
        query.type === 'multicall' ? query.calls.length : 1,
      )
      expect(Math.max(...counts)).toBeLessThanOrEqual(50)
      expect(counts.length).toBe(Math.ceil(keys.length / 50))
      const content = await readRecordsThere({ formerGateways: gateways }, there, [contenthashKey]).catch(
        (error: unknown) => error,
      )
      if (refusesContent) expect(content).toMatchObject({ fault: 'question' })
      else expect(content).toMatchObject({ records: { contenthash: held.contenthash }, unanswered: [] })
    }),
    { numRuns: 30 },
  )
})

test('rule: no record is asked for where there is no key, and an error in the place of a result is no record', async () => {
  const gateways = formerGatewaysOf({
    answer: ({ query }) =>
      query.type === 'ethAddress' ? encodeUnsupported(1) : encodeResult(query, emptyRecords),
  })
  const there = { former, chainId: 1, name } as const
  const none = { records: { ...emptyRecords }, unanswered: [] }
  expect(await readRecordsThere({ formerGateways: gateways }, there, [])).toEqual(none)
  expect(gateways.requests).toEqual([])
  const unanswered = [addressKey(60)]
  expect(await readRecordsThere({ formerGateways: gateways }, there, unanswered)).toEqual({
    ...{ records: { ...emptyRecords }, unanswered },
  })
})
