const minuteMs = 60_000

/** After the first, second … attempt; longer than an attempt takes. */
const retryDelaysMs = [2, 10, 30, 120, 360, 720, 1440].map((minutes) => minutes * minuteMs)

/** An attempt that ends without a response may have told the recipient, so they are the most messages that one can get. */
export const maxAttempts = retryDelaysMs.length + 1

/** Milliseconds from an attempt to the next, in which the process that began it must have ended it. */
export function retryDelayMs(attempts: number): number {
  return retryDelaysMs[attempts - 1] ?? minuteMs
}
