import { type DatabaseKind, databaseKinds, databaseTitles } from './databases/kinds.ts'
import { figure, ranged } from './report/format.ts'
import type { Spread } from './report/statistics.ts'
import { table } from './report/table.ts'

/** A bound of the median over the rounds. */
interface Budget {
  readonly title: string
  readonly atLeast?: number
  readonly atMost?: number
  readonly unit?: string
}

/** Bytes that a name with two addresses and two texts may take, with its indexes but for that of texts. */
export const maxBytesPerName = 700

/** Bytes that the index may take of a text of 36 characters, which searches find. */
export const maxBytesPerText = 200

const defined = {
  repeat: { title: 'repeat lookups / bare node:http', atLeast: 0.85 },
  distinct: { title: 'distinct lookups / ezccip', atLeast: 20 },
  distinctSqlite: { title: 'distinct lookups / ezccip', atLeast: 15 },
  distinctPostgres: { title: 'distinct lookups / ezccip', atLeast: 12 },
  manyNames: { title: 'distinct lookups of most names / of fewest', atLeast: 0.85 },
  ceiling: { title: 'distinct lookups / hash and signature alone', atLeast: 1 },
  distinctLatency: { title: 'distinct lookups, 32 connections, p99', atMost: 20, unit: 'ms' },
  coldNames: { title: 'names in memory beside names that are not / alone, p99', atMost: 2 },
  multicall: { title: 'lookup of 30 records / of one', atMost: 2 },
  processes: { title: 'distinct lookups, two processes / one', atLeast: 1.6 },
  addSqlite: { title: 'signed adds over HTTP', atLeast: 3000, unit: '/s' },
  addPostgres: { title: 'signed adds over HTTP', atLeast: 1500, unit: '/s' },
  addTimeSqlite: { title: 'processor time of an add', atMost: 300, unit: 'µs' },
  addTimePostgres: { title: 'processor time of an add', atMost: 450, unit: 'µs' },
  batch: { title: 'names by batches of 1,000', atLeast: 25_000, unit: '/s' },
  importShare: { title: 'imported names / names by batches', atLeast: 0.7 },
  importRepeat: { title: 'an import that is repeated / the import', atMost: 0.5 },
  deliveriesSqlite: { title: 'webhook deliveries to one receiver', atLeast: 1500, unit: '/s' },
  deliveriesPostgres: { title: 'webhook deliveries to one receiver', atLeast: 800, unit: '/s' },
  deliveryLag: { title: 'from a response to its webhook delivery, p50', atMost: 500, unit: 'ms' },
  eventMemory: { title: 'memory for readers of events', atMost: 100, unit: 'MiB' },
  listings: { title: 'slowest listing with most names, p99', atMost: 25, unit: 'ms' },
  listingsFlat: { title: 'listing, p50 with most names / fewest, worst', atMost: 2 },
  start: { title: 'start to ready with most names', atMost: 1000, unit: 'ms' },
  memory: { title: 'idle memory with most names', atMost: 150, unit: 'MiB' },
  imageMemory: { title: 'memory for images that were uploaded', atMost: 100, unit: 'MiB' },
  storage: { title: 'storage of a name', atMost: maxBytesPerName, unit: 'bytes' },
  textStorage: { title: 'index of a text of 36 characters', atMost: maxBytesPerText, unit: 'bytes' },
  resolve: { title: 'resolving 50 names / one', atMost: 3 },
} as const satisfies Readonly<Record<string, Budget>>

type BudgetKey = keyof typeof defined

/** The budgets, in the order of the report: the only place of their figures. */
const budgets: Readonly<Record<BudgetKey, Budget>> = defined

/** A measurement for a budget. */
export interface Finding {
  readonly budget: BudgetKey
  /** Absent: it does not depend on a database. */
  readonly database?: DatabaseKind
  /** Further conditions; absent: none. */
  readonly note?: string
  readonly spread: Spread
  /** The same computed from processor time, which other work on the machine disturbs less. */
  readonly byCpuTime?: Spread
}

/** A table of all findings with their budgets. */
export function budgetTable(findings: readonly Finding[]): string {
  const keys = Object.keys(budgets)
  const ordered = findings.toSorted(
    (one, other) =>
      keys.indexOf(one.budget) - keys.indexOf(other.budget) ||
      databaseKinds.indexOf(one.database ?? 'sqlite') - databaseKinds.indexOf(other.database ?? 'sqlite'),
  )
  return table(['What', 'Database', 'Budget', 'Measured (range)', 'By CPU time', 'Met'], ordered.map(row), [
    'left',
    'left',
  ])
}

function row({ budget, database, note, spread, byCpuTime }: Finding): string[] {
  const { title, atLeast, atMost, unit = '' } = budgets[budget]
  const limit = atLeast === undefined ? `≤ ${atMost}` : `≥ ${atLeast}`
  const isMet = spread.median >= (atLeast ?? -Infinity) && spread.median <= (atMost ?? Infinity)
  return [
    note ? `${title}, ${note}` : title,
    database ? databaseTitles[database] : '',
    `${limit} ${unit}`.trim(),
    ranged(spread),
    byCpuTime ? figure(byCpuTime.median) : '',
    isMet ? 'yes' : '**no**',
  ]
}
