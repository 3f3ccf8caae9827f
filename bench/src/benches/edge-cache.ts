import { type ChildProcess, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findFreePorts, isInstalled } from '../../../server/test/support/http/deployed-proxy.ts'
import { startVarnish } from '../../../server/test/support/http/edge-cache.ts'
import type { BenchOptions, Report } from '../bench.ts'
import { chainId, domain, resolverAddress, resolverId, userAt } from '../databases/zone.ts'
import { openClient, withClient } from '../load/client.ts'
import { getRequest, jsonRequest, postRequest } from '../load/requests.ts'
import { textLookup } from '../lookups/expected-lookup.ts'
import { zipf } from '../lookups/zipf.ts'
import { figure, whole } from '../report/format.ts'
import { quantile } from '../report/statistics.ts'
import { table } from '../report/table.ts'
import { type Server, startServer } from '../servers/process.ts'
import { serve } from '../servers/service.ts'
import { adminKey } from '../servers/service-environment.ts'

/** Of the domain, in turn; null: no cache may keep its lookups. */
const settings = [null, 1, 5] as const

const lookupsPerSecond = 1000
const lookupsPerWrite = 100
const connections = 16

/** By how much a busy machine may delay a response on its way to the cache. */
const maxDelayMs = 1000

/** A text that each write changes. */
const textKey = 'edge'

/** A name, and when each of its versions was confirmed; the first one is that of the database. */
interface WatchedName {
  readonly label: string
  readonly request: Buffer
  readonly confirmedAt: number[]
}

interface Result {
  readonly lookups: number
  readonly writes: number
  readonly backendRequests: number
  readonly serverCpuMicros: number
  /** Milliseconds by which responses were behind the last write before them, ascending, of stale ones only. */
  readonly staleness: Float64Array
}

interface Target {
  readonly cacheUrl: string
  readonly cacheFolder: string
  readonly server: Server
}

/** Varnish in front of the gateway, by the lines of the guide: hit rate, and how stale responses are. */
export async function benchEdgeCache({ data, sizes, seconds }: BenchOptions): Promise<Report> {
  if (!isInstalled('varnishd')) throw new Error('There is no Varnish: apt-get install varnish.')
  const server = await startServer(serve(await data.copy('sqlite', sizes.small)))
  const cacheFolder = data.scratchFolder()
  const [port = 0] = await findFreePorts(1)
  const cache = await startVarnish({
    folder: cacheFolder,
    port,
    servicePort: Number(new URL(server.url).port),
  })
  const kill = () => cache.kill('SIGKILL')
  process.once('exit', kill)
  try {
    const target = { server, cacheFolder, cacheUrl: `http://127.0.0.1:${port}` }
    await isForwarding(cache, target)
    const names = Array.from({ length: sizes.small }, (_, number) => watch(userAt(number).label))
    const results: (readonly [sharedMaxAge: number | null, Result])[] = []
    for (const sharedMaxAge of settings) {
      await setSharedMaxAge(server.url, sharedMaxAge)
      const result = await measure(target, names, seconds)
      console.error(`  ${figure(hitPercent(result))} % hits: ${sharedMaxAge ?? 'no'} seconds`)
      results.push([sharedMaxAge, result])
    }
    return reportOf(results, { names: names.length, seconds })
  } finally {
    process.off('exit', kill)
    cache.kill('SIGTERM')
    if (cache.exitCode === null) await once(cache, 'exit')
    await server.stop()
  }
}

function watch(label: string): WatchedName {
  const { callData } = textLookup(label, { key: textKey, value: '' })
  const request = getRequest(`/ccip/${resolverId}/${resolverAddress}/${callData}.json`)
  return { label, request, confirmedAt: [0] }
}

async function isForwarding(cache: ChildProcess, { cacheUrl }: Target): Promise<void> {
  const isUp = () =>
    fetch(`${cacheUrl}/health`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isUp())) {
    if (cache.exitCode !== null) throw new Error('Varnish does not start.')
    await wait(50)
  }
}

async function setSharedMaxAge(url: string, sharedMaxAge: number | null): Promise<void> {
  const request = jsonRequest(
    'PATCH',
    `/byname/v1/domains/${domain}?chainId=${chainId}`,
    { sharedMaxAge },
    admin,
  )
  const { status, body } = await withClient(url, (client) => client.send(request))
  if (status !== 200) throw new Error(`The setting got status ${status}: ${body}`)
}

const admin = { 'x-api-key': adminKey }

/** Half as long it warms up. Names are drawn by Zipf's law, for lookups and for writes alike. */
async function measure(
  { cacheUrl, cacheFolder, server }: Target,
  names: readonly WatchedName[],
  seconds: number,
): Promise<Result> {
  const next = zipf(names.length)
  const begin = performance.now()
  const measuredFrom = begin + (seconds / 2) * 1000
  const end = measuredFrom + seconds * 1000
  const staleness: number[] = []
  let sent = 0
  let lookups = 0
  let writes = 0
  const nameAt = (index: number) => {
    const name = names[index]
    if (!name) throw new Error('There is nothing to look up.')
    return name
  }
  const lookUpUntilEnd = async () => {
    const client = await openClient(cacheUrl)
    while (performance.now() < end) {
      const early = begin + (1000 * sent++) / lookupsPerSecond - performance.now()
      if (early > 1) await wait(early)
      const { request, confirmedAt } = nameAt(next())
      const sentAt = performance.now()
      const { status, body } = await client.send(request)
      if (status !== 200) throw new Error(`A lookup got status ${status}: ${body}`)
      if (sentAt < measuredFrom) continue
      lookups++
      // When the version that follows the one of the response was confirmed.
      const replacedAt = confirmedAt[versionIn(body) + 1]
      if (replacedAt !== undefined && replacedAt < sentAt) staleness.push(sentAt - replacedAt)
    }
    client.close()
  }
  const writeUntilEnd = async () => {
    const client = await openClient(server.url)
    for (let count = 1; performance.now() < end; ) {
      if (sent < count * lookupsPerWrite) {
        await wait(5)
        continue
      }
      count++
      const { label, confirmedAt } = nameAt(next())
      const texts = [{ key: textKey, value: `version ${confirmedAt.length}.` }]
      const item = { action: 'put', label, texts }
      const request = postRequest(
        `/byname/v1/names/batch?chainId=${chainId}`,
        { domain, mode: 'atomic', items: [item] },
        admin,
      )
      const { status, body } = await client.send(request)
      if (status !== 200) throw new Error(`A write got status ${status}: ${body}`)
      const now = performance.now()
      confirmedAt.push(now)
      if (now >= measuredFrom) writes++
    }
    client.close()
  }
  const count = async () => {
    const read = () => ({ cpu: server.usage().cpuMicros, requests: backendRequests(cacheFolder) })
    await wait(measuredFrom - performance.now())
    const before = read()
    await wait(end - performance.now())
    const after = read()
    return { cpu: after.cpu - before.cpu, requests: after.requests - before.requests }
  }
  const [counted] = await Promise.all([
    count(),
    writeUntilEnd(),
    ...Array.from({ length: connections }, lookUpUntilEnd),
  ])
  return {
    lookups,
    writes,
    backendRequests: counted.requests,
    serverCpuMicros: counted.cpu,
    staleness: Float64Array.from(staleness).sort(),
  }
}

/** Of the text in a response; 0: it has none. */
function versionIn(body: string): number {
  const [, hex = ''] = /"0x([0-9a-f]+)"/.exec(body) ?? []
  return Number(/version (\d+)\./.exec(Buffer.from(hex, 'hex').toString('latin1'))?.[1] ?? 0)
}

/** That Varnish has sent since it started. */
function backendRequests(folder: string): number {
  const { stdout } = spawnSync(
    'varnishstat',
    ['-1', '-n', join(folder, 'varnish'), '-f', 'MAIN.backend_req'],
    {
      encoding: 'utf8',
    },
  )
  return Number(/MAIN\.backend_req +(\d+)/.exec(stdout)?.[1])
}

function hitPercent({ lookups, backendRequests }: Result): number {
  return Math.max(0, 100 * (1 - backendRequests / lookups))
}

function reportOf(
  results: readonly (readonly [sharedMaxAge: number | null, Result])[],
  { names, seconds }: { readonly names: number; readonly seconds: number },
): Report {
  const longest = ({ staleness }: Result) => staleness.at(-1) ?? 0
  return {
    heading: 'Lookups through a shared cache',
    body: [
      `Varnish in front of one process on SQLite; ${whole(lookupsPerSecond)} lookups a second by GET over ${whole(names)} names by ` +
        `Zipf's law with exponent 1, and a write for each ${lookupsPerWrite} of them, of names by the same law; ${figure(seconds)} s each.`,
      table(
        [
          'Seconds of the domain',
          'lookups',
          'writes',
          'answered by the cache, %',
          'server CPU µs a lookup',
          'stale responses, %',
          'their age: p50 s',
          'the longest s',
        ],
        results.map(([sharedMaxAge, result]) => [
          sharedMaxAge === null ? 'none' : whole(sharedMaxAge),
          whole(result.lookups),
          whole(result.writes),
          figure(hitPercent(result)),
          figure(result.serverCpuMicros / result.lookups),
          figure((100 * result.staleness.length) / result.lookups),
          result.staleness.length > 0 ? figure(quantile(result.staleness, 0.5) / 1000) : '',
          figure(longest(result) / 1000),
        ]),
      ),
      'Processor time of the server includes the writes.',
    ].join('\n\n'),
    findings: [],
    failures: results.flatMap(([sharedMaxAge, result]) =>
      longest(result) > (sharedMaxAge ?? 0) * 1000 + maxDelayMs
        ? [
            `A name was stale for ${figure(longest(result) / 1000)} s, with ${sharedMaxAge ?? 'no'} seconds of its domain.`,
          ]
        : [],
    ),
  }
}
