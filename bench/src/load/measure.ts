import { setTimeout as wait } from 'node:timers/promises'
import { type Launch, type Server, startServer } from '../servers/process.ts'
import { type Load, load, type Pressure, type Questions } from './load.ts'

/** What was seen of servers under a load. */
export interface Measurement extends Load {
  /** Processor time of the servers, in microseconds a request. */
  readonly serverTime: number
  /** Processor time of the load generator, in microseconds a request. */
  readonly generatorTime: number
}

/** Starts fresh servers, puts them under a load, and stops them. */
export async function measure(
  launches: readonly Launch[],
  questions: Questions,
  pressure: Pressure,
): Promise<Measurement> {
  const servers = await Promise.all(launches.map(startServer))
  try {
    return await measureRunning(servers, questions, pressure)
  } finally {
    await Promise.all(servers.map(({ stop }) => stop()))
  }
}

/** Puts running servers under a load. */
export async function measureRunning(
  servers: readonly Server[],
  questions: Questions,
  pressure: Pressure,
): Promise<Measurement> {
  const serverTime = () => servers.reduce((sum, server) => sum + server.usage().cpuTime, 0)
  const begun = wait(pressure.warmUp * 1000).then(() => ({
    generator: process.cpuUsage(),
    server: serverTime(),
  }))
  let server = 0
  let generator = { user: 0, system: 0 }
  const ended = begun.then(async (before) => {
    await wait(pressure.seconds * 1000)
    server = serverTime() - before.server
    generator = process.cpuUsage(before.generator)
  })
  const seen = await load(
    servers.map(({ url }) => url),
    questions,
    pressure,
  )
  await ended
  return {
    ...seen,
    serverTime: server / seen.requests,
    generatorTime: (generator.user + generator.system) / seen.requests,
  }
}
