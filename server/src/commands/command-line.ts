import { inspect } from 'node:util'
import damerauLevenshtein from 'damerau-levenshtein'
import { hasServiceSettings } from '../config/config.ts'
import { AppError, DatabaseUnavailableError, errorCode, OperatorError, UsageError } from '../errors.ts'
import { version } from '../version.ts'
import { explainSystemError } from './explain-system-error.ts'
import { documentationFolder } from './invocation.ts'
import { type Command, escapeLines } from './shared.ts'

type LoadCommands = () => Promise<readonly Command[]>

const loadCopies: LoadCommands = async () => (await import('./backup.ts')).backupCommands

const loadArchives: LoadCommands = async () => (await import('./archives.ts')).archiveCommands

/** By first word. Loading all takes longer than most commands. */
const commandsByWord: Readonly<Record<string, LoadCommands>> = {
  setup: async () => [(await import('./setup.ts')).setup],
  serve: async () => [(await import('./serve.ts')).serve],
  gateway: async () => [(await import('./gateway.ts')).gateway],
  sandbox: async () => (await import('./sandbox.ts')).sandboxCommands,
  'check-config': async () => [(await import('./check-config.ts')).checkConfig],
  resolve: async () => [(await import('./names.ts')).resolve],
  mcp: async () => [(await import('./mcp.ts')).mcp],
  probe: async () => [(await import('./probe.ts')).probe],
  doctor: async () => [(await import('./doctor.ts')).doctor],
  workspaces: async () => (await import('./workspaces.ts')).workspaceCommands,
  keys: async () => (await import('./workspaces.ts')).keyCommands,
  resolvers: async () => (await import('./resolvers.ts')).resolverCommands,
  signers: async () => (await import('./signers.ts')).signerCommands,
  signer: async () => [(await import('./signer.ts')).signer],
  domains: async () => (await import('./domains.ts')).domainCommands,
  names: async () => (await import('./names.ts')).nameCommands,
  freeze: async () => [(await import('./frozen.ts')).freeze],
  verify: async () => [(await import('./verify-name.ts')).withNames((await import('./frozen.ts')).verify)],
  frozen: async () => (await import('./frozen.ts')).frozenCommands,
  anchor: async () => (await import('./anchor.ts')).anchorCommands,
  alerts: async () => (await import('./alerts.ts')).alertCommands,
  payments: async () => (await import('./payments.ts')).paymentCommands,
  export: loadArchives,
  import: loadArchives,
  backup: loadCopies,
  backups: async () => (await import('./backups.ts')).backupsCommands,
  restore: loadCopies,
  resume: loadCopies,
  migrate: loadCopies,
  upgrade: async () => [(await import('./upgrade.ts')).upgrade],
  rollback: async () => [(await import('./upgrade.ts')).rollback],
}

const title = 'Byname, a registry and resolution service for offchain ENS subnames'

/** Prints to standard output what was asked for, and all else to standard error. Returns the exit code: 0, 1 or 2. */
export async function runCommandLine(args: readonly string[]): Promise<number> {
  try {
    return await dispatch(args)
  } catch (error) {
    console.error(escapeLines(await explain(error)))
    return error instanceof UsageError || isParseArgsError(error) ? 2 : 1
  }
}

async function dispatch(args: readonly string[]): Promise<number> {
  const [first] = args
  if (first === undefined) return await tryOut()
  if (first === '--version' || first === 'version') return print(version)
  if (first === 'help') return print(await help(args.slice(1)))
  if (args.some(isHelpFlag)) return print(await help(args.slice(0, args.findIndex(isHelpFlag))))
  const commands = await commandsOf(first)
  const command = longestMatch(commands, args)
  if (!command) throw unknownCommand(args, commands)
  await command.run(args.slice(wordsOf(command).length))
  // A command may have reported a failure by the exit code alone.
  return Number(process.exitCode ?? 0)
}

/** Without a command, the sandbox runs; beside the settings of a service it would write into the service's database. */
async function tryOut(): Promise<number> {
  if (hasServiceSettings()) {
    console.error(await overview())
    return 2
  }
  await (await import('./sandbox.ts')).sandbox.run([])
  return 0
}

function isHelpFlag(arg: string): boolean {
  return arg === '--help' || arg === '-h'
}

function print(text: string): number {
  console.log(text)
  return 0
}

/** Of one command, of those that begin with a word, or of all. */
async function help(words: readonly string[]): Promise<string> {
  const [first] = words
  if (first === undefined || first.startsWith('-')) return overview()
  const commands = await commandsOf(first)
  const command = longestMatch(commands, words)
  if (command) return describe(commands.length > 1 && words.length === 1 ? commands : [command])
  const below = commands.filter(({ name }) => name.startsWith(`${first} `))
  if (below.length > 0 && words.length === 1) return describe(below)
  throw unknownCommand(words, commands)
}

async function overview(): Promise<string> {
  const loaders = [...new Set(Object.values(commandsByWord))]
  const commands = (await Promise.all(loaders.map((load) => load()))).flat()
  const hint =
    'byname help <command> explains one, byname --version prints the version; byname alone runs the sandbox.'
  const folder = documentationFolder()
  return `${title}\n\n${describe(commands)}\n\n${hint}${folder ? `\nThe documentation is in ${folder}.` : ''}`
}

function describe(commands: readonly Command[]): string {
  return commands.map(({ usage, summary }) => `  ${usage}\n      ${summary}`).join('\n')
}

/** Those that begin with the word, without others of its file. */
async function commandsOf(word: string): Promise<readonly Command[]> {
  const loaded = Object.hasOwn(commandsByWord, word) ? await commandsByWord[word]?.() : []
  return (loaded ?? []).filter((command) => wordsOf(command)[0] === word)
}

function wordsOf({ name }: Command): string[] {
  return name.split(' ')
}

function longestMatch(commands: readonly Command[], args: readonly string[]): Command | undefined {
  return commands
    .filter((command) => wordsOf(command).every((word, index) => args[index] === word))
    .toSorted((one, other) => wordsOf(other).length - wordsOf(one).length)[0]
}

function unknownCommand([first = '', second]: readonly string[], commands: readonly Command[]): UsageError {
  const isNoun = commands.length > 0
  const nouns = new Set(commands.map((command) => wordsOf(command)[1] ?? ''))
  const given = isNoun ? `${first} ${second ?? ''}`.trim() : first
  const candidates = isNoun ? [...nouns] : [...Object.keys(commandsByWord), 'help', 'version']
  const nearest = nearestWord((isNoun ? second : first) ?? '', candidates)
  const prefix = isNoun ? `${first} ` : ''
  const advice = nearest
    ? `Is it "byname ${prefix}${nearest}"?`
    : `"byname help${isNoun ? ` ${first}` : ''}" lists the commands.`
  return new UsageError(
    isNoun && second === undefined
      ? `"byname ${first}" needs a second word: ${[...nouns].join(', ')}.`
      : `There is no command "byname ${given}". ${advice}`,
  )
}

/** Within a third of its length. */
function nearestWord(given: string, candidates: readonly string[]): string | undefined {
  return candidates
    .map((word) => ({ word, distance: damerauLevenshtein(given, word).steps }))
    .filter(({ word, distance }) => distance <= Math.max(1, Math.floor(word.length / 3)))
    .toSorted((one, other) => one.distance - other.distance || other.word.length - one.word.length)[0]?.word
}

/** An error that an operator can cause needs no stack. */
async function explain(error: unknown): Promise<string> {
  if (error instanceof DatabaseUnavailableError && error.cause !== undefined) {
    const { describeDatabaseError } = await import('../store/describe-error.ts')
    return `The database is not available: ${describeDatabaseError(error.cause)}`
  }
  if (error instanceof AppError || error instanceof OperatorError || isParseArgsError(error))
    return error.message
  return explainSystemError(error) ?? inspect(error)
}

function isParseArgsError(error: unknown): error is Error {
  return error instanceof TypeError && (errorCode(error)?.startsWith('ERR_PARSE_ARGS') ?? false)
}
