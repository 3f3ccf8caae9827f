import { readSandboxFile, type SandboxFile } from '../../../server/src/sandbox/sandbox-file.ts'
import type { BenchOptions, Report } from '../bench.ts'
import { userAddress } from '../databases/zone.ts'
import { type LoadResult, runLoad } from '../load/load.ts'
import { getRequest, postRequest } from '../load/requests.ts'
import { figure, ranged } from '../report/format.ts'
import { quotients, spreadOf } from '../report/statistics.ts'
import { table } from '../report/table.ts'
import { startServer } from '../servers/process.ts'
import { sandbox } from '../servers/service.ts'
import { type SlowProxy, startSlowProxy } from '../servers/slow-proxy.ts'

/** Names of one request, at most. */
const maxNames = 50

/** Milliseconds to a remote RPC. */
const rpcDelayMs = 50

/** One RPC: the times of one name and of fifty, by round. */
interface Series {
  readonly title: string
  readonly rpcUrl: string
  readonly one: LoadResult[]
  readonly all: LoadResult[]
}

/** Resolution of names through CCIP-Read on a local chain with ENS, by free requests of the second generation. */
export async function benchResolve({ data, rounds, seconds }: BenchOptions): Promise<Report> {
  const proxy = await startSlowProxy(rpcDelayMs)
  const folder = data.scratchFolder()
  const server = await startServer(
    sandbox(folder, { RATE_LIMIT_FREE_RESOLVE_PER_IP: '1000000', OUTBOUND_ALLOWED_ORIGINS: proxy.url }),
  )
  try {
    const file = await readSandboxFile(folder)
    if (!file) throw new Error('The sandbox has left no file.')
    await addNames(server.url, file)
    const series = seriesOf(file, proxy)
    for (let round = 0; round < rounds; round++)
      for (const { title, rpcUrl, one, all } of series) {
        one.push(await resolve(server.url, rpcUrl, 1, seconds / 2))
        all.push(await resolve(server.url, rpcUrl, maxNames, seconds / 2))
        console.error(`  ${figure(one.at(-1)?.p50 ?? 0)} and ${figure(all.at(-1)?.p50 ?? 0)} ms: ${title}`)
      }
    return reportOf(series)
  } finally {
    await server.stop()
    proxy.stop()
  }
}

function seriesOf(file: SandboxFile, proxy: SlowProxy): readonly Series[] {
  const { rpcUrl } = file.chains['1']
  proxy.pointTo(rpcUrl)
  return [
    { title: 'local chain', rpcUrl, one: [], all: [] },
    { title: `node ${rpcDelayMs} ms away`, rpcUrl: proxy.url, one: [], all: [] },
  ]
}

function labelAt(index: number): string {
  return `bench-${index}`
}

/** Adds the names to resolve, with the API key alone. */
async function addNames(url: string, { apiKey, domain }: SandboxFile): Promise<void> {
  const requests = Array.from({ length: maxNames }, (_, index) =>
    postRequest(
      '/ens/v1/subname/add',
      {
        username: labelAt(index),
        ensDomain: domain,
        chainId: 1,
        overrideSignatureCheck: true,
        addresses: [{ coinType: 60, address: userAddress(index) }],
        text: [{ key: 'description', value: `User number ${index}` }],
      },
      { 'x-api-key': apiKey },
    ),
  )
  await runLoad(
    url,
    { requestOf: (index) => requests[index] },
    { connections: 1, warmUpSeconds: 0, seconds: 60 },
  )
}

/** Sequential requests, each for this many names; the whole response is checked. */
async function resolve(url: string, rpcUrl: string, count: number, seconds: number): Promise<LoadResult> {
  const firstOf = (index: number) => (count === 1 ? index % maxNames : 0)
  const requestOf = (index: number) => {
    const labels = Array.from({ length: count }, (_, number) => labelAt(firstOf(index) + number))
    return getRequest(`/ens/v2/resolve?${labels.map((label) => `ens=${label}.demo.eth`).join('&')}`, {
      'x-rpc-url': rpcUrl,
    })
  }
  const verify = (body: string, index: number) => {
    for (let number = firstOf(index); number < firstOf(index) + count; number++)
      if (!body.includes(`User number ${number}"`)) throw new Error(`Name ${number} is missing: ${body}`)
  }
  return runLoad(url, { requestOf, verify }, { connections: 1, warmUpSeconds: seconds / 2, seconds })
}

function reportOf(series: readonly Series[]): Report {
  const p50 = (results: readonly LoadResult[]) => results.map((result) => result.p50)
  return {
    heading: 'Resolving',
    body: [
      '`GET /ens/v2/resolve` with an RPC URL, one request after the other; chain, service and asking share the cores.',
      table(
        ['Node', 'one name, p50 ms (range)', `${maxNames} names, p50 ms (range)`],
        series.map(({ title, one, all }) => [title, ranged(spreadOf(p50(one))), ranged(spreadOf(p50(all)))]),
      ),
    ].join('\n\n'),
    findings: series.map(({ title, one, all }) => ({
      budget: 'resolve',
      note: title,
      spread: quotients(p50(all), p50(one)),
    })),
  }
}
