import { expect, test } from 'vitest'
import { judgeChain, judgeExpiry, judgeRegistry, type Registration } from './judge-name.ts'

const day = 86_400n
const now = 1_800_000_000n

function registrationOf(changes: Partial<Registration> = {}): Registration {
  const expiry = { seconds: now + 400n * day, generation: 1, status: 'active' } as const
  const rest = { isInV1: true, hasV2: false, otherChainId: undefined, expiry }
  return { name: 'alice.demo.eth', parent: 'demo.eth', chainId: 1, ...rest, ...changes }
}

function expiryIn(seconds: bigint) {
  return registrationOf({ expiry: { seconds: now + seconds, generation: 1, status: 'active' } })
}

test.each([
  [90n * day, 'ok', undefined],
  [90n * day - 1n, 'warning', 'demo.eth expires in 89 days, less than 90 days.'],
  [30n * day - 1n, 'warning', 'demo.eth expires in 29 days, less than 30 days.'],
  [7n * day - 1n, 'warning', 'demo.eth expires in 6 days, less than 7 days.'],
  [day - 1n, 'warning', 'demo.eth expires in 0 days, less than 1 day.'],
  [0n, 'failed', expect.stringContaining('demo.eth expired on')],
  [-day, 'failed', expect.stringContaining('demo.eth expired on')],
])('rule: an expiry in %d seconds is %s', (seconds, status, problem) => {
  const finding = judgeExpiry(expiryIn(seconds), now)
  expect(finding.status).toBe(status)
  expect(finding.problem).toEqual(problem)
})

test('rule: a date beyond that of a Date is given in seconds', () => {
  expect(judgeExpiry(expiryIn(2n ** 63n), now)).toMatchObject({
    status: 'ok',
    received: expect.stringMatching(/^second /),
  })
})

test('rule: a domain on another chain is a warning when this one has it too', () => {
  expect(judgeChain(registrationOf({ otherChainId: 11155111 })).status).toBe('warning')
  const absent = registrationOf({ otherChainId: 11155111, isInV1: false, expiry: undefined })
  expect(judgeChain(absent).status).toBe('failed')
})

test('rule: an entry in ENSv2 alone is an entry, and a DNS name may have none', () => {
  const expiry = { seconds: now + day, generation: 2, status: 'active' } as const
  expect(judgeRegistry(registrationOf({ isInV1: false, hasV2: true, expiry }))).toMatchObject({
    status: 'ok',
    received: 'ENSv1: no entry, ENSv2: has an entry',
  })
  const dnsName = registrationOf({ parent: 'demo.com', isInV1: false, expiry: undefined })
  expect(judgeRegistry(dnsName).status).toBe('warning')
})
