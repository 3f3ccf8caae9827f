import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'

/** What is asked for, from what is given up first to what is kept up last. */
type Load = 'listing' | 'other' | 'lookup'

/** How close the process is to its limits. */
export interface Pressure {
  /** Whether lookups have to be turned away: by then everything else is. Costs a comparison. */
  readonly isOverloaded: () => boolean
  /** Whether a kind of request has to be turned away. Costs a comparison. */
  readonly refuses: (load: Load) => boolean
  /** Share of the time, from 0 to 1, in which the event loop was busy of late. */
  readonly utilization: () => number
  readonly close: () => void
}

/** Milliseconds between looks. */
const interval = 250

/** Milliseconds between the samples of a look, which are part of every delay that is measured. */
const resolution = 10

/** Looks in a row that must have found a delay before it counts, and none before it does not: starting is no pressure. */
const untilShut = 3
const untilOpen = 2

/** How much more is borne for what matters more, as multiples of the delay at which listings are given up. */
const patience: Readonly<Record<Load, number>> = { listing: 1, other: 3, lookup: 10 }

/** Shares of the heap's limit, above which garbage collection takes all there is. */
const memoryLimits: Readonly<Record<Load, number>> = { listing: 0.8, other: 0.88, lookup: 0.95 }

/**
 * Shares of what may wait to be sent. Above 1, connections of slow clients end; what those have asked for must not keep
 * lookups of others from being answered meanwhile.
 */
const outputLimits: Readonly<Record<Load, number>> = { listing: 0.75, other: 1, lookup: 1.5 }

interface Watched {
  /** Milliseconds that the event loop may be late before listings are turned away. */
  readonly maxDelay: number
  /** How much waits to be sent, as a share of what may (`OutputBuffers.share`). */
  readonly outputShare: () => number
}

/**
 * Watches how late the event loop is, how full the heap, and how much waits to be sent. Listings are turned away above
 * `maxDelay`; other requests are at 3 times as much, lookups at 10 times. A busy loop that is never late is no pressure,
 * nor is one that was late once.
 */
export function watchPressure({ maxDelay, outputShare }: Watched): Pressure {
  const delays = monitorEventLoopDelay({ resolution })
  delays.enable()
  const { heap_size_limit: heapLimit } = getHeapStatistics()
  const found: number[] = []
  let delay = 0
  let memory = 0
  let before = performance.eventLoopUtilization()
  let utilization = 0

  let lastLook = performance.now()

  const look = () => {
    const gap = performance.now() - lastLook
    lastLook += gap
    // Without a sample between two looks, the loop was held up for all that time.
    found.push(delays.count === 0 ? gap : Math.max(0, delays.mean / 1e6 - resolution))
    delays.reset()
    if (found.length > untilShut) found.shift()
    // Up to what all of the last looks have found, down to what the very last ones have.
    const least = found.length < untilShut ? 0 : Math.min(...found)
    delay = Math.max(least, Math.min(delay, Math.max(...found.slice(-untilOpen))))
    memory = process.memoryUsage().heapUsed / heapLimit
    const now = performance.eventLoopUtilization()
    utilization = performance.eventLoopUtilization(now, before).utilization
    before = now
  }
  const timer = setInterval(look, interval).unref()

  const refuses = (load: Load) =>
    delay > maxDelay * patience[load] || memory > memoryLimits[load] || outputShare() > outputLimits[load]
  return {
    isOverloaded: () => refuses('lookup'),
    refuses,
    utilization: () => utilization,
    close: () => {
      clearInterval(timer)
      delays.disable()
    },
  }
}
