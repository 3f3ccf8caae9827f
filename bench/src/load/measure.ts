import { setTimeout as wait } from 'node:timers/promises'
import { type Launch, type Server, startServer } from '../servers/process.ts'
import { type Load, load, type Pressure, type Questions } from './load.ts'

/** What was seen of a server under a load. */
export interface Measurement extends Load {
  /** Processor time of the server, in microseconds a request. */
  readonly serverTime: number
  /** Processor time of the load generator, in microseconds a request. */
  readonly generatorTime: number
}

/** Starts a fresh server, puts it under a load, and stops it. */
export async function measure(
  launch: Launch,
  questions: Questions,
  pressure: Pressure,
): Promise<Measurement> {
  const server = await startServer(launch)
  try {
    return await measureRunning(server, questions, pressure)
  } finally {
    await server.stop()
  }
}

/** Requests before the warm-up, for machines so busy that its seconds hold few. */
const firstRequests = 1000

/** Number of the first of them, which no load comes to: they must not be the same as later ones. */
const farAway = 100_000_000

/** Puts a running server under a load. */
export async function measureRunning(
  { url, usage }: Server,
  questions: Questions,
  pressure: Pressure,
): Promise<Measurement> {
  const { warmUp, seconds } = pressure
  const used = async () => {
    await wait(warmUp * 1000)
    const [server, generator] = [usage(), process.cpuUsage()]
    await wait(seconds * 1000)
    const { user, system } = process.cpuUsage(generator)
    return { server: usage().cpuTime - server.cpuTime, generator: user + system }
  }
  const requestOf = (index: number) =>
    index < firstRequests ? questions.requestOf(farAway + index) : undefined
  await load(url, { requestOf }, { ...pressure, warmUp: 0, seconds: 10 })
  const [seen, { server, generator }] = await Promise.all([load(url, questions, pressure), used()])
  return {
    ...seen,
    serverTime: server / seen.requests,
    generatorTime: generator / seen.requests,
  }
}
