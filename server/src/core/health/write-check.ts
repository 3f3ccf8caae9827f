import type { Store } from '../../store/store.ts'
import type { WriteTrial } from '../../store/write-trial.ts'
import { createConfirmations } from './confirmations.ts'
import { watchLateness } from './lateness.ts'

export interface WriteFault {
  /** Writes succeed all the same, or in the end. */
  readonly isWarning: boolean
  /** Continues a sentence about the database: `is read-only`. */
  readonly problem: string
}

export interface WriteCheck {
  /** Writes once. */
  readonly measure: () => Promise<void>
  /** Found by the last two writes, or known of the database. */
  readonly fault: () => WriteFault | undefined
  readonly hasUnconfirmed: () => boolean
}

/** Far above what a commit takes on a disk that is busy. */
const slowMs = 2_000

const problems: Readonly<Record<Exclude<WriteTrial['outcome'], 'written' | 'locked' | 'refused'>, string>> = {
  unreplicated: 'waits for a synchronous standby, which does not confirm writes',
  full: 'has no space left on its disk',
  'read-only': 'is read-only',
  failed: 'does not write',
}

/**
 * Tries a small write on a connection of its own, which waits for no other one: neither in a queue of this process, nor for a row
 * that others write. A lock on the whole database, as another program may hold it, is slow, and no failure.
 */
export function createWriteCheck(store: Pick<Store, 'tryWrite' | 'writeFault'>): WriteCheck {
  const faults = createConfirmations<WriteFault>()
  return {
    measure: async () => {
      const lateness = watchLateness()
      const trial = await store.tryWrite()
      faults.note('write', faultOf(trial, lateness.end()))
    },
    fault: () => {
      const known = store.writeFault()
      return known ? faultOf(known, false) : faults.confirmed()[0]
    },
    hasUnconfirmed: faults.hasUnconfirmed,
  }
}

function faultOf(trial: WriteTrial, wasLate: boolean): WriteFault | undefined {
  const { outcome, ms, reason } = trial
  const seconds = `${Math.round(ms / 100) / 10} s`
  if (outcome === 'locked')
    return {
      isWarning: true,
      problem: `did not write a row within ${seconds}: it is slow, or locked by others`,
    }
  if (outcome === 'refused') return { isWarning: true, problem: `lets in no further connection: ${reason}` }
  if (outcome === 'written')
    return ms > slowMs && !wasLate
      ? { isWarning: true, problem: `took ${seconds} to write a row` }
      : undefined
  return { isWarning: false, problem: `${problems[outcome]}${reason === undefined ? '' : ` (${reason})`}` }
}
