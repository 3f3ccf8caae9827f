import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'

/** Load classes, from the first to the last that is shed. */
type LoadClass = 'listing' | 'other' | 'lookup'

/** How close the process is to its limits. */
export interface OverloadMonitor {
  /** Whether lookups are shed; everything else is shed before them. Costs a comparison. */
  readonly shouldShedLookups: () => boolean
  /** Whether a load class must be shed. Costs a comparison. */
  readonly shouldShed: (loadClass: LoadClass) => boolean
  /** Share of the time, from 0 to 1, in which the event loop was busy, at the last sample. */
  readonly utilization: () => number
  readonly close: () => void
}

/** Milliseconds between checks. */
const sampleIntervalMs = 250

/** Milliseconds between the samples of a check, which are part of every measured delay. */
const resolutionMs = 10

/** Consecutive checks with a delay before it counts, and without before it ends: starting is no overload. */
const samplesToTrip = 3
const samplesToRecover = 2

/** Multiples of the base delay at which more important classes are shed. */
const delayMultipliers: Readonly<Record<LoadClass, number>> = { listing: 1, other: 3, lookup: 10 }

/** Shares of the heap's limit, above which garbage collection dominates. */
const maxHeapRatios: Readonly<Record<LoadClass, number>> = { listing: 0.8, other: 0.88, lookup: 0.95 }

/**
 * Shares of the output buffers. Above 1, connections of slow clients end; meanwhile their responses must not block the lookups
 * of others.
 */
const maxOutputRatios: Readonly<Record<LoadClass, number>> = { listing: 0.75, other: 1, lookup: 1.5 }

interface OverloadThresholds {
  /** Milliseconds of event loop delay above which listings are shed. */
  readonly maxDelayMs: number
  /** Share of the output buffers in use (`OutputBuffers.share`). */
  readonly outputFillRatio: () => number
}

/**
 * Monitors the event loop delay, the heap, and the output buffers. Listings are shed above `maxDelayMs`, other requests at 3
 * times as much, lookups at 10 times. A busy loop without delays is no overload, nor is a single delay.
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
    // Without a sample between two checks, the loop was blocked for all that time.
    delaySamplesMs.push(delays.count === 0 ? elapsedMs : Math.max(0, delays.mean / 1e6 - resolutionMs))
    delays.reset()
    if (delaySamplesMs.length > samplesToTrip) delaySamplesMs.shift()
    // Trips at the level of all of the last checks, recovers to that of the most recent ones.
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
