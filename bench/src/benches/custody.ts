import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BenchOptions, Report } from '../bench.ts'
import { databaseTitles } from '../databases/kinds.ts'
import { measureRunning } from '../load/measure.ts'
import { distinctWorkload, requestSourceOf } from '../lookups/workloads.ts'
import { figure, ranged } from '../report/format.ts'
import { spreadOf } from '../report/statistics.ts'
import { table } from '../report/table.ts'
import { startServer } from '../servers/process.ts'
import { serve } from '../servers/service.ts'

/** Of a signature, as a key management service in the same region takes. */
const signatureMs = 30

const connectionCounts = [32, 256] as const

interface Round {
  readonly lookups: number
  readonly p50: number
  readonly p99: number
  readonly signatures: number
}

/** Distinct lookups of a service whose key is in another process and takes its time. */
export async function benchCustody(setting: BenchOptions): Promise<Report> {
  const { databases, rounds } = setting
  const measured = new Map<string, Round[]>()
  for (let round = 0; round < rounds; round++)
    for (const kind of databases)
      for (const connections of connectionCounts) {
        const key = `${databaseTitles[kind]}, ${connections} connections`
        measured.set(key, [...(measured.get(key) ?? []), await measureWith(setting, kind, connections)])
      }
  return {
    heading: `Custody: a signer that takes ${signatureMs} ms`,
    body: table(
      ['Service', 'lookups/s (range)', 'p50 ms', 'p99 ms', 'signatures/s'],
      [...measured].map(([title, results]) => [
        title,
        ranged(spreadOf(results.map(({ lookups }) => lookups))),
        ...(['p50', 'p99', 'signatures'] as const).map((field) =>
          figure(spreadOf(results.map((result) => result[field])).median),
        ),
      ]),
    ),
    findings: [],
  }
}

async function measureWith(
  { data, sizes, seconds }: BenchOptions,
  kind: BenchOptions['databases'][number],
  connections: number,
): Promise<Round> {
  const location = await data.open(kind, sizes.small)
  const socketPath = join(location.folder, 'signer.sock')
  const signer = await startServer({
    script: new URL('../servers/slow-signer.ts', import.meta.url),
    args: [socketPath, String(signatureMs)],
    cores: 'all',
  })
  const launch = serve(location)
  const service = await startServer({
    ...launch,
    environment: { ...launch.environment, SIGNER_SOCKET: socketPath },
  })
  const countSignatures = async () => Number(await readFile(`${socketPath}.count`, 'utf8'))
  try {
    const profile = { connections, warmUpSeconds: seconds / 2, seconds }
    const [before, startedAt] = [await countSignatures(), performance.now()]
    const result = await measureRunning(service, requestSourceOf(distinctWorkload(sizes.small)), profile)
    const elapsed = (performance.now() - startedAt) / 1000
    return {
      ...{ lookups: result.requestsPerSecond, p50: result.p50, p99: result.p99 },
      signatures: ((await countSignatures()) - before) / elapsed,
    }
  } finally {
    await service.stop()
    await signer.stop()
  }
}
