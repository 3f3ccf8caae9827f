/** Runs `stop` at the first SIGINT or SIGTERM and resolves when it is done. Later signals change nothing. */
export async function untilStopped(stop: () => Promise<void>): Promise<void> {
  const asked = Promise.withResolvers<void>()
  const ask = () => asked.resolve()
  process.on('SIGINT', ask).on('SIGTERM', ask)
  await asked.promise
  await stop()
}
