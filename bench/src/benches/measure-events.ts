import { setTimeout as wait } from 'node:timers/promises'
import type { BenchOptions } from '../bench.ts'
import type { DatabaseKind } from '../databases/kinds.ts'
import { readDatabaseBytes } from '../databases/sizes.ts'
import type { Arrivals } from '../followers/arrivals.ts'
import { readPages } from '../followers/read-pages.ts'
import { followStream } from '../followers/stream-follower.ts'
import { createWebhook, startWebhookReceiver } from '../followers/webhook-receiver.ts'
import { batchRequests } from '../load/batches.ts'
import { withClient } from '../load/client.ts'
import { runLoad } from '../load/load.ts'
import { startLookupProbe } from '../load/lookup-probe.ts'
import { addSteadily } from '../load/steady-adds.ts'
import { watchMemory } from '../servers/memory-watch.ts'
import { type Server, startServer } from '../servers/process.ts'
import { serve } from '../servers/service.ts'

/** What the service does while names are looked up. */
export const lookupPhases = ['nothing else', 'writes', 'writes with readers', 'deliveries'] as const

type LookupPhase = (typeof lookupPhases)[number]

/** Durations in seconds from the first change on; lags and latencies in milliseconds, ascending. */
export interface EventMeasurement {
  readonly changesPerSecondAlone: number
  readonly changesPerSecond: number
  readonly writtenAfter: number
  readonly streamedAfter: number
  readonly deliveredAfter: number
  /** Once the changes were made. */
  readonly deliveriesPerSecond: number
  readonly deliveryCpuMicros: number
  readonly pagesSeconds: number
  readonly streamLags: Float64Array
  readonly webhookLags: Float64Array
  /** Bytes, `before` after equal writes without readers: these alone let the heap grow. */
  readonly memory: Readonly<Record<'started' | 'before' | 'peak' | 'after', number>>
  readonly database: Readonly<Record<'started' | 'before' | 'after', number>>
  readonly lookups: Readonly<Record<LookupPhase, Float64Array>>
}

/** Signed adds a second for the lags: a fraction of what the service can do. */
export const steadyRate = 50

/** Adds for the lags, as a share of the changes. */
const steadyShare = 0.01

const maxNamesPerBatch = 1000

/** Rejects when an event is missing, comes twice at the stream, or out of order. */
export async function measureEvents(
  { data, sizes, changes, seconds }: BenchOptions,
  kind: DatabaseKind,
): Promise<EventMeasurement> {
  const location = await data.copy(kind, sizes.small)
  const databaseStarted = await readDatabaseBytes(kind, location.url)
  const receiver = await startWebhookReceiver()
  const service = serve(location)
  const server = await startServer({
    ...service,
    environment: { ...service.environment, OUTBOUND_ALLOWED_ORIGINS: receiver.origin },
  })
  try {
    const probe = await startLookupProbe(server.url, sizes.small)
    const started = server.usage().memoryBytes
    await wait(seconds * 1000)
    const lookupsAlone = probe.take()

    const writer = createWriter(server, changes)
    const alone = await writer.write()
    const lookupsOfWrites = probe.take()
    const before = server.usage().memoryBytes
    const databaseBefore = await readDatabaseBytes(kind, location.url)

    await withClient(server.url, (client) => createWebhook(client, receiver))
    const stream = await followStream(server.url)
    const memory = watchMemory(server)
    const streamed = stream.arrivals.reach(changes)
    const delivered = receiver.arrivals.reach(changes)
    const written = await writer.write()
    const atEnd = { delivered: receiver.arrivals.count, cpuMicros: server.usage().cpuMicros }
    const lookupsOfReaders = probe.take()
    console.error(`  ${atEnd.delivered} of ${changes} changes delivered when all were made: ${kind}`)
    const [streamedAt, deliveredAt] = await Promise.all([streamed, delivered])
    const later = changes - atEnd.delivered
    const deliveryCpuMicros = (server.usage().cpuMicros - atEnd.cpuMicros) / later
    const lookupsOfDeliveries = probe.take()

    const adds = Math.ceil(steadyShare * changes)
    const addedAt = await withClient(server.url, (client) => addSteadily(client, adds, steadyRate))
    const count = changes + addedAt.size
    await Promise.all([stream.arrivals.reach(count), receiver.arrivals.reach(count)])
    const pages = await withClient(server.url, readPages)
    if (pages.named !== changes + count)
      throw new Error(`${pages.named} names are in the pages after ${changes + count} changes.`)
    if (stream.arrivals.repeated > 0) throw new Error('The stream had an event twice.')

    memory.stop()
    stream.close()
    await probe.stop()
    return {
      changesPerSecondAlone: changes / secondsBetween(alone),
      changesPerSecond: changes / secondsBetween(written),
      writtenAfter: secondsBetween(written),
      streamedAfter: secondsBetween({ from: written.from, to: streamedAt }),
      deliveredAfter: secondsBetween({ from: written.from, to: deliveredAt }),
      deliveriesPerSecond: later / secondsBetween({ from: written.to, to: deliveredAt }),
      deliveryCpuMicros,
      pagesSeconds: pages.seconds,
      streamLags: lagsOf(addedAt, stream.arrivals),
      webhookLags: lagsOf(addedAt, receiver.arrivals),
      memory: { started, before, peak: memory.peakBytes, after: server.usage().memoryBytes },
      database: {
        started: databaseStarted,
        before: databaseBefore,
        after: await readDatabaseBytes(kind, location.url),
      },
      lookups: {
        'nothing else': lookupsAlone,
        writes: lookupsOfWrites,
        'writes with readers': lookupsOfReaders,
        deliveries: lookupsOfDeliveries,
      },
    }
  } finally {
    await server.stop()
    receiver.close()
  }
}

/** By `performance.now()`. */
interface Interval {
  readonly from: number
  readonly to: number
}

function secondsBetween({ from, to }: Interval): number {
  return (to - from) / 1000
}

/** Issues names by batches, as fast as the service responds. */
function createWriter({ url }: Server, changes: number) {
  const namesPerBatch = Math.min(maxNamesPerBatch, changes)
  const batches = changes / namesPerBatch
  const { requestOf } = batchRequests(2 * batches, namesPerBatch)
  let written = 0
  return {
    /** Twice at most. */
    write: async (): Promise<Interval> => {
      const first = written
      written += batches
      const source = {
        requestOf: (index: number) => (index < batches ? requestOf(first + index) : undefined),
      }
      const from = performance.now()
      await runLoad(url, source, { connections: 4, warmUpSeconds: 0, seconds: Number.POSITIVE_INFINITY })
      return { from, to: performance.now() }
    },
  }
}

/** 0 for an event that arrived before the response. */
function lagsOf(respondedAt: ReadonlyMap<string, number>, arrivals: Arrivals): Float64Array {
  const lags = [...respondedAt].map(([name, time]) => Math.max(0, arrivals.timeOf(name) - time))
  return Float64Array.from(lags).sort()
}
