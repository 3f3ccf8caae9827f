#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { register } from './commands/register.ts'
import { resolve } from './commands/resolve.ts'
import { sandbox } from './commands/sandbox.ts'
import { serve } from './commands/serve.ts'
import { ConfigError } from './config.ts'
import { AppError } from './errors.ts'
import { UsageError } from './usage-error.ts'

const usage = `Byname, a registry and resolution service for offchain ENS subnames

  byname serve                      run the service, configured by the environment
  byname sandbox                    run it with local chains, a domain and keys to try it with
  byname sandbox register <domain>  register a .eth domain on the running sandbox's chains
  byname resolve <name> [--chain N] resolve a name of the running sandbox as any ENS client would
`

/** Runs the command line. Failures that a user can mend are a sentence; anything else is a stack. */
async function main(args: readonly string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { chain: { type: 'string', default: '1' }, help: { type: 'boolean', short: 'h' } },
  })
  const [command, first, second] = positionals
  if (values.help) return console.log(usage)
  if (command === 'serve') return serve()
  if (command === 'sandbox' && first === 'register' && second) return register(second)
  if (command === 'sandbox' && !first) return sandbox()
  if (command === 'resolve' && first) return resolve(first, values.chain)
  console.error(usage)
  process.exitCode = 2
}

/** A failure that says itself what to do needs no stack. */
const explain = (error: unknown): unknown =>
  error instanceof ConfigError ||
  error instanceof AppError ||
  error instanceof UsageError ||
  isParseArgsError(error)
    ? error.message
    : error

const isParseArgsError = (error: unknown): error is Error =>
  error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')

try {
  await main(process.argv.slice(2))
} catch (error) {
  console.error(explain(error))
  process.exit(1)
}
