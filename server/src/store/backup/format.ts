import { createHash } from 'node:crypto'
import { z } from 'zod'
import { UsageError } from '../../usage-error.ts'
import type { Part, Source, TableSummary } from '../copy/parts.ts'

/*
 * A backup is lines of JSON: a header; of each table a line that names it, and a line for each row; a trailer, which says
 * what there was in each and seals that together with the header.
 */

const header = z.object({
  byname: z.literal('backup'),
  format: z.literal(1),
  migrations: z.array(z.string()),
  takenAt: z.iso.datetime(),
})

const tableLine = z.strictObject({ table: z.string(), columns: z.array(z.string()) })

const trailer = z.strictObject({
  tables: z.array(z.strictObject({ table: z.string(), rows: z.number(), sha256: z.string() })),
  seal: z.string(),
})

/** Writes a copy that is taken at `takenAt` (milliseconds) as text, many lines at a time. */
export async function* encode({ migrations, parts }: Source, takenAt: number): AsyncGenerator<string> {
  const opening: z.infer<typeof header> = {
    byname: 'backup',
    format: 1,
    migrations: [...migrations],
    takenAt: new Date(takenAt).toISOString(),
  }
  const first = JSON.stringify(opening)
  yield `${first}\n`
  for await (const part of parts) yield `${textOf(part, first)}\n`
}

const textOf = (part: Part, first: string): string => {
  if (part.kind === 'rows') return part.lines.join('\n')
  if (part.kind === 'table') return JSON.stringify({ table: part.table, columns: part.columns })
  return JSON.stringify({ tables: part.tables, seal: sealOf(first, part.tables) })
}

const sealOf = (first: string, tables: readonly TableSummary[]): string =>
  createHash('sha256').update(first).update(JSON.stringify(tables)).digest('hex')

/**
 * Reads what `encode` has written, from lines, many at a time. That the rows are those of the trailer is for whoever
 * reads them to see.
 *
 * @throws UsageError when there is no header of this format; and while the parts are read, when anything is missing at
 * the end, stands behind it, or is not as it was sealed.
 */
export const decode = async (batches: AsyncGenerator<readonly string[]>): Promise<Source> => {
  const { value } = await batches.next()
  const [first = '', ...rest]: readonly string[] = value ?? []
  return { migrations: parse(header, first).migrations, parts: partsOf(first, rest, batches) }
}

async function* partsOf(
  first: string,
  rest: readonly string[],
  batches: AsyncIterable<readonly string[]>,
): AsyncGenerator<Part> {
  let end: Part | undefined
  for await (const lines of behind(rest, batches)) {
    let rows: string[] = []
    for (const line of lines) {
      if (end) throw damaged('there is more behind its end')
      if (line.startsWith('[')) {
        rows.push(line)
        continue
      }
      if (rows.length > 0) yield { kind: 'rows', lines: rows }
      rows = []
      if (line.startsWith('{"tables"')) end = endOf(line, first)
      else yield { kind: 'table', ...parse(tableLine, line) }
    }
    if (rows.length > 0) yield { kind: 'rows', lines: rows }
  }
  if (!end) throw damaged('its end is missing')
  yield end
}

async function* behind<T>(first: T, others: AsyncIterable<T>): AsyncGenerator<T> {
  yield first
  yield* others
}

const endOf = (line: string, first: string): Part => {
  const { tables, seal } = parse(trailer, line)
  if (seal !== sealOf(first, tables)) throw damaged('it was altered')
  return { kind: 'end', tables }
}

const parse = <T>(schema: z.ZodType<T>, line: string): T => {
  try {
    return schema.parse(JSON.parse(line))
  } catch {
    throw damaged('a line is not what this version of Byname writes')
  }
}

const damaged = (how: string): UsageError => new UsageError(`The backup cannot be used: ${how}.`)
