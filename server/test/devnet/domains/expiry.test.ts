import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { startTestSandbox, type TestSandbox, user } from '../../support/service/sandbox.ts'

interface Entry {
  readonly name: string
  readonly expiry: string
  readonly expirySeconds: string
  readonly generation: number
  readonly status: string
}

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox()
  await sandbox.devnet.registerName(1, 'acme', { owner: user(sandbox, 0).address, duration: 86_400n })
  // Beyond the range of Date.
  await sandbox.devnet.registerName(1, 'eternal', {
    owner: user(sandbox, 0).address,
    duration: 10_000_000_000_000n,
  })
})
afterAll(() => sandbox.stop())

function requestExpiry(body: unknown) {
  return sandbox.call('POST', '/ens/v1/ens/expiry', { body })
}
async function entries(names: readonly string[], chainId: number | string = 1) {
  return dataOf<Entry[]>(await requestExpiry({ names, chainId }))
}

test('an expiry is returned as a time and as seconds', async () => {
  const [entry] = await entries(['acme.eth'])
  expect(entry).toMatchObject({ name: 'acme.eth', generation: 1, status: 'active' })
  const milliseconds = Number(entry?.expirySeconds) * 1000
  expect(entry?.expiry).toBe(new Date(milliseconds).toISOString())
  expect(Math.abs(milliseconds - Date.now() - 86_400_000)).toBeLessThan(60_000)
})

test('rule: expiries are in the requested order, with names as they were written', async () => {
  const found = await entries(['demo.eth', 'ACME.eth', 'nobody.eth', 'acme.eth'])
  expect(found.map(({ name }) => name)).toEqual(['demo.eth', 'ACME.eth', 'acme.eth'])
})

test('rule: names without an expiry are omitted from the list of expiries', async () => {
  expect(await entries(['nobody.eth', 'alice.acme.eth', 'example.com', 'eth'])).toEqual([])
})

test('rule: malformed names are omitted from the list of expiries, and the others keep their order', async () => {
  const overlong = `${'a'.repeat(996)}.eth`
  const malformed = ['', 'a..b', 'under score.eth', 'a\u0000b.eth', '..', 'İ\u0307x_.eth', overlong]
  const requested = ['demo.eth', ...malformed, 'acme.eth', '.eth']
  expect((await entries(requested)).map(({ name }) => name)).toEqual(['demo.eth', 'acme.eth'])
  expect(await entries(malformed)).toEqual([])
})

test('rule: a chain lists only its own names', async () => {
  expect(await entries(['acme.eth'], '11155111')).toEqual([])
  expect(await entries(['demo.eth'], 11155111)).toHaveLength(1)
})

test('rule: an expiry beyond the last Date is returned as that, and exactly in seconds', async () => {
  const [entry] = await entries(['eternal.eth'])
  expect(entry?.expiry).toBe('+275760-09-13T00:00:00.000Z')
  expect(Number(entry?.expirySeconds)).toBeGreaterThan(10_000_000_000_000)
})

describe('bad requests', () => {
  test.each([
    ['no names', { chainId: 1 }],
    ['an empty list', { names: [], chainId: 1 }],
    ['names that are no list', { names: 'acme.eth', chainId: 1 }],
    ['a name that is no text', { names: [1], chainId: 1 }],
    ['more than 200 names', { names: Array.from({ length: 201 }, () => 'acme.eth'), chainId: 1 }],
    ['no chain', { names: ['acme.eth'] }],
  ])('400 for %s', async (_, body) => {
    expectError(await requestExpiry(body), 400, 'BadRequestException')
  })

  test('400 for another chain', async () => {
    expectError(await requestExpiry({ names: ['acme.eth'], chainId: 137 }), 400, 'UnsupportedChainException')
  })
})
