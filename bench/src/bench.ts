import type { Finding } from './budgets.ts'
import type { BenchDatabases } from './databases/data.ts'
import type { DatabaseKind } from './databases/kinds.ts'
import type { MachineConstants } from './report/machine-constants.ts'

/** The input of every benchmark. */
export interface BenchOptions {
  readonly data: BenchDatabases
  readonly databases: readonly DatabaseKind[]
  readonly constants: MachineConstants
  readonly rounds: number
  /** Measured seconds of every measurement; half as many precede them as a warm-up. */
  readonly seconds: number
  /** The duration of a soak, and its number of processes. */
  readonly minutes: number
  readonly workers: number
  /** Events to be followed and delivered; above 1000 a multiple of it. */
  readonly changes: number
  /** Names of the domain that is exported and imported. */
  readonly imported: number
  /** Names of the largest database of `scale`. */
  readonly names: number
  /** File that names gateways of others; absent: none but those of npm. */
  readonly peers?: string
  /** File for the raw results of a comparison; absent: none. */
  readonly results?: string
  /** Numbers of names, ascending. */
  readonly sizes: NameCounts
}

export interface NameCounts {
  readonly small: number
  readonly medium: number
  readonly large: number
}

/** The result of a benchmark. */
export interface Report {
  readonly heading: string
  /** Markdown: tables and notes. */
  readonly body: string
  readonly findings: readonly Finding[]
  /** Failures, beside missed budgets; absent: none. */
  readonly failures?: readonly string[]
}

/** A benchmark. Rejects when a request fails or a response is wrong. */
export type Bench = (setting: BenchOptions) => Promise<Report>

/** The numbers of names of a run; a quick one only shows that everything works. */
export function nameCounts(quick: boolean): NameCounts {
  return quick
    ? { small: 1000, medium: 2000, large: 5000 }
    : { small: 10_000, medium: 100_000, large: 1_000_000 }
}
