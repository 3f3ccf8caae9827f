#!/usr/bin/env node
import { backup } from './commands/backup.ts'
import type { Command } from './commands/command.ts'
import { domainsAdd } from './commands/domains/add.ts'
import { domainsList } from './commands/domains/list.ts'
import { domainsPurge } from './commands/domains/purge.ts'
import { domainsSetOrigins } from './commands/domains/set-origins.ts'
import { domainsSetPlan } from './commands/domains/set-plan.ts'
import { domainsSetResolver } from './commands/domains/set-resolver.ts'
import { keysCreate } from './commands/keys/create.ts'
import { keysList } from './commands/keys/list.ts'
import { keysRevoke } from './commands/keys/revoke.ts'
import { keysRotate } from './commands/keys/rotate.ts'
import { migrate } from './commands/migrate.ts'
import { paymentsCount } from './commands/payments/count.ts'
import { paymentsList } from './commands/payments/list.ts'
import { paymentsShow } from './commands/payments/show.ts'
import { resolve } from './commands/resolve.ts'
import { resolversAdd } from './commands/resolvers/add.ts'
import { resolversCheck } from './commands/resolvers/check.ts'
import { resolversDeploy } from './commands/resolvers/deploy.ts'
import { resolversList } from './commands/resolvers/list.ts'
import { resolversSetUrls } from './commands/resolvers/set-urls.ts'
import { restore } from './commands/restore.ts'
import { sandbox } from './commands/sandbox.ts'
import { sandboxRegister } from './commands/sandbox-register.ts'
import { sandboxSign } from './commands/sandbox-sign.ts'
import { serve } from './commands/serve.ts'
import { workspacesCreate } from './commands/workspaces/create.ts'
import { workspacesList } from './commands/workspaces/list.ts'
import { ConfigError } from './config/config.ts'
import { AppError } from './errors.ts'
import { OperatorError } from './operator-error.ts'

const commands = [
  serve,
  sandbox,
  sandboxRegister,
  sandboxSign,
  resolve,
  workspacesCreate,
  workspacesList,
  keysCreate,
  keysList,
  keysRotate,
  keysRevoke,
  resolversAdd,
  resolversDeploy,
  resolversList,
  resolversCheck,
  resolversSetUrls,
  domainsAdd,
  domainsSetResolver,
  domainsList,
  domainsPurge,
  domainsSetOrigins,
  domainsSetPlan,
  paymentsList,
  paymentsShow,
  paymentsCount,
  backup,
  restore,
  migrate,
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

/** The command whose name `args` starts with; of two, the one that says more. */
function commandOf(args: readonly string[]): Command | undefined {
  const named = commands.filter((command) =>
    commandWords(command).every((word, index) => args[index] === word),
  )
  return named.toSorted((one, other) => commandWords(other).length - commandWords(one).length)[0]
}

function help(shown: readonly Command[]): string {
  return [title, ...shown.map(({ usage, summary }) => `  ${usage}\n      ${summary}`)].join('\n')
}

/** A failure that says itself what to do needs no stack. */
function toErrorOutput(error: unknown): unknown {
  return error instanceof ConfigError ||
    error instanceof AppError ||
    error instanceof OperatorError ||
    isParseArgsError(error)
    ? error.message
    : error
}

function isParseArgsError(error: unknown): error is Error {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  console.error(toErrorOutput(error))
  process.exit(1)
}
