import type { RequestListener } from 'node:http'
import { getAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addName, type OnboardedDomain, onboardNewDomain } from '../../support/chain/onboard-domain.ts'
import {
  type FormerService,
  recordsOf,
  setFormerGateway,
  startFormerService,
} from '../../support/gateway/former.ts'
import { type ApiResponse, dataOf } from '../../support/http/api-client.ts'
import { startHttpServer, type TestServer } from '../../support/http/http-server.ts'
import { startTestSandbox, type TestSandbox } from '../../support/service/sandbox.ts'
import { signerAddress, startTestService } from '../../support/service/service.ts'

const here = getAddress('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
const there = getAddress('0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC')

let sandbox: TestSandbox
let domain: OnboardedDomain
let former: FormerService

beforeAll(async () => {
  sandbox = await startTestSandbox()
  domain = await onboardNewDomain(sandbox, { label: 'arriving', scheme: 'chain-bound', form: 'POST' })
  const service = await startTestService(undefined, { NAMESTONE_FACADE: 'on' })
  former = await startFormerService(sandbox, domain.name, { service })
  for (const label of ['alice', 'bob', 'carol'])
    await former.addName(label, recordsOf(there, `https://${label}.example`))
})
afterAll(async () => {
  await former.service.stop()
  await sandbox.stop()
})

function send(method: 'GET' | 'POST', path: string, body?: object): Promise<ApiResponse> {
  return sandbox.call(method, `/byname/v1/domains/${domain.name}/${path}`, {
    headers: { 'x-api-key': sandbox.file.apiKey },
    ...(body && { body }),
  })
}

const readListing = (body: object) => send('POST', 'import/listing?chainId=1', body)

/** With one entry, which is no name. */
const pageOf = (bytes: number) => `["${'x'.repeat(bytes - 4)}"]`

interface Listing {
  readonly names: readonly { readonly row: number; readonly label: string; readonly name: object | null }[]
  readonly next: string | null
}

describe('POST /byname/v1/domains/{domain}/import/listing', () => {
  test('the names of a service that runs, as an import takes them', async () => {
    const source = { service: 'namestone', url: former.service.url, key: former.service.key }
    const { names, next } = dataOf<Listing>(await readListing(source))
    expect(names).toMatchObject([
      { row: 1, label: 'alice', problem: null, name: { label: 'alice', texts: [{ key: 'url' }] } },
      { row: 2, label: 'bob' },
      { row: 3, label: 'carol' },
    ])
    expect(next).toBe('1-3')
    expect(dataOf(await readListing({ ...source, after: next }))).toEqual({ names: [], next: null })
    const body = { dryRun: true, names: names.map(({ name }) => name) }
    expect(dataOf(await send('POST', 'import?chainId=1', body))).toMatchObject({
      counts: { added: 3, refused: 0 },
    })
  })

  describe('a service that fails', () => {
    let server: TestServer
    let answer: RequestListener
    beforeAll(async () => {
      server = await startHttpServer((request, response) => answer(request, response))
    })
    afterAll(() => server.close())

    const respond = (status: number, body: string, headers = {}): RequestListener => {
      return (_request, response) => void response.writeHead(status, headers).end(body)
    }

    test.each([
      [
        'a key that it refuses',
        respond(401, '{"error":"Bad key."}'),
        400,
        /key: is refused by the service \(401: Bad key\)/,
      ],
      ['an unknown path', respond(404, ''), 400, /url: responds with 404\./],
      ['another response', respond(200, '{"a":1}'), 400, /url: does not respond with a list/],
      ['a web page', respond(200, '<html>'), 400, /url: does not respond with a list/],
      ['a limit of requests', respond(429, '', { 'retry-after': '7' }), 429, /Retry in 7 seconds/],
      ['a failure', respond(503, ''), 502, /responds with 503/],
      ['a redirect', respond(302, '', { location: '/' }), 502, /redirect/],
      ['a page of more than 8 MiB', respond(200, pageOf(8_388_609)), 502, /service/],
    ])('%s', async (_title, listener, status, message) => {
      answer = listener
      const { status: received, body } = await readListing({
        service: 'namespace',
        url: server.url,
        key: 'secret',
      })
      expect([received, JSON.stringify(body)]).toEqual([status, expect.stringMatching(message)])
      expect(JSON.stringify(body)).not.toContain('secret')
    })

    test('a page of 8 MiB is read', async () => {
      answer = respond(200, pageOf(8_388_608))
      const { names } = dataOf<Listing>(await readListing({ service: 'namespace', url: server.url }))
      expect(names).toMatchObject([{ row: 1, name: null, problem: 'It has no name.' }])
    })

    test('a name that cannot be read does not refuse the others', async () => {
      const coin = { id: 'none', name: 'x', value: 'y' }
      const data = [
        { ens: `good.${domain.name}`, records: {} },
        { ens: `bad.${domain.name}`, records: { coins: [coin] } },
      ]
      answer = respond(
        200,
        JSON.stringify({ result: { data: { data, pagination: { hasNextPage: false } } } }),
      )
      expect(dataOf(await readListing({ service: 'justaname', url: server.url }))).toMatchObject({
        names: [{ problem: null }, { label: 'bad', name: null, problem: 'Its address y has no coin type.' }],
        next: null,
      })
    })
  })

  test.each([
    ['http', 'http://service.example', /https/],
    ['a private address', 'https://10.0.0.1', /url: /],
    ['no URL', 'service', /url/],
    ['a position of another list', former?.service.url ?? 'https://service.example', /after/, 'x'],
  ])('rule: %s is refused without a request', async (_title, url, message, after?: string) => {
    const { status: received, body } = await readListing({
      service: 'namestone',
      url,
      ...(after && { after }),
    })
    expect([received, JSON.stringify(body)]).toEqual([400, expect.stringMatching(message)])
  })
})

describe('GET /byname/v1/domains/{domain}/former-gateway/candidate', () => {
  const find = async (resolver?: string) =>
    dataOf(await send('GET', `former-gateway/candidate?chainId=1${resolver ? `&resolver=${resolver}` : ''}`))

  test('the URL, the signer and its digest of a contract', async () => {
    expect(await find(former.resolver)).toEqual({
      resolver: former.resolver,
      isOurs: false,
      url: former.gatewayUrl,
      signer: signerAddress,
      signingScheme: 'published',
    })
  })

  test('rule: a contract of this service is no former one', async () => {
    expect(await find()).toMatchObject({ isOurs: true, url: null, signer: null })
  })

  test('an address without a contract has no gateway', async () => {
    expect(await find(here)).toMatchObject({ resolver: here, isOurs: false, url: null, signer: null })
  })
})

describe('POST /byname/v1/domains/{domain}/former-gateway/compare', () => {
  const compare = (labels: readonly string[]) => send('POST', 'former-gateway/compare?chainId=1', { labels })

  test('400 without a former gateway', async () => {
    const { status, body } = await compare(['alice'])
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('has no former gateway')])
  })

  test('records as both answer them, and what is only there', async () => {
    // Before: a name that another address has there is taken.
    await addName(sandbox, domain, 'alice', recordsOf(here, 'https://alice.example'))
    await setFormerGateway(sandbox, domain, former)
    const names = dataOf(await compare(['Alice', 'bob', 'nowhere']))
    expect(names).toEqual([
      {
        name: `alice.${domain.name}`,
        state: 'claimed',
        records: [
          { record: 'addr(60)', there, here },
          { record: 'text(url)', there: 'https://alice.example', here: 'https://alice.example' },
        ],
        error: null,
      },
      {
        name: `bob.${domain.name}`,
        state: 'absent',
        records: [
          { record: 'addr(60)', there, here: null },
          { record: 'text(url)', there: 'https://bob.example', here: null },
        ],
        error: null,
      },
      { name: `nowhere.${domain.name}`, state: 'absent', records: [], error: null },
    ])
  })

  test('rule: without a valid answer there, the reason is in its place', async () => {
    await setFormerGateway(sandbox, domain, former, { signers: [here] })
    expect(dataOf(await compare(['carol']))).toMatchObject([
      { name: `carol.${domain.name}`, records: [], error: expect.stringContaining('not signed by one of') },
    ])
  })

  test('400 for more than 20 names', async () => {
    const { status } = await compare(Array.from({ length: 21 }, (_, index) => `name-${index}`))
    expect(status).toBe(400)
  })
})
