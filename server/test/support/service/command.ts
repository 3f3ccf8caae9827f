import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** The command line as `npm run` starts it, in its own process. */
export interface RunningCommand {
  /** Its output until it was ready. */
  readonly output: string
  /** Its output so far. */
  readonly readOutput: () => string
  /** Sends a signal and waits until the process has exited; returns its exit code, null when the signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const main = fileURLToPath(new URL('../../../byname.js', import.meta.url))

type Environment = Readonly<Record<string, string>>

/** Variables of this process, without those that would change what a command does. */
const { NODE_OPTIONS: _options, NODE_ENV: _environment, ...inherited } = process.env

export interface Launch {
  /** The program that runs byname.js, with its options; by default the Node of this process. */
  readonly runtime?: readonly [program: string, ...options: string[]]
  /** Another installation's byname.js. */
  readonly path?: string
}

function spawnMain(args: readonly string[], environment: Environment, launch: Launch = {}) {
  const { runtime: [program, ...options] = [process.execPath], path = main } = launch
  return spawn(program, [...options, path, ...args], { cwd: root, env: { ...inherited, ...environment } })
}

/**
 * Starts `byname <args>` and resolves when its output matches `ready`; rejects with the output when it exits before.
 */
export async function startCommand(
  args: readonly string[],
  environment: Environment,
  ready: RegExp,
  launch?: Launch,
): Promise<RunningCommand> {
  const child = spawnMain(args, environment, launch)
  const ended = once(child, 'exit')
  let output = ''
  const isReady = Promise.withResolvers<void>()
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (printed: string) => {
      output += printed
      if (ready.test(output)) isReady.resolve()
    })
  ended.then(() => isReady.reject(new Error(`The command ended: ${output}`)))
  await isReady.promise
  const outputThen = output
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    const [code] = await ended
    return code
  }
  return { output: outputThen, readOutput: () => output, end }
}

/** Starts `byname <args>`; returns how to end it, null when the signal did and not the command itself. */
export function beginCommand(args: readonly string[], environment: Environment, launch?: Launch) {
  const child = spawnMain(args, environment, launch)
  let output = ''
  let errors = ''
  child.stdout.setEncoding('utf8').on('data', (printed: string) => {
    output += printed
  })
  child.stderr.setEncoding('utf8').on('data', (printed: string) => {
    errors += printed
  })
  const ended = once(child, 'close')
  return {
    readOutput: () => output,
    readErrors: () => errors,
    /** When it ends by itself. */
    ended: async (): Promise<CommandOutcome> => {
      const [code] = await ended
      return { output, errors, code }
    },
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    end: async (signal: NodeJS.Signals): Promise<number | null> => {
      child.kill(signal)
      const [code] = await ended
      return code
    },
  }
}

export interface CommandOutcome {
  readonly output: string
  readonly errors: string
  readonly code: number | null
}

/** Runs `byname <args>` until it exits. */
export async function runCommand(
  args: readonly string[],
  environment: Environment,
  launch?: Launch,
): Promise<CommandOutcome> {
  const child = spawnMain(args, environment, launch)
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { output, errors, code }
}

/** Runs a line in a shell in the project's root and returns its output; rejects when it fails. */
export async function runInShell(line: string, environment: Environment): Promise<string> {
  const shell = promisify(execFile)
  const { stdout } = await shell('bash', ['-euo', 'pipefail', '-c', line], {
    cwd: root,
    env: { ...inherited, ...environment },
  })
  return stdout
}
