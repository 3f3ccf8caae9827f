#!/usr/bin/env node
import type { Command } from './commands/command.ts'
import { errorCode } from './error-code.ts'
import { AppError } from './errors.ts'
import { OperatorError } from './operator-error.ts'

type LoadCommands = () => Promise<readonly Command[]>

const loadCopies: LoadCommands = async () => (await import('./commands/backup.ts')).backupCommands

/** By first word. Loading all takes longer than most commands. */
const commandsByWord: Readonly<Record<string, LoadCommands>> = {
  serve: async () => [(await import('./commands/serve.ts')).serve],
  sandbox: async () => (await import('./commands/sandbox.ts')).sandboxCommands,
  resolve: async () => [(await import('./commands/resolve.ts')).resolve],
  probe: async () => [(await import('./commands/probe.ts')).probe],
  doctor: async () => [(await import('./commands/doctor.ts')).doctor],
  workspaces: async () => (await import('./commands/workspaces.ts')).workspaceCommands,
  keys: async () => (await import('./commands/keys.ts')).keyCommands,
  resolvers: async () => (await import('./commands/resolvers.ts')).resolverCommands,
  domains: async () => (await import('./commands/domains.ts')).domainCommands,
  names: async () => (await import('./commands/names.ts')).nameCommands,
  payments: async () => (await import('./commands/payments.ts')).paymentCommands,
  backup: loadCopies,
  restore: loadCopies,
  migrate: loadCopies,
}

const title = 'Byname, a registry and resolution service for offchain ENS subnames\n'

async function main(args: readonly string[]): Promise<void> {
  const command = await findCommand(args)
  if (args.includes('--help') || args.includes('-h'))
    return console.log(help(command ? [command] : await loadAll()))
  if (command) return command.run(args.slice(commandWords(command).length))
  console.error(help(await loadAll()))
  process.exitCode = 2
}

async function loadAll(): Promise<readonly Command[]> {
  const loaders = [...new Set(Object.values(commandsByWord))]
  return (await Promise.all(loaders.map((load) => load()))).flat()
}

function commandWords({ name }: Command): string[] {
  return name.split(' ')
}

/** Prefers the longest match. */
async function findCommand(args: readonly string[]): Promise<Command | undefined> {
  const [word = ''] = args
  const candidates = Object.hasOwn(commandsByWord, word) ? await commandsByWord[word]?.() : []
  return candidates
    ?.filter((command) => commandWords(command).every((each, index) => args[index] === each))
    .toSorted((one, other) => commandWords(other).length - commandWords(one).length)[0]
}

function help(shown: readonly Command[]): string {
  return [title, ...shown.map(({ usage, summary }) => `  ${usage}\n      ${summary}`)].join('\n')
}

/** An error with advice needs no stack. */
function toErrorOutput(error: unknown): unknown {
  return error instanceof AppError || error instanceof OperatorError || isParseArgsError(error)
    ? error.message
    : error
}

function isParseArgsError(error: unknown): error is Error {
  return error instanceof TypeError && (errorCode(error)?.startsWith('ERR_PARSE_ARGS') ?? false)
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  console.error(toErrorOutput(error))
  process.exit(1)
}
