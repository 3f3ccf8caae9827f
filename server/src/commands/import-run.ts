import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { type ImportResult, maxImportedNames } from '../core/archives/import.ts'
import type { Verification } from '../core/archives/verify-sample.ts'
import { normalizeName } from '../ens/names.ts'
import { AppError } from '../errors.ts'
import { serializeImportResult } from '../http/operations/archives.ts'
import type { Listed, NameToImport } from '../listings/listed-name.ts'

type WriteNames = (names: readonly NameToImport[]) => Promise<readonly ImportResult[]>

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
}

/** Records of names that a transaction writes at once, in characters of JSON. */
const maxPartChars = 2_000_000

/** Parts that are written at a time, while further ones are read: the database and this process each have work. */
const maxFlights = 3

/** A row that has its result, or waits for it. */
type PartRow =
  | { readonly result: ReportedRow }
  | { readonly name: NameToImport; readonly doubts: readonly string[] }

/** Rows are counted, and reported, in their order. */
export async function importAll(
  listed: AsyncIterable<Listed>,
  write: WriteNames,
  { show, report, onName }: ImportOutput,
): Promise<ImportTotals> {
  const totals: ImportTotals = { names: 0, added: 0, changed: 0, unchanged: 0, kept: 0, refused: 0, noted: 0 }
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
    for await (const part of partsOf(listed, onName)) {
      const flight = writePart(part, write)
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
): AsyncGenerator<readonly PartRow[]> {
  const known = new Map<string, number>()
  let part: PartRow[] = []
  let chars = 0
  for await (const each of listed) {
    const row = toPartRow(each, known)
    part.push(row)
    if ('name' in row) onName(row.name)
    chars += 'name' in row ? JSON.stringify(row.name.records).length : 0
    if (part.length < maxImportedNames && chars < maxPartChars) continue
    yield part
    part = []
    chars = 0
  }
  if (part.length > 0) yield part
}

/** A second row of a name is refused, also if it is in another part. */
function toPartRow(listed: Listed, known: Map<string, number>): PartRow {
  const { row } = listed
  const refused = (label: string, reason: string): PartRow => ({
    result: { row, label, outcome: 'refused', reason, notes: [] },
  })
  if ('problem' in listed) return refused(listed.label, listed.problem)
  const { name, doubts } = listed
  const label = normalizedOrSame(name.label)
  const earlier = known.get(label)
  if (earlier !== undefined) return refused(name.label, `It is in row ${earlier} already.`)
  known.set(label, row)
  return { name: { row, ...name }, doubts }
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

async function writePart(part: readonly PartRow[], write: WriteNames): Promise<readonly ReportedRow[]> {
  const names = part.flatMap((row) => ('name' in row ? [row.name] : []))
  const results = names.length > 0 ? (await write(names)).values() : [].values()
  return part.map((row) => {
    if ('result' in row) return row.result
    const { value } = results.next()
    if (!value) throw new Error('Each name that is written has a result.')
    const reported = serializeImportResult(value)
    return { ...reported, notes: [...row.doubts, ...reported.notes] }
  })
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
