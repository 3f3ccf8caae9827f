import type { Finding } from './budgets.ts'
import type { BenchDatabases } from './databases/data.ts'
import type { DatabaseKind } from './databases/kinds.ts'

/** What every benchmark is told. */
export interface BenchOptions {
  readonly data: BenchDatabases
  readonly databases: readonly DatabaseKind[]
  readonly rounds: number
  /** Counted seconds of every measurement; half as many go before them uncounted. */
  readonly seconds: number
  /** How long a soak lasts, and how many processes serve it. */
  readonly minutes: number
  readonly workers: number
  /** Numbers of names, the fewest first. */
  readonly sizes: NameCounts
}

export interface NameCounts {
  readonly small: number
  readonly medium: number
  readonly large: number
}

/** What a benchmark has found out. */
export interface Report {
  readonly heading: string
  /** Markdown: tables, and what has to be said of them. */
  readonly body: string
  readonly findings: readonly Finding[]
  /** What is wrong, beside budgets that are not met; absent: nothing. */
  readonly failures?: readonly string[]
}

/** A benchmark. Rejects when a request fails or an answer is wrong. */
export type Bench = (setting: BenchOptions) => Promise<Report>

/** The numbers of names of a run; a quick one only shows that everything works. */
export function nameCounts(quick: boolean): NameCounts {
  return quick
    ? { small: 1000, medium: 2000, large: 5000 }
    : { small: 10_000, medium: 100_000, large: 1_000_000 }
}
