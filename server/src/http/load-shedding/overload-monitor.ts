import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'

/** What is asked for, from what is given up first to what is kept up last. */
type LoadClass = 'listing' | 'other' | 'lookup'

/** How close the process is to its limits. */
export interface OverloadMonitor {
  /** Whether lookups are shed; everything else is shed before them. Costs a comparison. */
  readonly shouldShedLookups: () => boolean
  /** Whether a kind of request has to be turned away. Costs a comparison. */
  readonly shouldShed: (loadClass: LoadClass) => boolean
  /** Share of the time, from 0 to 1, in which the event loop was busy, at the last sample. */
  readonly utilization: () => number
  readonly close: () => void
}

/** Milliseconds between looks. */
const sampleIntervalMs = 250

/** Milliseconds between the samples of a look, which are part of every delay that is measured. */
const resolutionMs = 10

/** Looks in a row that must have found a delay before it counts, and none before it does not: starting is no pressure. */
const samplesToTrip = 3
const samplesToRecover = 2

/** How much more is borne for what matters more, as multiples of the delay at which listings are given up. */
const delayMultipliers: Readonly<Record<LoadClass, number>> = { listing: 1, other: 3, lookup: 10 }

/** Shares of the heap's limit, above which garbage collection takes all there is. */
const maxHeapRatios: Readonly<Record<LoadClass, number>> = { listing: 0.8, other: 0.88, lookup: 0.95 }

/**
 * Shares of what may wait to be sent. Above 1, connections of slow clients end; what those have asked for must not keep
 * lookups of others from being answered meanwhile.
 */
const maxOutputRatios: Readonly<Record<LoadClass, number>> = { listing: 0.75, other: 1, lookup: 1.5 }

interface OverloadThresholds {
  /** Milliseconds that the event loop may be late before listings are turned away. */
  readonly maxDelayMs: number
  /** How much waits to be sent, as a share of what may (`OutputBuffers.share`). */
  readonly outputFillRatio: () => number
}

/**
 * Watches how late the event loop is, how full the heap, and how much waits to be sent. Listings are turned away above
 * `maxDelayMs`; other requests are at 3 times as much, lookups at 10 times. A busy loop that is never late is no pressure,
 * nor is one that was late once.
 */
export function createOverloadMonitor({ maxDelayMs, outputFillRatio }: OverloadThresholds): OverloadMonitor {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs })
  delays.enable()
  const { heap_size_limit: heapLimit } = getHeapStatistics()
  const delaySamplesMs: number[] = []
  let delayMs = 0
  let heapRatio = 0
  let lastUtilization = performance.eventLoopUtilization()
  let utilization = 0

  let lastSampleAt = performance.now()

  const sample = () => {
    const elapsedMs = performance.now() - lastSampleAt
    lastSampleAt += elapsedMs
    // Without a sample between two looks, the loop was held up for all that time.
    delaySamplesMs.push(delays.count === 0 ? elapsedMs : Math.max(0, delays.mean / 1e6 - resolutionMs))
    delays.reset()
    if (delaySamplesMs.length > samplesToTrip) delaySamplesMs.shift()
    // Up to what all of the last looks have found, down to what the very last ones have.
    const minDelayMs = delaySamplesMs.length < samplesToTrip ? 0 : Math.min(...delaySamplesMs)
    delayMs = Math.max(minDelayMs, Math.min(delayMs, Math.max(...delaySamplesMs.slice(-samplesToRecover))))
    heapRatio = process.memoryUsage().heapUsed / heapLimit
    const now = performance.eventLoopUtilization()
    utilization = performance.eventLoopUtilization(now, lastUtilization).utilization
    lastUtilization = now
  }
  const timer = setInterval(sample, sampleIntervalMs).unref()

  const shouldShed = (loadClass: LoadClass) =>
    delayMs > maxDelayMs * delayMultipliers[loadClass] ||
    heapRatio > maxHeapRatios[loadClass] ||
    outputFillRatio() > maxOutputRatios[loadClass]
  return {
    shouldShedLookups: () => shouldShed('lookup'),
    shouldShed,
    utilization: () => utilization,
    close: () => {
      clearInterval(timer)
      delays.disable()
    },
  }
}
