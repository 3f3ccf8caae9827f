import { isStartedByNpm } from '../config/config.ts'

/** Milliseconds between checks for the parent process. */
const parentPollMs = 500

/**
 * Resolves at the first SIGINT or SIGTERM; later ones change nothing. Process 1 of a container gets only signals that it
 * listens for, so a slow start listens first.
 *
 * npm does not forward signals, which end the shell of its script. So a process started by npm shuts down when that shell ends.
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

/** Runs `stop` at the first shutdown signal, and resolves when it is done. */
export async function stopOnShutdown(
  stop: () => Promise<void>,
  shutdown = waitForShutdownSignal(),
): Promise<void> {
  await shutdown
  await stop()
}
