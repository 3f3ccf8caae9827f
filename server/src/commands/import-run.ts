import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { type ImportResult, maxImportedNames } from '../core/archives/import.ts'
import type { Verification } from '../core/archives/verify-sample.ts'
import { ethCoinType } from '../ens/coin-types.ts'
import { normalizeName } from '../ens/names.ts'
import { AppError } from '../errors.ts'
import { serializeImportResult } from '../http/operations/archives.ts'
import { problemOf } from '../listings/import-form.ts'
import { ImportPlan, type PlannedName, type PlannedNames } from '../listings/import-plan.ts'
import type { Listed, NameToImport } from '../listings/listed-name.ts'
import { SecondRows } from '../listings/second-rows.ts'

/** `planned`: what earlier parts would add, in a dry run. */
export type WriteNames = (
  names: readonly NameToImport[],
  planned: PlannedNames,
) => Promise<readonly ImportResult[]>

/** A line of the report. */
type ReportedRow = ReturnType<typeof serializeImportResult>

export interface ImportTotals {
  names: number
  added: number
  changed: number
  unchanged: number
  kept: number
  refused: number
  noted: number
}

interface ImportOutput {
  readonly show: (text: string) => void
  readonly report: Report | undefined
  /** Called with each name that is not there twice. */
  readonly onName: (name: NameToImport) => void
  /** Of one transaction; absent: `maxImportedNames`. */
  readonly namesPerPart?: number
}

/** Records of names that a transaction writes at once, in characters of JSON. */
const maxPartChars = 2_000_000

/** Parts that wait for their turn while further ones are read: the database and this process each have work. */
const maxFlights = 3

/** A row that has its result, or waits for it. */
type PartRow =
  | { readonly result: ReportedRow }
  | { readonly name: NameToImport; readonly doubts: readonly string[] }

/**
 * Rows are written, counted and reported in their order, part after part: which of them a limit of the domain refuses does not depend on
 * chance, and a dry run finds the same.
 */
export async function importAll(
  listed: AsyncIterable<Listed>,
  write: WriteNames,
  { show, report, onName, namesPerPart = maxImportedNames }: ImportOutput,
): Promise<ImportTotals> {
  const totals: ImportTotals = { names: 0, added: 0, changed: 0, unchanged: 0, kept: 0, refused: 0, noted: 0 }
  const plan = new ImportPlan()
  const flights: Promise<readonly ReportedRow[]>[] = []
  const land = async () => {
    for (const row of (await flights.shift()) ?? []) {
      totals.names += 1
      totals[row.outcome] += 1
      if (row.notes.length > 0) totals.noted += 1
      await report?.write(row)
    }
    show(`${totals.names.toLocaleString('en')} names read, ${totals.added.toLocaleString('en')} added`)
  }
  try {
    for await (const part of partsOf(listed, onName, namesPerPart)) {
      const before = flights.at(-1)
      const flight = Promise.resolve(before).then(() => writePart(part, write, plan))
      // Its error is thrown where it lands.
      flight.catch(() => undefined)
      flights.push(flight)
      if (flights.length === maxFlights) await land()
    }
    while (flights.length > 0) await land()
    return totals
  } finally {
    await Promise.allSettled(flights)
  }
}

async function* partsOf(
  listed: AsyncIterable<Listed>,
  onName: ImportOutput['onName'],
  namesPerPart: number,
): AsyncGenerator<readonly PartRow[]> {
  const known = new SecondRows(normalizedOrSame)
  let part: PartRow[] = []
  let chars = 0
  for await (const each of listed) {
    const row = toPartRow(each, known)
    part.push(row)
    if ('name' in row) onName(row.name)
    chars += 'name' in row ? JSON.stringify(row.name.records).length : 0
    if (part.length < namesPerPart && chars < maxPartChars) continue
    yield part
    part = []
    chars = 0
  }
  if (part.length > 0) yield part
}

function toPartRow(listed: Listed, known: SecondRows): PartRow {
  const { row } = listed
  const refused = (label: string, reason: string): PartRow => ({
    result: { row, label, outcome: 'refused', reason, notes: [] },
  })
  if ('problem' in listed) return refused(listed.label, listed.problem)
  const { name, doubts } = listed
  const problem = problemOf(name) ?? known.problemOf(name.label, row)
  return problem === undefined ? { name: { row, ...name }, doubts } : refused(name.label, problem)
}

/** What has no normal form is refused later. */
function normalizedOrSame(label: string): string {
  try {
    return normalizeName(label)
  } catch (error) {
    if (error instanceof AppError) return label
    throw error
  }
}

async function writePart(
  part: readonly PartRow[],
  write: WriteNames,
  plan: ImportPlan,
): Promise<readonly ReportedRow[]> {
  const names = part.flatMap((row) => ('name' in row ? [row.name] : []))
  const results = names.length > 0 ? await write(names, plan.before(names.map(toPlanned))) : []
  plan.add(
    names.flatMap((name, index) => {
      const { outcome, replacedHolder } = results[index] ?? {}
      if (outcome === 'added') return [toPlanned(name)]
      return replacedHolder ? [{ ...toPlanned(name), replacedHolder }] : []
    }),
  )
  const written = results.values()
  return part.map((row) => {
    if ('result' in row) return row.result
    const { value } = written.next()
    if (!value) throw new Error('Each name that is written has a result.')
    const reported = serializeImportResult(value)
    return { ...reported, notes: [...row.doubts, ...reported.notes] }
  })
}

function toPlanned({ label, holder, records }: NameToImport): PlannedName {
  const { address } = records.addresses?.find(({ coinType }) => coinType === ethCoinType) ?? {}
  return { label: normalizedOrSame(label), holder: holder ?? address }
}

export interface Report {
  readonly write: (row: ReportedRow | Verification) => Promise<void>
  readonly close: () => Promise<void>
}

/** JSON Lines, one for each name. */
export function openReport(path: string): Report {
  const file = createWriteStream(path)
  const failed = once(file, 'error').then(([error]: unknown[]) => {
    throw error
  })
  failed.catch(() => undefined)
  return {
    write: async (row) => {
      if (!file.write(`${JSON.stringify(row)}\n`)) await Promise.race([once(file, 'drain'), failed])
    },
    close: async () => {
      file.end()
      await Promise.race([once(file, 'close'), failed])
    },
  }
}
