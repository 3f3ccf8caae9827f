import { setTimeout as wait } from 'node:timers/promises'
import { type Launch, type Server, startServer } from '../servers/process.ts'
import { type LoadProfile, type LoadResult, type RequestSource, runLoad } from './load.ts'

/** The measurement of a server under a load. */
export interface Measurement extends LoadResult {
  /** Processor time of the server, in microseconds a request. */
  readonly serverCpuMicros: number
  /** Processor time of the load generator, in microseconds a request. */
  readonly generatorCpuMicros: number
}

/** Starts a new server, puts it under a load, and stops it. */
export async function measure(
  launch: Launch,
  source: RequestSource,
  profile: LoadProfile,
): Promise<Measurement> {
  const server = await startServer(launch)
  try {
    return await measureRunning(server, source, profile)
  } finally {
    await server.stop()
  }
}

const usualPriming = 1000

/** No machine takes as long. */
const maxPrimingSeconds = 60

/** Number of the first of them, beyond those of any load, so that they differ from later ones. */
const primingIndex = 100_000_000

/** Puts a running server under a load. */
export async function measureRunning(
  { url, usage }: Server,
  source: RequestSource,
  profile: LoadProfile,
): Promise<Measurement> {
  const { warmUpSeconds, seconds } = profile
  const measureCpu = async () => {
    await wait(warmUpSeconds * 1000)
    const [server, generator] = [usage(), process.cpuUsage()]
    await wait(seconds * 1000)
    const { user, system } = process.cpuUsage(generator)
    return { server: usage().cpuMicros - server.cpuMicros, generator: user + system }
  }
  const requestOf = (index: number) =>
    index < (source.priming ?? usualPriming) ? source.requestOf(primingIndex + index) : undefined
  await runLoad(url, { requestOf }, { ...profile, warmUpSeconds: 0, seconds: maxPrimingSeconds })
  const [result, { server, generator }] = await Promise.all([runLoad(url, source, profile), measureCpu()])
  return {
    ...result,
    serverCpuMicros: server / result.requests,
    generatorCpuMicros: generator / result.requests,
  }
}
