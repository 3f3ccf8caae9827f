/**
 * Tells the benchmark where this server listens, and from then on its processor time (microseconds) when asked. Ends
 * this process when the benchmark lets go of it or is gone.
 */
export function announce(url: string): void {
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.(user + system)
  })
  process.once('disconnect', () => process.exit())
  if (!process.connected) process.exit()
  process.send?.(url)
}
