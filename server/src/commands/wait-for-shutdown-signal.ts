import { endsWithParent } from '../config/config.ts'

const parentPollMs = 500

/**
 * Resolves at the first SIGINT or SIGTERM. Call it before a slow start: process 1 of a container gets only signals that
 * it listens for. Under npm, which does not forward signals, it resolves when the shell of the script ends; under byname.js
 * in an earlier Node, when that process ends.
 */
export function waitForShutdownSignal(): Promise<void> {
  const signal = Promise.withResolvers<void>()
  const shutDown = () => signal.resolve()
  process.on('SIGINT', shutDown).on('SIGTERM', shutDown)
  if (endsWithParent()) onParentExit(shutDown)
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

export async function stopOnShutdown(
  stop: () => Promise<void>,
  shutdown = waitForShutdownSignal(),
): Promise<void> {
  await shutdown
  await stop()
}
