import { writeSync } from 'node:fs'
import { errorCode } from '../errors.ts'

/** Where pino writes its lines. */
interface LogOutput {
  readonly write: (line: string) => void
}

const standardOutput = 1

/** Milliseconds: between tries while a pipe is full, and at most. */
const pipeRetryMs = 10
const maxPipeWaitMs = 5_000

const clock = new Int32Array(new SharedArrayBuffer(4))

/**
 * Standard output. What it does not take is lost, as on a full disk: pino's own stream would end the process, or never return
 * (sonic-boom 4.2).
 */
export function createLogOutput(
  write: (bytes: Uint8Array) => number = (bytes) => writeSync(standardOutput, bytes),
): LogOutput {
  let isCut = false
  return {
    write: (line) => {
      let rest: Uint8Array = Buffer.from(isCut ? `\n${line}` : line)
      const whole = rest.length
      const until = performance.now() + maxPipeWaitMs
      while (rest.length > 0) {
        const written = tryWrite(write, rest)
        rest = rest.subarray(written ?? 0)
        if (written === undefined || performance.now() > until) break
        // Only a pipe that is full takes nothing for a while.
        if (written === 0) Atomics.wait(clock, 0, 0, pipeRetryMs)
      }
      // A line that was begun is ended before the next.
      isCut = rest.length > 0 && (isCut || rest.length < whole)
    },
  }
}

/** Bytes; undefined if the output takes none. */
function tryWrite(write: (bytes: Uint8Array) => number, bytes: Uint8Array): number | undefined {
  try {
    return write(bytes)
  } catch (error) {
    return errorCode(error) === 'EAGAIN' ? 0 : undefined
  }
}
