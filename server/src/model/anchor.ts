import type { Hex } from 'viem'

/** A domain whose names are published as files, and the last beats of its contract. Times in milliseconds since 1970. */
export interface Anchor {
  readonly domainKey: number
  /** Of the last beat, as the four below; `null`: there was none. */
  readonly root: Hex | null
  readonly depth: number | null
  readonly names: number | null
  readonly records: number | null
  readonly beatAt: number | null
  readonly transactionHash: Hex | null
  /** Of the contract when it was read last, in seconds. */
  readonly graceSeconds: number | null
  /** The event log as far as the last root has it. */
  readonly eventSequence: number
  /** Whether the last run did what it had to at every place of files: those that it did not, separated by line feeds. */
  readonly placeProblems: string
  /** Recipient of age of the escrow, which is the owner's; `null`: no escrow is made. */
  readonly recipient: string | null
  /** When the last escrow was put somewhere; `null`: never. */
  readonly escrowedAt: number | null
  /** Runs in a row that failed. */
  readonly failures: number
  readonly failedAt: number | null
  /** Why the last run failed; `null` after a success. */
  readonly problem: string | null
  /** When the service may try next, unless there are changes enough. */
  readonly dueAt: number
  /** Which run has it; `null`: none. */
  readonly leaseHolder: string | null
  readonly leaseUntil: number
}
