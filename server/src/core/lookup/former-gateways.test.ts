import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { encodeResolve, encodeTextCall } from '../../../test/support/gateway/calls.ts'
import { former as formerDomain, formerGatewaysOf } from '../../../test/support/gateway/former-fetch.ts'
import { stopMonotonicClock } from '../../../test/support/monotonic-clock.ts'
import { toHex } from '../../crypto/hex.ts'
import { parseDomain } from '../../ens/names.ts'
import { emptyRecords } from '../../ens/stored-records.ts'
import { encodeResult } from '../../gateway/encode-result.ts'
import { decodeRequest, type GatewayRequest } from '../../gateway/request.ts'
import type { FormerGateway } from '../../model/former-gateway.ts'
import { OutboundError, type OutboundFault } from '../../rpc/outbound/error.ts'
import type { RequestingClient } from '../../rpc/ssrf-safe-fetch.ts'
import { createFormerGateways, type FormerGatewayError, formerGatewayLimits } from './former-gateways.ts'

test('rule: domains whose gateways do not answer leave slots for others, which a few of them get at once', async () => {
  const requested: string[] = []
  const gateways = createFormerGateways({
    fetchFor:
      ({ key }: RequestingClient) =>
      () => {
        requested.push(key)
        return new Promise(() => {})
      },
    clock: () => 0,
    maxAgeMs: 1_000,
    onOutcome: vi.fn(),
  })
  const ask = (domain: number, index: number) => {
    const id = `domain-${domain}`
    const former = { key: domain, id, name: parseDomain(`${id}.eth`), settings: '', gateway }
    const callData = Buffer.from([domain, index])
    return gateways
      .ask({ former, chainId: 1, callData, query: { type: 'recordList' } })
      .catch((error) => error)
  }
  const refused: unknown[] = []
  for (let domain = 0; domain < 8; domain++)
    for (let index = 0; index < 20; index++)
      void ask(domain, index).then((error) => refused.push([domain, error.name]))
  await vi.waitFor(() => expect(refused.length).toBe(4 + 5 * 16))
  const countOf = (domain: number) => requested.filter((key) => key === `domain-${domain}`).length
  // What exceeds 16 waits in the client of requests.
  expect([0, 1, 2].map(countOf)).toEqual([20, 20, 16])
  expect([3, 4, 5, 6, 7].map(countOf)).toEqual(Array(5).fill(formerGatewayLimits.maxFew))
  expect(new Set(refused.map((each) => JSON.stringify(each)))).toEqual(
    new Set([2, 3, 4, 5, 6, 7].map((domain) => JSON.stringify([domain, 'ServiceUnavailableException']))),
  )
  gateways.close()
})

test('rule: a domain has two hundred lookups that wait at most, and all domains have a thousand', async () => {
  const refused: number[] = []
  let asked = 0
  const gateways = createFormerGateways({
    fetchFor: () => () => {
      asked++
      return new Promise(() => {})
    },
    ...{ clock: () => 0, maxAgeMs: 1_000, onOutcome: vi.fn() },
  })
  const ask = (domain: number, count: number) => {
    const former = { ...formerDomain, key: domain }
    for (let index = 0; index < count; index++)
      void gateways
        .ask({ former, chainId: 1, callData: Buffer.from([index]), query: { type: 'recordList' } })
        .catch(() => refused.push(domain))
  }
  ask(0, 201)
  ask(1, 201)
  // Of each other one few are asked, once three quarters of the requests are of these.
  ask(2, 16)
  for (let domain = 3; domain < 150; domain++) ask(domain, 4)
  await vi.waitFor(() => expect(refused.length).toBe(2 + 4))
  expect([asked, refused]).toEqual([1_000, [0, 1, 149, 149, 149, 149]])
  gateways.close()
})

test('property: a refusal is kept for five seconds, and for no longer by a clock that jumps by days', async () => {
  const dayMs = 86_400_000
  const steps = fc.array(
    fc.record({
      passedMs: fc.integer({ min: 0, max: 6_000 }),
      jumpMs: fc.constantFrom(0, 0, dayMs, -dayMs, 3 * dayMs, -400 * dayMs, 3_600_000),
    }),
    { minLength: 2, maxLength: 12 },
  )
  const run = async (moves: readonly { readonly passedMs: number; readonly jumpMs: number }[]) => {
    let [now, real, requests] = [1000 * dayMs, 0, 0]
    const gateways = createFormerGateways({
      fetchFor: () => async () => {
        requests++
        return { status: 404, body: '{}' }
      },
      clock: () => now,
      maxAgeMs: 1_000,
      onOutcome: vi.fn(),
    })
    const former = { key: 1, id: 'domain', name: parseDomain('demo.eth'), settings: '', gateway }
    const question = {
      former,
      chainId: 1,
      callData: Buffer.from([1]),
      query: { type: 'recordList' },
    } as const
    let askedAt = Number.NEGATIVE_INFINITY
    for (const { passedMs, jumpMs } of moves) {
      real += passedMs
      now += passedMs + jumpMs
      const before = requests
      await gateways.ask(question).catch(() => {})
      if (real - askedAt >= formerGatewayLimits.absentTtlMs) expect(requests).toBe(before + 1)
      if (requests > before) askedAt = real
    }
    gateways.close()
  }
  await fc.assert(fc.asyncProperty(steps, run))
})

const name = 'alice.demo.eth'

function questionOf(key: string, former = formerDomain) {
  const callData = encodeResolve(name, encodeTextCall(name, key))
  return { former, chainId: 1, callData, query: decodeRequest(callData).query } as const
}

/** What a gateway returns, by what it counts as. */
const answers = {
  answered: (query) => encodeResult(query, { ...emptyRecords, texts: [{ key: 'url', value: 'x' }] }),
  absent: (query) => encodeResult(query, null),
  rejected: () => Buffer.alloc(32, 1),
  failed: () => 404,
  away: () => 503,
} satisfies Readonly<Record<string, (query: GatewayRequest['query']) => Uint8Array | number>>

test('property: a response is used until it expires, for its time at most, what is no record and no response for five seconds, and that of a gateway that is down not at all', async () => {
  const durations = [0, 1, 999, 1_000, 1_001, 3_999, 4_000, 4_999, 5_000, 5_001, 7_999, 8_000, 60_000]
  const waits = fc.array(fc.constantFrom(...durations), { maxLength: 12 })
  const kinds = fc.constantFrom<keyof typeof answers>('answered', 'absent', 'rejected', 'failed', 'away')
  const validSeconds = fc.integer({ min: 1, max: 12 })
  const maxAges = fc.constantFrom(1_000, 4_000, 8_000, 60_000)
  const run = async (
    waited: readonly number[],
    kind: keyof typeof answers,
    valid: number,
    maxAgeMs: number,
  ) => {
    let now = 1_800_000_000_000
    const outcomes: string[] = []
    const gateways = formerGatewaysOf({
      ...{ clock: () => now, maxAgeMs, expires: () => Math.floor(now / 1000) + valid },
      answer: ({ query }) => answers[kind](query),
      onOutcome: (outcome) => outcomes.push(outcome),
    })
    let usableUntil = 0
    for (const waitedMs of waited.slice(0, kind === 'away' ? 5 : waited.length)) {
      now += waitedMs
      const before = gateways.requests.length
      const fault = await gateways.ask(questionOf('url')).then(
        ({ hasRecords }) => (hasRecords ? 'answered' : 'absent'),
        (error: FormerGatewayError) => error.fault,
      )
      const faults = { rejected: 'invalid', failed: 'question', away: 'outage' } as const
      expect(fault).toBe(kind === 'answered' || kind === 'absent' ? kind : faults[kind])
      const isAsked = gateways.requests.length > before
      expect(isAsked).toBe(now >= usableUntil)
      const expiresMs = (Math.floor(now / 1000) + valid) * 1000
      if (!isAsked) continue
      if (kind === 'answered') usableUntil = Math.min(expiresMs, now + maxAgeMs)
      if (kind === 'absent') usableUntil = Math.min(expiresMs, now + 5_000)
      if (kind === 'rejected' || kind === 'failed') usableUntil = now + 5_000
    }
    expect(outcomes).toEqual(gateways.requests.map(() => (kind === 'away' ? 'failed' : kind)))
  }
  await fc.assert(fc.asyncProperty(waits, kinds, validSeconds, maxAges, run))
})

test('rule: what is kept counts with its question and its result', async () => {
  const sizeOf = async (question: string, length: number) => {
    const gateways = formerGatewaysOf({
      answer: ({ query }) =>
        length === 0
          ? 404
          : encodeResult(query, { ...emptyRecords, texts: [{ key: question, value: 'x'.repeat(length) }] }),
    })
    await gateways.ask(questionOf(question)).catch(() => {})
    const { entries, bytes } = gateways.size()
    expect(entries).toBe(1)
    return bytes
  }
  const small = await sizeOf('k', 32)
  expect((await sizeOf('k', 32_032)) - small).toBe(32_000)
  expect((await sizeOf('k'.repeat(33), 32)) - small).toBe(64)
  expect(small - (await sizeOf('k', 0))).toBe(96)
})

test('rule: a response is valid before the second in which it expires', async () => {
  const answers = (expires: number) =>
    formerGatewaysOf({
      ...{ clock: () => 1_800_000_000_999, expires: () => expires },
      answer: ({ query }) => encodeResult(query, null),
    }).ask(questionOf('url'))
  await expect(answers(1_800_000_000)).rejects.toThrow('returned a response that has expired')
  expect(await answers(1_800_000_001)).toMatchObject({ expires: 1_800_000_001, hasRecords: false })
})

test('rule: a response counts only with the signature of a signer, the form of its call, and its size', async () => {
  const answer = async (result: Uint8Array, signers = formerDomain.gateway.signers) => {
    const former = { ...formerDomain, gateway: { ...formerDomain.gateway, signers } }
    return formerGatewaysOf({ answer: () => result }).ask(questionOf('url', former))
  }
  const { query } = questionOf('url')
  const empty = encodeResult(query, null)
  for (const given of [empty, new Uint8Array()]) {
    const { result, hasRecords } = await answer(given)
    expect([toHex(result), hasRecords]).toEqual([toHex(empty), false])
  }
  for (const signers of [[], [formerDomain.gateway.resolver]])
    await expect(answer(empty, signers)).rejects.toMatchObject({ fault: 'invalid' })
  await expect(answer(Buffer.alloc(32, 1))).rejects.toThrow('a result that its call cannot have')
  const texts = (length: number) => [{ key: 'url', value: 'x'.repeat(length) }]
  const largest = encodeResult(query, { ...emptyRecords, texts: texts(130_496) })
  expect(largest).toHaveLength(130_560)
  expect(await answer(largest)).toMatchObject({ hasRecords: true })
  await expect(answer(Buffer.concat([largest, Buffer.alloc(32)]))).rejects.toThrow('more than 130560 bytes')
})

test('rule: after five responses of a proxy whose gateway is down it rests, after those of a gateway it does not', async () => {
  for (const status of [400, 401, 403, 404, 410, 429, 500, 501, 502, 503, 504, 505]) {
    const outcomes: string[] = []
    const gateways = formerGatewaysOf({ answer: () => status, onOutcome: (one) => outcomes.push(one) })
    const isOutage = [429, 502, 503, 504].includes(status)
    for (let index = 0; index < 8; index++)
      await expect(gateways.ask(questionOf(`key-${index}`))).rejects.toMatchObject({
        fault: isOutage ? 'outage' : 'question',
      })
    expect([status, gateways.requests.length]).toEqual([status, isOutage ? 5 : 8])
    expect(outcomes.filter((outcome) => outcome === 'not asked')).toHaveLength(isOutage ? 3 : 0)
  }
})

test('rule: a request that is not sent by its rules is of the gateway, one that fails is of its network, and another error is no response', async () => {
  const outcomeOf = async (error: Error) => {
    const outcomes: string[] = []
    const gateways = formerGatewaysOf({
      answer: () => {
        throw error
      },
      onOutcome: (outcome) => outcomes.push(outcome),
    })
    const failure: FormerGatewayError = await gateways.ask(questionOf('url')).catch((reason) => reason)
    return failure === (error as Error) ? 'thrown' : [failure.fault, ...outcomes]
  }
  const fault = (of: OutboundFault) => outcomeOf(new OutboundError(of, 'does not respond'))
  expect(await fault('refused')).toEqual(['invalid', 'failed'])
  expect(await fault('timed-out')).toEqual(['outage', 'timed out'])
  expect(await fault('failed')).toEqual(['outage', 'failed'])
  expect(await outcomeOf(new Error('A defect.'))).toBe('thrown')
})

test('rule: a gateway that needs more than three seconds five times in a row rests for two', async () => {
  for (const tookMs of [3_000, 3_001]) {
    const wait = stopMonotonicClock()
    const gateways = formerGatewaysOf({
      answer: ({ query }) => {
        wait(tookMs)
        return encodeResult(query, null)
      },
    })
    for (let index = 0; index < 5; index++) await gateways.ask(questionOf(`key-${index}`))
    const isResting = tookMs > 3_000
    for (const passedMs of [0, 1_999]) {
      wait(passedMs)
      const asked = gateways.ask(questionOf(`rests-${passedMs}`))
      if (isResting) await expect(asked).rejects.toThrow('failed several times')
      else expect(await asked).toMatchObject({ hasRecords: false })
    }
    wait(1)
    expect(await gateways.ask(questionOf('again'))).toMatchObject({ hasRecords: false })
  }
})

test.each([
  ['the last of its own sixteen', { 9: 15 }, true],
  ['beyond its own sixteen', { 9: 16 }, false],
  ['the last of all 64', { 1: 16, 2: 16, 3: 16, 4: 4, 5: 4, 6: 4, 7: 3 }, true],
  ['beyond all 64', { 1: 16, 2: 16, 3: 16, 4: 4, 5: 4, 6: 4, 7: 4 }, false],
])('rule: the time of a request counts unless it has to wait for others: %s', async (_, pending, counts) => {
  const wait = stopMonotonicClock()
  const gateways = formerGatewaysOf({
    answer: ({ query }) => {
      if (query.type !== 'text' || !query.key.startsWith('slow')) return new Promise<number>(() => {})
      wait(3_001)
      return encodeResult(query, null)
    },
  })
  const ask = (key: number, text: string) => gateways.ask(questionOf(text, { ...formerDomain, key }))
  for (const [key, count] of Object.entries(pending))
    for (let index = 0; index < count; index++) void ask(Number(key), `pending ${index}`)
  for (let index = 0; index < 5; index++) await ask(9, `slow ${index}`)
  const next = ask(9, 'slow, after five')
  if (counts) await expect(next).rejects.toThrow('failed several times')
  else expect(await next).toMatchObject({ hasRecords: false })
})

test('rule: more than 64 KiB of call data are not sent', async () => {
  const gateways = formerGatewaysOf({ answer: ({ query }) => encodeResult(query, null) })
  const sizes = [65_200, 65_300].map((length) => questionOf('k'.repeat(length)))
  expect(sizes.map(({ callData }) => callData.length <= 65_536)).toEqual([true, false])
  const [largest, larger] = sizes as [ReturnType<typeof questionOf>, ReturnType<typeof questionOf>]
  expect(await gateways.ask(largest)).toMatchObject({ hasRecords: false })
  await expect(gateways.ask(larger)).rejects.toMatchObject({ fault: 'question' })
  expect(gateways.requests).toHaveLength(1)
})

test('rule: what a domain has occupied is free once it is answered, however many waited', async () => {
  const gateways = formerGatewaysOf({ answer: () => 404 })
  const ask = (key: number, texts: readonly string[]) =>
    Promise.all(
      texts.map((text) =>
        gateways.ask(questionOf(text, { ...formerDomain, key })).catch(({ name: error }: Error) => error),
      ),
    )
  const texts = (round: number) => Array.from({ length: 17 }, (_, index) => `${round} ${index}`)
  for (let round = 0; round < 60; round++)
    expect(new Set(await ask(1, texts(round)))).toEqual(new Set(['UpstreamException']))
  expect(new Set(await ask(2, texts(0)))).toEqual(new Set(['UpstreamException']))
  expect(gateways.requests).toHaveLength(61 * 17)
})

const gateway: FormerGateway = {
  ...{ url: 'https://gateway.example/', resolver: `0x${'11'.repeat(20)}`, signingScheme: 'published' },
  ...{ signers: [], importOnRead: false },
}
