import { type FileHandle, open, rm } from 'node:fs/promises'
import { OperatorError } from '../../errors.ts'
import type { Page } from '../../store/sqlite/log/page-log.ts'
import type { BackupTarget } from '../target.ts'
import type { LogObject } from './names.ts'
import { type LogHeader, readLogObject } from './object.ts'

interface AssembleOptions {
  readonly identities: readonly string[]
  /** That is made: a SQLite database. */
  readonly file: string
  /** Milliseconds since 1970; undefined: the newest state. */
  readonly until?: number | undefined
}

export interface AssembledLog {
  readonly generation: string
  /** Milliseconds since 1970: all that was committed before is in it. */
  readonly at: number
  /** Why there is no later state, where there should be. */
  readonly problem: string | undefined
}

interface State {
  readonly number: number
  readonly id: string
  readonly pageSize: number
  readonly at: number
}

/**
 * Writes the newest state that an unbroken chain of the objects of one generation leads to.
 *
 * @throws OperatorError where it leads to no state.
 */
export async function assembleLog(
  target: BackupTarget,
  objects: readonly LogObject[],
  { identities, file, until }: AssembleOptions,
): Promise<AssembledLog> {
  const [base] = objects
  if (base?.to !== 0) throw new OperatorError('The log has no base.')
  const byFrom = Map.groupBy(objects, ({ from }) => from)
  await using database = await open(file, 'wx+', 0o600)
  let state = await writeBase(target, base, database, identities)
  let problem: string | undefined
  for (;;) {
    const candidates = byFrom.get(state.number + 1) ?? []
    const next = await firstThatFollows(target, candidates, { identities, file, until, database, state })
    problem = next.problem
    if (!next.state) break
    state = next.state
  }
  const last = objects.reduce((highest, { to }) => Math.max(highest, to), 0)
  if (until === undefined && state.number < last)
    problem ??= `Segment ${state.number + 1} is missing, of ${last}.`
  if (state.number === 0)
    throw new OperatorError(
      `The log ${base.generation} has no state that can be restored. ${problem ?? ''}`.trim(),
    )
  await database.write(rollbackJournal, 0, rollbackJournal.length, rollbackJournalOffset)
  return { generation: base.generation, at: state.at, problem }
}

/** The versions of the file format in its header (sqlite.org/fileformat2.html#file_format_version_numbers): without a log. */
const rollbackJournal = Buffer.from([1, 1])
const rollbackJournalOffset = 18

async function writeBase(
  target: BackupTarget,
  base: LogObject,
  database: FileHandle,
  identities: readonly string[],
): Promise<State> {
  return readLogObject(target, base, {
    identities,
    use: async ({ header, pages }) => {
      await writePages(database, pages, header.pageSize)
      return stateOf(header)
    },
  })
}

interface Following extends AssembleOptions {
  readonly database: FileHandle
  readonly state: State
}

/** The first of the candidates that follows; what reaches further is tried first. */
async function firstThatFollows(
  target: BackupTarget,
  candidates: readonly LogObject[],
  following: Following,
): Promise<{ readonly state?: State; readonly problem: string | undefined }> {
  let problem: string | undefined
  for (const candidate of candidates)
    try {
      const state = await applySegment(target, candidate, following)
      if (state) return { state, problem: undefined }
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error
      problem ??= error.message
    }
  return { problem }
}

/** Only a segment that was read whole changes the file. Undefined for one of a later time. */
async function applySegment(
  target: BackupTarget,
  segment: LogObject,
  { identities, file, until, database, state }: Following,
): Promise<State | undefined> {
  const partial = `${file}.segment`
  await using spool = await open(partial, 'w+', 0o600)
  try {
    const header = await readLogObject(target, segment, {
      identities,
      use: async (object) => {
        assertFollows(object.header, segment, state)
        if (until !== undefined && Date.parse(object.header.at) > until) return undefined
        await spoolPages(spool, object.pages)
        return object.header
      },
    })
    if (!header) return undefined
    await writePages(database, spooledPages(spool, header), header.pageSize)
    await database.truncate(header.size * header.pageSize)
    return stateOf(header)
  } finally {
    await rm(partial, { force: true })
  }
}

function assertFollows(header: LogHeader, { from }: LogObject, state: State): void {
  if (header.after !== state.id || header.pageSize !== state.pageSize)
    throw new OperatorError(`It does not follow state ${from - 1} of its log: it was swapped or forged.`)
}

function stateOf({ to, makes, pageSize, at }: LogHeader): State {
  return { number: to, id: makes, pageSize, at: Date.parse(at) }
}

/** Written at once. */
const maxRunBytes = 262_144

async function writePages(file: FileHandle, pages: AsyncIterable<Page>, pageSize: number): Promise<void> {
  let run: Uint8Array[] = []
  let first = 0
  const flush = async () => {
    if (run.length > 0) await file.writev(run, (first - 1) * pageSize)
    run = []
  }
  for await (const { number, bytes } of pages) {
    if (number !== first + run.length || run.length * pageSize >= maxRunBytes) {
      await flush()
      first = number
    }
    run.push(bytes)
  }
  await flush()
}

async function spoolPages(spool: FileHandle, pages: AsyncIterable<Page>): Promise<void> {
  const number = Buffer.alloc(4)
  for await (const page of pages) {
    number.writeUInt32BE(page.number)
    await spool.writev([number, page.bytes])
  }
}

async function* spooledPages(spool: FileHandle, { pages, pageSize }: LogHeader): AsyncGenerator<Page> {
  for (let index = 0; index < pages; index++) {
    const record = Buffer.alloc(4 + pageSize)
    await spool.read(record, 0, record.length, index * record.length)
    yield { number: record.readUInt32BE(), bytes: record.subarray(4) }
  }
}
