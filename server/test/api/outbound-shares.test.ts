import { afterAll, beforeAll, expect, test } from 'vitest'
import { dataOf } from '../support/api-client.ts'
import { startBatchingNode } from '../support/batching-node.ts'
import { startHttpServer, type TestServer } from '../support/http-server.ts'
import { startTestService, type TestService } from '../support/service.ts'

/** Milliseconds for which nothing else may be answered, whatever one request asks for. */
const longestPause = 500

/** Requests to the outside at once that a process makes, and connections to one host. */
const atOnce = { all: 128, toHost: 32 }

/** Gateways that never answer: as many as it takes to have all of those. */
let silent: readonly TestServer[]
/** Every name leads to sixteen lookups at gateways that say nothing. */
let hanging: TestServer
/** Every name leads to 250 lookups at gateways that may not be called. */
let refused: TestServer
let service: TestService
let asked = 0

beforeAll(async () => {
  const startSilent = () => startHttpServer(() => void asked++)
  silent = await Promise.all(Array.from({ length: atOnce.all / atOnce.toHost }, startSilent))
  hanging = await startBatchingNode(16, (lookup) => [`${silent[lookup % silent.length]?.url}{data}`])
  refused = await startBatchingNode(250, (lookup) =>
    [1, 2, 3, 4].map((host) => `https://127.${host}.${lookup}.1/`),
  )
  service = await startTestService(undefined, {
    TRUSTED_PROXIES: 'loopback',
    READ_TIMEOUT: '20',
    OUTBOUND_ALLOWED_ORIGINS: [...silent, hanging, refused].map(({ url }) => new URL(url).origin).join(','),
  })
})
afterAll(async () => {
  await service.stop()
  await Promise.all([...silent, hanging, refused].map((server) => server.close()))
})

/** Reads a name through a node, as the client that a trusted proxy says. */
const readAs = (client: string, ens: string, providerUrl: string) =>
  service.call('GET', `/ens/v2/subnames/records?${new URLSearchParams({ ens, providerUrl })}`, {
    headers: { 'x-forwarded-for': client },
  })

test('rule: whatever gateways the names of one request have, everybody else is answered meanwhile', async () => {
  const names = Array.from({ length: 50 }, (_, index): [string, string] => ['ens', `name-${index}.eth`])
  let isOver = false
  const batch = service
    .call('GET', `/ens/v2/resolve?${new URLSearchParams(names)}`, { headers: { 'x-rpc-url': refused.url } })
    .finally(() => {
      isOver = true
    })
  let longest = 0
  while (!isOver) {
    const began = performance.now()
    dataOf(await service.call('GET', '/health'))
    longest = Math.max(longest, performance.now() - began)
  }
  await batch
  expect(longest).toBeLessThan(longestPause)
})

test('rule: a client whose gateways say nothing leaves room outside for all others', async () => {
  const attack = Array.from({ length: 32 }, (_, index) =>
    readAs('192.0.2.1', `name-${index}.eth`, hanging.url),
  )
  await expect.poll(() => asked, { timeout: 9000 }).toBeGreaterThanOrEqual(atOnce.toHost)
  const began = performance.now()
  const others = Array.from({ length: 8 }, (_, index) =>
    readAs(`198.51.100.${index + 1}`, 'nobody.eth', `${hanging.url}honest`),
  )
  const answers = await Promise.all(others)
  const waited = performance.now() - began
  await Promise.all(attack)
  expect(answers.map(({ status }) => status)).toEqual(others.map(() => 200))
  expect(waited).toBeLessThan(3000)
})
