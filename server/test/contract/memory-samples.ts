import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Samples the memory of this process, which the service shares with the test. */
export interface MemorySamples {
  readonly sample: () => void
  /** Medians of the second and of the last quarter, in MiB of resident memory, and how it went every five minutes. */
  readonly medians: () => {
    readonly early: number
    readonly late: number
    readonly samples: number
    readonly course: string
  }
}

const courseMs = 300_000

export function sampleMemory(): MemorySamples {
  const samples: number[] = []
  const begin = performance.now()
  const collectGarbage = exposeGarbageCollection()
  const describe = () => {
    const { rss, heapUsed, external } = process.memoryUsage()
    const minutes = Math.round((performance.now() - begin) / 60_000)
    return `after ${minutes} min ${toMib(rss)} MiB resident, ${toMib(heapUsed)} heap, ${toMib(external)} external`
  }
  const course = [describe()]
  const medianOf = (from: number, to: number): number => {
    const part = samples
      .slice(Math.floor(samples.length * from), Math.ceil(samples.length * to))
      .sort((one, other) => one - other)
    return part[Math.floor(part.length / 2)] ?? 0
  }
  return {
    sample: () => {
      collectGarbage()
      samples.push(toMib(process.memoryUsage().rss))
      if (performance.now() - begin >= course.length * courseMs) course.push(describe())
    },
    medians: () => ({
      early: medianOf(0.25, 0.5),
      late: medianOf(0.75, 1),
      samples: samples.length,
      course: [...course, describe()].join('; '),
    }),
  }
}

function toMib(bytes: number): number {
  return Math.round(bytes / 1_048_576)
}

/** Of the whole heap, so that what is resident is what is kept. */
function exposeGarbageCollection(): () => void {
  setFlagsFromString('--expose-gc')
  // Safe: the flag defines it.
  return runInNewContext('gc') as () => void
}
