import { isStartedByNpm } from '../config.ts'

/** Milliseconds between looks at whether whoever started the process is still there. */
const parentInterval = 500

/**
 * Resolves at the first SIGINT or SIGTERM; later ones change nothing. Process 1 of a container gets no signal that it does
 * not listen for, so whoever takes time to start listens before that.
 *
 * Signals to npm end the shell that it starts a script with, and do not come further. So a process that npm has started is
 * asked to stop by that shell's end.
 */
export function askedToStop(): Promise<void> {
  const asked = Promise.withResolvers<void>()
  const ask = () => asked.resolve()
  process.on('SIGINT', ask).on('SIGTERM', ask)
  if (isStartedByNpm()) askAtParentsEnd(ask)
  return asked.promise
}

function askAtParentsEnd(ask: () => void): void {
  const parent = process.ppid
  const looking = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(looking)
    ask()
  }, parentInterval)
  looking.unref()
}

/** Runs `stop` when the process is asked to stop, and resolves when it is done. */
export async function untilStopped(stop: () => Promise<void>, asked = askedToStop()): Promise<void> {
  await asked
  await stop()
}
