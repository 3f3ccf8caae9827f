import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifyAnswer } from './answer.ts'
import { moveToLoadCore } from './cores.ts'
import { type Measurement, reportGateway } from './gateway-report.ts'
import { type BySubject, gatewaySubjects, type Subject, withEach } from './gateway-subjects.ts'
import { load, type Pressure, type Sample } from './load.ts'
import { seed } from './seed.ts'
import { startServer } from './server.ts'
import { prepareRequests, questionAt } from './workload.ts'

export interface BenchOptions {
  readonly rounds: number
  /** Counted seconds for each subject in each round; half as many go before them uncounted. */
  readonly seconds: number
}

/**
 * Measures the gateway on SQLite against a server that does nothing and against another gateway, and prints the report.
 * Each round starts every server afresh, one after the other, so that disturbances meet all of them.
 *
 * Rejects when a request fails or an answer is wrong.
 */
export async function benchGateway({ rounds, seconds }: BenchOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'byname-bench-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  console.error('Issuing and encoding the names …')
  const { resolverId, signing } = await seed(folder)
  const subjects = gatewaySubjects(folder, resolverId)
  const prepared = await withEach(subjects, async (subject) => ({
    subject,
    requestOf: prepareRequests(subject.workload),
  }))

  moveToLoadCore()
  const pressure = { connections: 32, warmUp: seconds / 2, seconds }
  const measured: BySubject<Measurement>[] = []
  for (let round = 1; round <= rounds; round++) {
    console.error(`Round ${round} of ${rounds}`)
    measured.push(await withEach(prepared, (each) => measure(each, pressure)))
  }
  console.log(reportGateway(subjects, measured, { signing, ...pressure }))
}

interface Prepared {
  readonly subject: Subject
  readonly requestOf: (index: number) => Buffer
}

/** Measures a subject once, on a fresh server. */
async function measure({ subject, requestOf }: Prepared, pressure: Pressure): Promise<Measurement> {
  const server = await startServer(...subject.server)
  const serverBefore = await server.cpuTime()
  const generatorBefore = process.cpuUsage()
  const { requests, samples, ...seen } = await load(server.url, requestOf, pressure)
  const { user, system } = process.cpuUsage(generatorBefore)
  const serverTime = (await server.cpuTime()) - serverBefore
  await server.stop()
  await verifySamples(subject, samples)
  console.error(`  ${Math.round(seen.requestsPerSecond)} requests/s: ${subject.title}`)
  return { ...seen, serverTime: serverTime / requests, generatorTime: (user + system) / requests }
}

async function verifySamples({ workload, scheme }: Subject, samples: readonly Sample[]): Promise<void> {
  if (!scheme) return
  for (const { index, body } of samples) await verifyAnswer(body, questionAt(workload, index), scheme)
}
