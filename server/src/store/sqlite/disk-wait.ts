/** Milliseconds: a read that takes less has hardly waited for a disk. From memory it takes 0.01 to 0.06. */
const slowReadMs = 0.2

/** Milliseconds of waiting within about a second: from the first on, reads of the event loop hold up others too long. */
const tooLongMs = 5

/** Milliseconds after which a wait counts half. */
const halfLifeMs = 500

/** Milliseconds over which reads in threads are observed before they return, and of waiting for each second of them. */
const observedMs = 2_000
const shortMsPerSecond = 2

export interface DiskWaitOptions {
  /** Reads from a disk that this process has waited for, of all its threads. */
  readonly diskReads?: () => number
  /** Milliseconds. */
  readonly now?: () => number
}

/** Of reads: whether they wait for the disk. */
export interface DiskWait {
  /** Whether reads in the event loop have waited for the disk for too long lately. `ms`: of one more of them. */
  readonly noteHere: (ms: number) => boolean
  /** Whether reads in threads wait for the disk no longer. `ms`: what each of some more of them took. */
  readonly noteThere: (ms: readonly number[]) => boolean
}

/**
 * A slow read has waited for the disk if the system counts reads meanwhile (`ru_inblock`): on a busy machine one that waits for the
 * processor is as slow. Where the system does not count them (file systems in user space), none is known to wait.
 */
export function createDiskWait({
  diskReads = countDiskReads,
  now = monotonicMs,
}: DiskWaitOptions = {}): DiskWait {
  let known = diskReads()
  let waitedMs = 0
  let waitedAt = 0
  let observed = { since: 0, waitedMs: 0, diskReads: known }
  const observe = () => {
    observed = { since: now(), waitedMs: 0, diskReads: diskReads() }
  }
  return {
    noteHere: (ms) => {
      if (ms < slowReadMs) return false
      const before = known
      known = diskReads()
      if (known === before) return false
      const at = now()
      waitedMs = waitedMs * 2 ** ((waitedAt - at) / halfLifeMs) + ms
      waitedAt = at
      if (waitedMs < tooLongMs) return false
      waitedMs = 0
      observe()
      return true
    },
    noteThere: (all) => {
      for (const ms of all) if (ms >= slowReadMs) observed.waitedMs += ms
      const elapsedMs = now() - observed.since
      if (elapsedMs < observedMs) return false
      known = diskReads()
      const isShort = observed.waitedMs < (shortMsPerSecond * elapsedMs) / 1000
      const hasRead = known !== observed.diskReads
      observe()
      return isShort || !hasRead
    },
  }
}

function countDiskReads(): number {
  return process.resourceUsage().fsRead
}

function monotonicMs(): number {
  return performance.now()
}
