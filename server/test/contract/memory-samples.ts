/** Samples the memory of this process, which the service shares with the test. */
export interface MemorySamples {
  readonly sample: () => void
  /** Medians of the second and of the last quarter, in MiB of resident memory. */
  readonly medians: () => { readonly early: number; readonly late: number; readonly samples: number }
}

export function sampleMemory(): MemorySamples {
  const samples: number[] = []
  const medianOf = (from: number, to: number): number => {
    const part = samples
      .slice(Math.floor(samples.length * from), Math.ceil(samples.length * to))
      .sort((one, other) => one - other)
    return part[Math.floor(part.length / 2)] ?? 0
  }
  return {
    sample: () => void samples.push(Math.round(process.memoryUsage().rss / 1_048_576)),
    medians: () => ({ early: medianOf(0.25, 0.5), late: medianOf(0.75, 1), samples: samples.length }),
  }
}
