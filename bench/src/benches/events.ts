import type { BenchOptions, Report } from '../bench.ts'
import { type DatabaseKind, databaseTitles } from '../databases/kinds.ts'
import { figure, whole } from '../report/format.ts'
import { quantile, spreadOf } from '../report/statistics.ts'
import { table } from '../report/table.ts'
import { type EventMeasurement, lookupPhases, measureEvents, steadyRate } from './measure-events.ts'

const mebibyte = 2 ** 20

const budgetOf = { sqlite: 'deliveriesSqlite', postgres: 'deliveriesPostgres' } as const

/** The event log and webhooks with many changes: how long they take, how far behind they are, and what they need. */
export async function benchEvents(setting: BenchOptions): Promise<Report> {
  const measured = new Map<DatabaseKind, EventMeasurement>()
  for (const kind of setting.databases) measured.set(kind, await measureEvents(setting, kind))
  const results = [...measured]
  const rows = ([title, cellOf]: Row) => [title, ...results.map(([, result]) => cellOf(result))]
  const titles = results.map(([kind]) => databaseTitles[kind])
  return {
    heading: `Events and webhooks with ${whole(setting.changes)} changes`,
    body: [
      'Names issued by batches over 4 connections; then as many again, with one webhook and one reader of the stream, ' +
        'from whose first batch times count. Lag: from the response to a signed add to the arrival of its event, at ' +
        `${steadyRate} a second.`,
      table(['What', ...titles], summary.map(rows)),
      table(
        ['Lookups, p50 / p99 ms', ...titles],
        lookupPhases.map((phase) => rows(lookupRow(phase))),
      ),
    ].join('\n\n'),
    findings: results.flatMap(([database, { deliveriesPerSecond, webhookLags, memory }]) => [
      { budget: budgetOf[database], database, spread: spreadOf([deliveriesPerSecond]) },
      { budget: 'deliveryLag', database, spread: spreadOf([quantile(webhookLags, 0.5)]) },
      {
        budget: 'eventMemory',
        database,
        spread: spreadOf([(memory.peak - memory.before) / mebibyte]),
      },
    ]),
  }
}

type Row = readonly [title: string, cellOf: (result: EventMeasurement) => string]

const seconds = (value: number) => `${figure(value)} s`
const mebibytes = (bytes: number) => `${whole(bytes / mebibyte)} MiB`
const quantiles = (ascending: Float64Array) =>
  [0.5, 0.99].map((q) => figure(quantile(ascending, q))).join(' / ')

const summary: readonly Row[] = [
  ['changes a second, without readers', ({ changesPerSecondAlone }) => figure(changesPerSecondAlone)],
  ['changes a second, with readers', ({ changesPerSecond }) => figure(changesPerSecond)],
  ['all changes made', ({ writtenAfter }) => seconds(writtenAfter)],
  ['all events at the reader of the stream', ({ streamedAfter }) => seconds(streamedAfter)],
  ['all events delivered to the webhook', ({ deliveredAfter }) => seconds(deliveredAfter)],
  ['deliveries a second, after the writes', ({ deliveriesPerSecond }) => figure(deliveriesPerSecond)],
  ['the same, server CPU µs of a delivery', ({ deliveryCpuMicros }) => figure(deliveryCpuMicros)],
  ['all events read by pages of 1,000', ({ pagesSeconds }) => seconds(pagesSeconds)],
  ['lag of the stream, p50 / p99 ms', ({ streamLags }) => quantiles(streamLags)],
  ['lag of the webhook, p50 / p99 ms', ({ webhookLags }) => quantiles(webhookLags)],
  ['memory of the server, started', ({ memory }) => mebibytes(memory.started)],
  ['the same, after writes without readers', ({ memory }) => mebibytes(memory.before)],
  ['the same, at most from then on', ({ memory }) => mebibytes(memory.peak)],
  ['the same, at the end', ({ memory }) => mebibytes(memory.after)],
  ['database, started', ({ database }) => mebibytes(database.started)],
  ['the same, after writes without readers', ({ database }) => mebibytes(database.before)],
  ['the same, at the end', ({ database }) => mebibytes(database.after)],
]

function lookupRow(phase: (typeof lookupPhases)[number]): Row {
  return [phase, ({ lookups }) => quantiles(lookups[phase])]
}
