import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'

/** A child process that communicates in lines. */
export interface Child {
  /** The lines of its output, until it ends. */
  readonly lines: AsyncIterableIterator<string>
  send(line: string): void
  /** Ends its standard input. */
  end(): void
  kill(): void
  /** Resolves when it has exited, to its exit code, `null` when it was killed. */
  readonly exit: Promise<number | null>
}

/** Runs a script of this folder. Its standard error is discarded. */
export function startChild(script: URL, ...args: readonly string[]): Child {
  const child: ChildProcessByStdio<Writable, Readable, null> = spawn(
    process.execPath,
    [script.pathname, ...args],
    { stdio: ['pipe', 'pipe', 'ignore'] },
  )
  return {
    lines: createInterface(child.stdout)[Symbol.asyncIterator](),
    send: (line) => child.stdin.write(`${line}\n`),
    end: () => child.stdin.end(),
    kill: () => child.kill('SIGKILL'),
    exit: once(child, 'exit').then(([code]) => code),
  }
}
