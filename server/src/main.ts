#!/usr/bin/env node
import { backupCommands } from './commands/backup.ts'
import type { Command } from './commands/command.ts'
import { domainCommands } from './commands/domains.ts'
import { keyCommands } from './commands/keys.ts'
import { paymentCommands } from './commands/payments.ts'
import { resolve } from './commands/resolve.ts'
import { resolverCommands } from './commands/resolvers.ts'
import { sandboxCommands } from './commands/sandbox.ts'
import { serve } from './commands/serve.ts'
import { workspaceCommands } from './commands/workspaces.ts'
import { ConfigError } from './config/config.ts'
import { errorCode } from './error-code.ts'
import { AppError } from './errors.ts'
import { OperatorError } from './operator-error.ts'

const commands = [
  serve,
  ...sandboxCommands,
  resolve,
  ...workspaceCommands,
  ...keyCommands,
  ...resolverCommands,
  ...domainCommands,
  ...paymentCommands,
  ...backupCommands,
]

const title = 'Byname, a registry and resolution service for offchain ENS subnames\n'

/** Runs the command line. */
async function main(args: readonly string[]): Promise<void> {
  const command = commandOf(args)
  if (args.includes('--help') || args.includes('-h')) return console.log(help(command ? [command] : commands))
  if (command) return command.run(args.slice(commandWords(command).length))
  console.error(help(commands))
  process.exitCode = 2
}

function commandWords({ name }: Command): string[] {
  return name.split(' ')
}

/** The command whose name `args` starts with; the longest if several do. */
function commandOf(args: readonly string[]): Command | undefined {
  const named = commands.filter((command) =>
    commandWords(command).every((word, index) => args[index] === word),
  )
  return named.toSorted((one, other) => commandWords(other).length - commandWords(one).length)[0]
}

function help(shown: readonly Command[]): string {
  return [title, ...shown.map(({ usage, summary }) => `  ${usage}\n      ${summary}`)].join('\n')
}

/** An error with advice needs no stack. */
function toErrorOutput(error: unknown): unknown {
  return error instanceof ConfigError ||
    error instanceof AppError ||
    error instanceof OperatorError ||
    isParseArgsError(error)
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
