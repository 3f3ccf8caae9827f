import { setPriority } from 'node:os'

/** Of a thread that reads: with a tenth of the weight of an event loop that wants the same core. */
export const readerNiceness = 10

/**
 * Lets other threads of the process go first where they share a core. On Linux 0 is the calling thread (setpriority(2)); elsewhere it is
 * the process, so nothing is done. Where the system forbids it, the priority stays.
 */
export function lowerThreadPriority(): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(0, readerNiceness)
  } catch {}
}
