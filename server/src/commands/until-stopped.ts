/**
 * Resolves at the first SIGINT or SIGTERM; later ones change nothing. Process 1 of a container gets no signal that it does
 * not listen for, so whoever takes time to start listens before that.
 */
export function askedToStop(): Promise<void> {
  const asked = Promise.withResolvers<void>()
  const ask = () => asked.resolve()
  process.on('SIGINT', ask).on('SIGTERM', ask)
  return asked.promise
}

/** Runs `stop` when the process is asked to stop, and resolves when it is done. */
export async function untilStopped(stop: () => Promise<void>, asked = askedToStop()): Promise<void> {
  await asked
  await stop()
}
