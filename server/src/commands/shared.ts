import { existsSync } from 'node:fs'
import { access, constants, mkdir, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { type Config, environmentWithDefaults, parentToEndWith, readConfig } from '../config/config.ts'
import type { Context } from '../context.ts'
import { type ChainId, chainIdList, isChainId } from '../ens/chains.ts'
import { errorCode, OperatorError, UsageError } from '../errors.ts'
import type { CopyProgress, OnCopyProgress } from '../store/copy/operations.ts'

/** `--<key>`; `value` is its placeholder in the usage text. */
type Option =
  | { readonly kind: 'flag' }
  | { readonly kind: 'required' | 'optional' | 'repeated'; readonly value: string }
  | { readonly kind: 'defaulted'; readonly value: string; readonly fallback: string }

export const flag = { kind: 'flag' } as const
export function required(value: string) {
  return { kind: 'required', value } as const
}
export function optional(value: string) {
  return { kind: 'optional', value } as const
}
export function repeated(value: string) {
  return { kind: 'repeated', value } as const
}
export function defaulted(value: string, fallback: string) {
  return { kind: 'defaulted', value, fallback } as const
}

type Options = Readonly<Record<string, Option>>

interface ValueOf {
  readonly flag: boolean
  readonly required: string
  readonly optional: string | undefined
  readonly repeated: readonly string[]
  readonly defaulted: string
}

type Operands = readonly string[]

interface Input<Names extends Operands, Given extends Options> {
  readonly operands: { readonly [Index in keyof Names]: string }
  readonly optionalOperand: string | undefined
  readonly options: { readonly [Key in keyof Given]: ValueOf[Given[Key]['kind']] }
}

interface Definition<Names extends Operands, Given extends Options> {
  /** One word or two. */
  readonly name: string
  readonly summary: string
  readonly operands?: Names
  /** After the operands. */
  readonly optionalOperand?: string
  readonly options?: Given
  readonly run: (input: Input<Names, Given>) => Promise<void>
}

export interface Command {
  readonly name: string
  readonly summary: string
  readonly usage: string
  /** @throws UsageError for invalid arguments; `parseArgs` has errors of its own. */
  readonly run: (args: readonly string[]) => Promise<void>
}

export function command<
  const Names extends Operands = readonly [],
  const Given extends Options = Record<never, Option>,
>(definition: Definition<Names, Given>): Command {
  const { name, summary, run } = definition
  const names = definition.operands ?? []
  const options = Object.entries<Option>(definition.options ?? {})
  const { optionalOperand } = definition
  const operandUsage = [
    ...names.map((operand) => `<${operand}>`),
    ...(optionalOperand ? [`[<${optionalOperand}>]`] : []),
  ]
  const usage = ['byname', name, ...operandUsage, ...options.map(usageOf)].join(' ')
  return {
    name,
    summary,
    usage,
    run: async (args) => {
      const { values, positionals } = parseArgs({
        args: [...args],
        allowPositionals: true,
        options: Object.fromEntries(options.map(([key, option]) => [key, configOf(option)])),
      })
      const missing = options.find(([key, { kind }]) => kind === 'required' && !values[key])
      const maxOperands = names.length + (optionalOperand ? 1 : 0)
      if (positionals.length < names.length || positionals.length > maxOperands || missing)
        throw new UsageError(`Usage: ${usage}`)
      await run(typed<Names, Given>(positionals, names.length, values))
    },
  }
}

/**
 * Safe because there are as many operands as names, no required option is missing, and `configOf` makes parseArgs
 * return each kind of option with its type in `ValueOf`.
 */
function typed<Names extends Operands, Given extends Options>(
  positionals: readonly string[],
  count: number,
  options: object,
) {
  const [operands, optionalOperand] = [positionals.slice(0, count), positionals[count]]
  return { operands, optionalOperand, options } as unknown as Input<Names, Given>
}

function configOf(option: Option): NonNullable<ParseArgsConfig['options']>[string] {
  if (option.kind === 'flag') return { type: 'boolean', default: false }
  if (option.kind === 'repeated') return { type: 'string', multiple: true, default: [] }
  if (option.kind === 'defaulted') return { type: 'string', default: option.fallback }
  return { type: 'string' }
}

function usageOf([key, option]: readonly [string, Option]): string {
  if (option.kind === 'flag') return `[--${key}]`
  const text = `--${key} <${option.value}>`
  if (option.kind === 'required') return text
  return option.kind === 'repeated' ? `[${text}]...` : `[${text}]`
}

type Row = Readonly<Record<string, unknown>>

export function printRecord(row: Row, asJson: boolean): void {
  console.log(asJson ? toJson(row) : formatFields(row))
}

export function printTable(rows: readonly Row[], asJson: boolean): void {
  console.log(asJson ? toJson(rows) : formatColumns(rows))
}

function toJson(value: unknown): string {
  return escapeLines(JSON.stringify(value, null, 2))
}

function formatFields(row: Row): string {
  const fields = Object.entries(row)
  const width = Math.max(...fields.map(([name]) => name.length))
  return fields.map(([name, value]) => `${name.padEnd(width)}  ${formatCell(value)}`).join('\n')
}

function formatColumns(rows: readonly Row[]): string {
  const [first] = rows
  if (!first) return 'None.'
  const titles = Object.keys(first)
  const lines = [titles, ...rows.map((row) => titles.map((title) => formatCell(row[title])))]
  const widths = titles.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines
    .map((line) =>
      line
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

export function formatCell(value: unknown): string {
  if (value === null || value === undefined) return '-'
  return escapeControlCharacters(Array.isArray(value) ? value.map(toText).join(',') : toText(value))
}

/** What has members, as JSON. */
function toText(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}

/** Untrusted text could move the cursor or hide lines. */
export function escapeControlCharacters(text: string): string {
  return text.replaceAll(
    /\p{Cc}/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Text of several lines, which stay. */
export function escapeLines(text: string): string {
  return text.split('\n').map(escapeControlCharacters).join('\n')
}

/** Parsers of option values; each throws `OperatorError` for an invalid one. */

export function parseChainId(text: string): ChainId {
  const chainId = Number(text)
  if (isChainId(chainId)) return chainId
  throw new OperatorError(`The chain is ${chainIdList}.`)
}

/** 1 to 10,000. */
export function parseCount(text: string): number {
  const count = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (count >= 1 && count <= 10_000) return count
  throw new OperatorError(`"${text}" is not a number from 1 to 10000.`)
}

export function parseAmount(text: string): number {
  const amount = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  if (Number.isSafeInteger(amount)) return amount
  throw new OperatorError(`"${text}" is not a whole number.`)
}

export function parseSecondsToMs(text: string): number {
  if (/^\d{1,8}$/.test(text)) return Number(text) * 1000
  throw new OperatorError(`"${text}" is not a number of seconds.`)
}

/** ISO 8601 to milliseconds since 1970. */
export function parseTime(text: string): number {
  const time = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN
  if (!Number.isNaN(time)) return time
  throw new OperatorError(`"${text}" is not a time such as 2030-01-01T00:00:00Z.`)
}

export function parseChoice<Word extends string>(text: string, words: readonly Word[]): Word {
  const match = words.find((candidate) => candidate === text)
  if (match) return match
  throw new OperatorError(`"${text}" is not one of ${words.join(', ')}.`)
}

const verbs = { copying: 'Copying', verifying: 'Verifying' } as const

export function withCopyProgress<T>(copy: (onProgress: OnCopyProgress) => Promise<T>): Promise<T> {
  return withProgressLine('Opening the database', (show) =>
    copy((progress) => show(formatProgress(progress))),
  )
}

/**
 * Shows progress on a terminal of known width, on standard error: without one (`script`, some containers), ora clears lines
 * endlessly.
 */
export async function withProgressLine<T>(
  start: string,
  run: (show: (text: string) => void) => Promise<T>,
): Promise<T> {
  // Standard input stays untouched, so that Ctrl+C remains a signal.
  const isShown = process.stderr.isTTY && process.stderr.columns > 0
  if (!isShown) return run(() => undefined)
  // Takes longer to load than some commands run.
  const { default: ora } = await import('ora')
  const spinner = ora({ discardStdin: false }).start(start)
  try {
    return await run((text) => {
      spinner.text = text
    })
  } finally {
    spinner.stop()
  }
}

function formatProgress(progress: CopyProgress): string {
  if (progress.step === 'indexing') return 'Building the index of addresses'
  return `${verbs[progress.step]} ${progress.table}: ${progress.rows.toLocaleString('en')} rows`
}

export async function withContext<Result>(use: (context: Context) => Promise<Result>): Promise<Result> {
  const { config, secrets } = readConfig(environmentWithDefaults({ LOG_LEVEL: 'warn' }))
  await ensureDataDir(config)
  // Not needed by commands that have a context of their own.
  const { createContext } = await import('../context.ts')
  const context = await createContext(config, secrets)
  const cause = { actor: { type: 'administrator', keyId: null }, requestId: null } as const
  return use({ ...context, cause }).finally(context.close)
}

const parentPollMs = 500

/**
 * Resolves at the first SIGINT or SIGTERM. Call it before a slow start: process 1 of a container gets only signals that
 * it listens for. Under npm, which does not forward signals, it resolves when the shell of the script ends; under byname.js
 * in an earlier Node, when that process ends.
 */
export function waitForShutdownSignal(): Promise<void> {
  const signal = Promise.withResolvers<void>()
  const shutDown = () => signal.resolve()
  process.on('SIGINT', shutDown).on('SIGTERM', shutDown)
  const parent = parentToEndWith()
  if (parent !== undefined) onExit(parent, shutDown)
  return signal.promise
}

function onExit(parent: number, callback: () => void): void {
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    callback()
  }, parentPollMs)
  timer.unref()
}

export async function stopOnShutdown(
  stop: () => Promise<void>,
  shutdown = waitForShutdownSignal(),
): Promise<void> {
  await shutdown
  await stop()
}

type DataDir = Pick<Config, 'dataDir'>

/**
 * Accessible by its owner only. An existing folder is not changed; one with a database may be unwritable, since that is still read.
 * @throws OperatorError when it cannot be made, or not be written.
 */
export async function ensureDataDir({ dataDir }: DataDir): Promise<void> {
  await explained(dataDir, async () => {
    const existing = await assertUsable(dataDir, existsSync(join(dataDir, 'byname.db')))
    const missing: string[] = []
    for (let folder = dataDir; folder !== existing; folder = dirname(folder)) missing.unshift(folder)
    // Not by `recursive`: below /proc, where a folder can be neither found nor made, Node never ends.
    for (const folder of missing) await mkdir(folder, { mode: 0o700 }).catch(unlessMade)
    if (missing.length > 0) await assertUsable(dataDir)
  })
}

/**
 * Changes nothing. False when the folder is missing and can be made.
 * @throws OperatorError as `ensureDataDir`.
 */
export function hasDataDir({ dataDir }: DataDir): Promise<boolean> {
  return explained(dataDir, async () => (await assertUsable(dataDir)) === dataDir)
}

/** By another process at the same time. */
function unlessMade(error: unknown): void {
  if (errorCode(error) !== 'EEXIST') throw error
}

/** Of statfs: proc and sysfs, which show the state of the kernel. */
const kernelFileSystems: readonly number[] = [0x9fa0, 0x62656572]

/** Returns the folder, or the nearest one above it that exists. */
async function assertUsable(dataDir: string, mayBeReadOnly = false): Promise<string> {
  const folder = await nearestExisting(dataDir)
  if (!(await stat(folder)).isDirectory())
    throw new OperatorError(`DATA_DIR ${dataDir} is, or lies below, a file: set it to a folder.`)
  if (kernelFileSystems.includes((await statfs(folder)).type))
    throw new OperatorError(
      `DATA_DIR ${dataDir} is on a file system of the kernel: set it to a folder on a disk.`,
    )
  await access(folder, constants.R_OK | constants.X_OK | (mayBeReadOnly ? 0 : constants.W_OK))
  return folder
}

async function nearestExisting(path: string): Promise<string> {
  const isThere = await stat(path).then(
    () => true,
    (error: unknown) => {
      if (errorCode(error) !== 'ENOENT' || dirname(path) === path) throw error
      return false
    },
  )
  return isThere ? path : nearestExisting(dirname(path))
}

async function explained<T>(dataDir: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action()
  } catch (error) {
    throw error instanceof OperatorError
      ? error
      : new OperatorError(explain(dataDir, errorCode(error)), { cause: error })
  }
}

function explain(dataDir: string, code: string | undefined): string {
  if (code === 'ENOTDIR') return `DATA_DIR ${dataDir} is, or lies below, a file: set it to a folder.`
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return `The folder DATA_DIR ${dataDir} cannot be made (${code}): free some space on its disk, or set DATA_DIR.`
  if (code === 'EROFS')
    return `The folder DATA_DIR ${dataDir} is on a file system that is mounted read-only: mount it writable, or set DATA_DIR.`
  if (code === 'ELOOP') return `DATA_DIR ${dataDir} is a link that leads back to itself: set it to a folder.`
  return `The folder DATA_DIR ${dataDir} cannot be used (${code}): create it for the user of the service, or set DATA_DIR.`
}
