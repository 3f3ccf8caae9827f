import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../../src/config/config.ts'
import { createContext } from '../../../src/context.ts'
import { startService } from '../../../src/server.ts'
import { temporaryFolder } from '../../support/folders.ts'
import { addressCall, encodeLookup, postLookup } from '../../support/gateway/client.ts'
import { createClient } from '../../support/http/api-client.ts'
import { createTenant, type Settings, testEnvironment } from '../../support/service/service.ts'

/** Starts a service with a readable log. */
async function start(settings: Settings = {}) {
  const lines: Record<string, unknown>[] = []
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  const folder = await temporaryFolder()
  await mkdir(folder, { recursive: true })
  const { config, secrets } = readConfig(testEnvironment(folder, undefined, settings))
  const context = await createContext(config, secrets, { log: pino({ level: 'trace' }, sink) })
  const service = await startService(context)
  onTestFinished(service.stop)
  return { ...service, context, lines, requests: () => lines.filter(({ msg }) => msg === 'request') }
}

it('rule: metrics are on a port of their own, by route pattern, and nowhere else', async () => {
  const { url, metricsUrl = '' } = await start({ METRICS_PORT: '0', RPC_URL_1: 'http://127.0.0.1:9/secret' })
  await fetch(`${url}/ens/v1/subname/subname?subname=alice.demo.eth&chainId=1`)
  await fetch(`${url}/ens/v2/offchain-resolvers/none-of-ours`)
  await fetch(`${url}/ready`)
  expect((await fetch(`${url}/metrics`)).status).toBe(404)
  expect((await fetch(metricsUrl.replace('/metrics', '/other'))).status).toBe(404)

  const response = await fetch(metricsUrl)
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0.0.4/)
  const text = await response.text()
  expect(text).toContain(
    'byname_http_request_duration_seconds_count{method="GET",route="/ens/v1/subname/subname",status="4xx"} 1',
  )
  expect(text).toContain('route="none",status="4xx"} ')
  expect(text).toMatch(/^byname_chain_call_duration_seconds_count\{chain="1",outcome="failed"\} [1-9]/m)
  expect(text).toMatch(/^byname_database_connections 2$/m)
  expect(text).toMatch(/^byname_lookup_duration_seconds_count\{outcome="answered"\} 0$/m)
  expect(text).toContain('nodejs_eventloop_lag_seconds')
  expect(text).not.toMatch(/alice|none-of-ours|secret/)
})

it('rule: metrics have the rows of each table, and the bytes of the database and of uploaded images', async () => {
  const { context, metricsUrl = '' } = await start({ METRICS_PORT: '0' })
  await createTenant(context)
  await mkdir(context.config.mediaFolder)
  await writeFile(join(context.config.mediaFolder, 'image.webp'), 'x'.repeat(1234))
  const text = await (await fetch(metricsUrl)).text()
  expect(text).toMatch(/^byname_database_rows\{table="domains"\} 2$/m)
  expect(text).toMatch(/^byname_database_rows\{table="payment_events"\} 0$/m)
  expect(text).toMatch(/^byname_storage_bytes\{kind="database"\} \d{5,}$/m)
  expect(text).toMatch(/^byname_storage_bytes\{kind="images"\} 1234$/m)
})

it('rule: lookups are counted by outcome, and so are cached responses and signatures', async () => {
  const { url, context, metricsUrl = '' } = await start({ METRICS_PORT: '0' })
  const { resolvers } = await createTenant(context)
  const { id } = resolvers[1]['chain-bound']
  const call = await createClient(url)
  const callData = encodeLookup('absent.demo.eth', addressCall('absent.demo.eth'))
  for (let time = 0; time < 3; time++) expect((await postLookup({ call }, { id }, callData)).status).toBe(200)
  expect((await postLookup({ call }, { id }, '0x')).status).toBe(400)
  const text = await (await fetch(metricsUrl)).text()
  expect(text).toContain('byname_lookup_duration_seconds_count{outcome="answered"} 3')
  expect(text).toContain('byname_lookup_duration_seconds_count{outcome="refused"} 1')
  expect(text).toContain('byname_response_cache_total{outcome="hit"} 2')
  expect(text).toContain('byname_signatures_total 1')
  expect(text).toContain('byname_response_cache_entries 1')
})

it('rule: the primary of a cluster sums the metrics of its workers, without one of three that hangs', async () => {
  const child = fileURLToPath(new URL('./metrics-cluster-child.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [child])
  expect(stdout).toMatch(/^byname_lookup_duration_seconds_count\{outcome="answered"\} 2$/m)
  expect(stdout).toMatch(/^byname_lookup_duration_seconds_bucket\{le="0.0025",outcome="answered"\} 2$/m)
  expect(stdout).toMatch(/^byname_signatures_total 2$/m)
  expect(stdout).toMatch(/^byname_payments\{state="confirmed"\} 7$/m)
})

it('rule: a request is one log line, with its id and pattern, and no other data of the request', async () => {
  const { url, requests, lines } = await start()
  const response = await fetch(
    `${url}/ens/v2/resolve?ens=alice.demo.eth&rpcUrl=https://node.example/secret`,
    {
      headers: { 'x-request-id': 'client.1:a', 'x-api-key': 'hidden-key', authorization: 'Payment hidden' },
    },
  )
  expect(response.headers.get('x-request-id')).toBe('client.1:a')
  await expect.poll(requests).toHaveLength(1)
  expect(requests()[0]).toMatchObject({
    requestId: 'client.1:a',
    method: 'GET',
    route: '/ens/v2/resolve',
    status: response.status,
    ms: expect.any(Number),
    client: '127.0.0.1',
  })
  expect(JSON.stringify(lines)).not.toMatch(/secret|hidden|alice/)
})

it('rule: a request id with other characters is replaced; successful lookups are not logged', async () => {
  const { url, requests } = await start()
  for (const id of ['a b', '"}', 'x'.repeat(65), '']) {
    const response = await fetch(`${url}/health`, { headers: { 'x-request-id': id } })
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  }
  const refused = await fetch(`${url}/ccip/none/0x/0x`)
  expect(refused.status).toBeGreaterThanOrEqual(400)
  await expect.poll(requests).toHaveLength(5)
})

it('rule: LOG_REQUESTS=false logs no requests', async () => {
  const { url, requests } = await start({ LOG_REQUESTS: 'false' })
  await fetch(`${url}/health`)
  await fetch(`${url}/health`)
  expect(requests()).toEqual([])
})
