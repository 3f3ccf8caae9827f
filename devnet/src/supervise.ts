import { type ChildProcess, fork } from 'node:child_process'
import { extname, join } from 'node:path'

/** Starts the program, or kills it where the command is absent. */
export interface SupervisorRequest {
  readonly id: number
  readonly command?: readonly string[]
}

/** A line of the program's standard output, or its standard error when it has exited. */
export type SupervisorReply =
  | { readonly id: number; readonly line: string }
  | { readonly id: number; readonly exitReason: string }

/** A program that exits with this process, does not keep it alive, and does not receive a Ctrl-C in the terminal. */
export interface SupervisedProgram {
  /**
   * What the pattern captures in the first line of the standard output that it matches. Rejects with the standard error
   * when the program exits before.
   */
  readonly ready: Promise<string>
  /** Kills the program and resolves when it has exited. Further calls do nothing. */
  stop(): Promise<void>
}

/** Beside this module, in the sources as in a bundle of them. */
const supervisorPath = join(import.meta.dirname, `supervisor${extname(import.meta.filename)}`)

/** One process supervises all programs of this process: starting it takes longer than starting most of them. */
let supervisor: ChildProcess | undefined

const receivers = new Map<number, (reply: SupervisorReply) => void>()
let lastId = 0
let waiting = 0

/** Starts a program: its file and its arguments. */
export function superviseProgram(command: readonly string[], pattern: RegExp): SupervisedProgram {
  lastId += 1
  const id = lastId
  const captured = Promise.withResolvers<string>()
  const exited = Promise.withResolvers<string>()
  receivers.set(id, (reply) => {
    if ('exitReason' in reply) {
      receivers.delete(id)
      exited.resolve(reply.exitReason)
    } else {
      const capture = pattern.exec(reply.line)?.[1]
      if (capture) captured.resolve(capture)
    }
  })
  const failed = exited.promise.then((reason): never => {
    throw new Error(reason || `${command[0]} ended without a word.`)
  })
  send({ id, command })
  return {
    ready: keepAlive(Promise.race([captured.promise, failed])),
    stop: async () => {
      if (receivers.has(id)) send({ id })
      await keepAlive(exited.promise)
    },
  }
}

function send(request: SupervisorRequest): void {
  supervisor ??= startSupervisor()
  // Without a supervisor the request has no effect; its exit is reported to the receivers.
  supervisor.send(request, () => {})
}

function startSupervisor(): ChildProcess {
  const child = fork(supervisorPath, [], {
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
  })
  child.on('message', (reply: SupervisorReply) => receivers.get(reply.id)?.(reply))
  child.on('exit', () => {
    supervisor = undefined
    for (const [id, receive] of receivers)
      receive({ id, exitReason: 'The supervisor of programs has ended.' })
  })
  child.unref()
  return child
}

/** Keeps this process alive until the promise is settled, as waiting for a reply alone does not. */
async function keepAlive<Value>(promise: Promise<Value>): Promise<Value> {
  waiting += 1
  supervisor?.channel?.ref()
  return promise.finally(() => {
    waiting -= 1
    if (waiting === 0) supervisor?.channel?.unref()
  })
}
