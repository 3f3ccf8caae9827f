import { setTimeout as delay } from 'node:timers/promises'
import { decodeAbiParameters, encodeAbiParameters, getAddress, type Hex, parseAbiParameters } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addName, type OnboardedDomain, onboardNewDomain } from '../../support/chain/onboard-domain.ts'
import { addressCall, encodeLookup } from '../../support/gateway/client.ts'
import {
  type FormerProxy,
  type FormerService,
  type FormerSettings,
  setFormerGateway,
  startFormerProxy,
  startFormerService,
} from '../../support/gateway/former.ts'
import { startHttpServer } from '../../support/http/http-server.ts'
import { startTestSandbox, type TestSandbox, viemClient } from '../../support/service/sandbox.ts'
import { waitUntil } from '../../support/wait-until.ts'

const here = getAddress('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
const there = getAddress('0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC')
const recordsOf = (address: string) => ({ addresses: [{ coinType: 60, address }] })

let sandbox: TestSandbox
let domain: OnboardedDomain
let former: FormerService
let proxy: FormerProxy
let count = 0

beforeAll(async () => {
  sandbox = await startTestSandbox({ METRICS_PORT: '0' })
  domain = await onboardNewDomain(sandbox, { label: 'failing', scheme: 'chain-bound', form: 'POST' })
  former = await startFormerService(sandbox, domain.name)
  proxy = await startFormerProxy(() => former.gatewayUrl)
  await former.addName('bob', recordsOf(there))
  await addName(sandbox, domain, 'alice', recordsOf(here))
})
afterAll(async () => {
  await proxy.close()
  await former.service.stop()
  await sandbox.stop()
})

/** Other settings have a circuit breaker and a memory of their own. */
const reset = (settings: Partial<FormerSettings> = {}) =>
  setFormerGateway(sandbox, domain, former, { url: `${proxy.url}?${count++}`, ...settings })

beforeEach(async () => {
  proxy.answer = undefined
  proxy.change = undefined
  proxy.requests = 0
  former.service.clock.offsetMs = 0
  await reset()
})

const resolve = (label: string) =>
  viemClient(sandbox).getEnsAddress({ name: `${label}.${domain.name}`, strict: true })

/** Sends a lookup to the gateway itself, as a client of EIP-3668. */
const look = (label: string, headers: Readonly<Record<string, string>> = {}) => {
  const name = `${label}.${domain.name}`
  const body = { data: encodeLookup(name, addressCall(name)), sender: domain.resolver }
  return sandbox.call('POST', `/ccip/${domain.resolverId}`, { body, headers })
}

async function expectFailure(reason: RegExp): Promise<void> {
  const { status, body } = await look('bob')
  expect({ status, body }).toMatchObject({ status: 502, body: { message: expect.stringMatching(reason) } })
  expect(JSON.stringify(body)).toContain(`the former gateway of ${domain.name}`)
  // An error, and not a name without an address.
  await expect(resolve('bob')).rejects.toThrow(/HTTP/)
  expect(await resolve('alice')).toBe(here)
}

function expiryOf(data: Hex): bigint {
  return decodeAbiParameters(parseAbiParameters('bytes, uint64, bytes'), data)[1]
}

const changeSignature = (change: (signature: string) => string) => (data: Hex) => {
  const types = parseAbiParameters('bytes, uint64, bytes')
  const [result, expires, signature] = decodeAbiParameters(types, data)
  return encodeAbiParameters(types, [result, expires, `0x${change(signature.slice(2))}`])
}

test('another signer', async () => {
  await reset({ signers: [there] })
  await expectFailure(/not signed by one of its signers/)
})

test('a signature for another contract', async () => {
  await reset({ resolver: there })
  await expectFailure(/not signed by one of its signers/)
})

test('the other digest', async () => {
  await reset({ signingScheme: 'chain-bound' })
  await expectFailure(/not signed by one of its signers/)
})

test('a signature with a high s, which contracts reject', async () => {
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  proxy.change = changeSignature((signature) => {
    const s = (order - BigInt(`0x${signature.slice(64, 128)}`)).toString(16).padStart(64, '0')
    return `${signature.slice(0, 64)}${s}${signature.endsWith('1b') ? '1c' : '1b'}`
  })
  await expectFailure(/not signed by one of its signers/)
})

test('rule: a compact signature (EIP-2098) is accepted', async () => {
  proxy.change = changeSignature((signature) => {
    const s = BigInt(`0x${signature.slice(64, 128)}`) | (signature.endsWith('1c') ? 1n << 255n : 0n)
    return signature.slice(0, 64) + s.toString(16).padStart(64, '0')
  })
  expect(await resolve('bob')).toBe(there)
})

test('an answer that has expired', async () => {
  former.service.clock.offsetMs = -20 * 60_000
  await expectFailure(/has expired/)
})

test('an answer of another form', async () => {
  proxy.answer = (_request, response) => response.end('{"data":"0x1234"}')
  await expectFailure(/no signed response/)
})

test.each([404, 500])('status %i, also where it means that there is no such name', async (status) => {
  proxy.answer = (_request, response) => response.writeHead(status).end('{"message":"no"}')
  await expectFailure(new RegExp(`answered HTTP ${status}`))
})

test('a body that is too large', async () => {
  proxy.answer = (_request, response) => response.end(`{"data":"0x${'00'.repeat(300_000)}"}`)
  await expectFailure(/returned more than/)
})

test('a body that does not end', async () => {
  proxy.answer = (_request, response) => {
    const write = () => {
      while (!response.destroyed && response.write('0'.repeat(65_536)));
      if (!response.destroyed) response.once('drain', write)
    }
    write()
  }
  await expectFailure(/returned more than/)
})

test('no answer in time', async () => {
  proxy.answer = () => {}
  const startedAt = performance.now()
  await expectFailure(/did not answer in 5000 ms/)
  expect(performance.now() - startedAt).toBeLessThan(20_000)
})

test('a redirect to a private address, which is not requested', async () => {
  let requests = 0
  const internal = await startHttpServer((_request, response) => {
    requests++
    response.end('{}')
  })
  proxy.answer = (_request, response) => response.writeHead(302, { location: internal.url }).end()
  await expectFailure(/returned a redirect/)
  expect(requests).toBe(0)
  await internal.close()
})

test('a stopped gateway; once it is back, its names resolve', async () => {
  await reset({ url: 'http://127.0.0.1:1/' })
  await expectFailure(/cannot be reached \(ECONNREFUSED\)/)
  await reset()
  expect(await resolve('bob')).toBe(there)
})

test('rule: after five failures a gateway rests, and is then asked again', async () => {
  proxy.answer = (_request, response) => response.writeHead(503).end()
  for (let index = 0; index < 5; index++) expect((await look(`x${index}`)).status).toBe(502)
  expect(proxy.requests).toBe(5)
  const { status, body } = await look('bob')
  expect({ status, body }).toMatchObject({
    status: 502,
    body: { message: expect.stringMatching(/failed several times/) },
  })
  expect(proxy.requests).toBe(5)
  proxy.answer = undefined
  await waitUntil('bob resolves again', async () => (await look('bob')).status === 200)
  expect(await resolve('bob')).toBe(there)
})

test('rule: an answer is asked once while it is valid, an absent name once in some seconds', async () => {
  for (let index = 0; index < 3; index++) expect(await resolve('bob')).toBe(there)
  expect(proxy.requests).toBe(1)
  for (let index = 0; index < 3; index++) expect(await resolve('nowhere')).toBeNull()
  expect(proxy.requests).toBe(2)
  sandbox.clock.offsetMs = 6_000
  expect(await resolve('nowhere')).toBeNull()
  expect(await resolve('bob')).toBe(there)
  expect(proxy.requests).toBe(3)
  sandbox.clock.offsetMs = 0
})

test('rule: equal lookups at a time are one request', async () => {
  proxy.answer = async (request, response) => {
    await delay(100)
    proxy.answer = undefined
    const upstream = await fetch(former.gatewayUrl, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
      body: await new Response(request as unknown as ReadableStream).text(),
    })
    response.end(await upstream.text())
  }
  const responses = await Promise.all(Array.from({ length: 20 }, () => look('bob')))
  expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
  expect(proxy.requests).toBe(1)
})

test('rule: our answer is valid for no longer than that of the former gateway', async () => {
  former.service.clock.offsetMs = -140_000
  let theirs: bigint | undefined
  proxy.change = (data) => {
    theirs = expiryOf(data)
    return data
  }
  const { body } = await look('bob')
  expect(expiryOf((body as { readonly data: Hex }).data)).toBe(theirs)
})

test('rule: a lookup that another service asks for asks no further gateway', async () => {
  const { status, body } = await look('bob', { 'byname-fall-through': '1' })
  expect({ status, body }).toMatchObject({
    status: 502,
    body: { message: expect.stringMatching(/another service asks/) },
  })
  expect(proxy.requests).toBe(0)
  await reset({ url: `${sandbox.file.url}/ccip/${domain.resolverId}` })
  expect((await look('bob')).status).toBe(502)
})

test('rule: too many lookups for one domain are 503 at once', async () => {
  proxy.answer = () => {}
  const responses = await Promise.all(Array.from({ length: 210 }, (_, index) => look(`many${index}`)))
  const statuses = responses.map(({ status }) => status)
  expect(statuses.filter((status) => status === 503)).toHaveLength(10)
  expect(statuses.filter((status) => status === 502)).toHaveLength(200)
})

test('rule: requests to former gateways are counted by outcome', async () => {
  expect(await resolve('bob')).toBe(there)
  expect(await resolve('nowhere')).toBeNull()
  const text = await sandbox.context.metrics.text()
  for (const outcome of ['answered', 'absent', 'rejected', 'failed', 'timed out', 'not asked'])
    expect(text).toMatch(new RegExp(`byname_former_gateway_requests_total\\{outcome="${outcome}"\\} [1-9]`))
})
