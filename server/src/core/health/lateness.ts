const intervalMs = 100

/** A process that is this late cannot say how late others are. */
const maxLatenessMs = 1_000

/** Whether the event loop was blocked meanwhile, by overload or because the machine or the process stood still. */
export function watchLateness(): { readonly end: () => boolean } {
  let last = performance.now()
  let worstMs = 0
  const sample = () => {
    const now = performance.now()
    worstMs = Math.max(worstMs, now - last - intervalMs)
    last = now
  }
  const timer = setInterval(sample, intervalMs).unref()
  return {
    end: () => {
      sample()
      clearInterval(timer)
      return worstMs > maxLatenessMs
    },
  }
}
