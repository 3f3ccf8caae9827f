import type { Server } from './process.ts'

/** The peak of a server's resident memory, sampled. */
export interface MemoryWatch {
  readonly peakBytes: number
  stop(): void
}

const intervalMs = 250

export function watchMemory(server: Server): MemoryWatch {
  let peakBytes = server.usage().memoryBytes
  const timer = setInterval(() => {
    peakBytes = Math.max(peakBytes, server.usage().memoryBytes)
  }, intervalMs)
  return {
    get peakBytes() {
      return peakBytes
    },
    stop: () => clearInterval(timer),
  }
}
