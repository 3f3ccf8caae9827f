import { isStartedByNpm } from '../config/config.ts'

/** Milliseconds between checks for the parent process. */
const parentPollMs = 500

/**
 * Resolves at the first SIGINT or SIGTERM; later ones change nothing. Process 1 of a container gets no signal that it does
 * not listen for, so a command that takes time to start listens first.
 *
 * Signals to npm end the shell that it starts a script with, and do not come further. So a process that npm has started is
 * asked to stop by that shell's end.
 */
export function waitForShutdownSignal(): Promise<void> {
  const signal = Promise.withResolvers<void>()
  const shutDown = () => signal.resolve()
  process.on('SIGINT', shutDown).on('SIGTERM', shutDown)
  if (isStartedByNpm()) onParentExit(shutDown)
  return signal.promise
}

function onParentExit(callback: () => void): void {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    callback()
  }, parentPollMs)
  timer.unref()
}

/** Runs `stop` when the process is asked to stop, and resolves when it is done. */
export async function stopOnShutdown(
  stop: () => Promise<void>,
  shutdown = waitForShutdownSignal(),
): Promise<void> {
  await shutdown
  await stop()
}
