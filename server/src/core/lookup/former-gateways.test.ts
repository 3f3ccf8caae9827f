import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { parseDomain } from '../../ens/names.ts'
import type { FormerGateway } from '../../model/former-gateway.ts'
import type { RequestingClient } from '../../rpc/ssrf-safe-fetch.ts'
import { createFormerGateways, formerGatewayLimits } from './former-gateways.ts'

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

const gateway: FormerGateway = {
  ...{ url: 'https://gateway.example/', resolver: `0x${'11'.repeat(20)}`, signingScheme: 'published' },
  ...{ signers: [], importOnRead: false },
}
