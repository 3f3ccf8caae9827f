import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'

/** In the order of shedding. */
type LoadClass = 'listing' | 'other' | 'lookup'

export interface OverloadMonitor {
  /** Costs a comparison. */
  readonly shouldShedLookups: () => boolean
  /** Costs a comparison. */
  readonly shouldShed: (loadClass: LoadClass) => boolean
  /** From 0 to 1, at the last sample. */
  readonly utilization: () => number
  readonly close: () => void
}

const sampleIntervalMs = 250

/** Part of every measured delay. */
const resolutionMs = 10

/** A delay while starting is no overload. */
const samplesToTrip = 3
const samplesToRecover = 2

/** Multiples of `maxDelayMs`. */
const delayMultipliers: Readonly<Record<LoadClass, number>> = { listing: 1, other: 3, lookup: 10 }

/** Garbage collection dominates above them. */
const maxHeapRatios: Readonly<Record<LoadClass, number>> = { listing: 0.8, other: 0.88, lookup: 0.95 }

/** Above 1, connections of slow clients end; meanwhile they must not block the lookups of others. */
const maxOutputRatios: Readonly<Record<LoadClass, number>> = { listing: 0.75, other: 1, lookup: 1.5 }

interface OverloadThresholds {
  /** Event loop delay above which listings are shed. */
  readonly maxDelayMs: number
  readonly outputFillRatio: () => number
}

/** A busy loop without delays is no overload, nor is a single delay. */
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
    // Without a sample, the loop was blocked all that time.
    delaySamplesMs.push(delays.count === 0 ? elapsedMs : Math.max(0, delays.mean / 1e6 - resolutionMs))
    delays.reset()
    if (delaySamplesMs.length > samplesToTrip) delaySamplesMs.shift()
    // Trips at the level of all of the last checks, recovers to that of the latest.
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
