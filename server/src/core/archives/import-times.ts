/** Times of a name as it was elsewhere, in milliseconds since 1970; absent: unknown. */
export interface ImportedTimes {
  readonly createdAt?: number | undefined
  readonly updatedAt?: number | undefined
  readonly claimedAt?: number | undefined
}

interface CheckedTimes {
  readonly times: Required<ImportedTimes>
  /** What was not taken over, and why. */
  readonly notes: readonly string[]
}

/** When ENS was launched: no name is older. */
const firstTime = Date.UTC(2017, 4, 4)

/** By which clocks may differ. */
const skewMs = 60_000

/**
 * Keeps the times that can be: none before ENS or in the future, and no claim or change before the name was created. Another one
 * is unknown, but a change in the future is a change now, so that it is the newest.
 */
export function checkTimes({ createdAt, updatedAt, claimedAt }: ImportedTimes, now: number): CheckedTimes {
  const notes: string[] = []
  const possible = (what: string, time: number | undefined) => {
    if (time === undefined) return undefined
    if (time >= firstTime && time <= now + skewMs) return Math.min(time, now)
    const why = time < firstTime ? 'before ENS was launched (4 May 2017)' : 'in the future'
    notes.push(`Its ${what} is left out: ${showTime(time)} is ${why}.`)
    return undefined
  }
  const created = possible('createdAt', createdAt)
  const notBefore = (what: string, time: number | undefined) => {
    if (time === undefined || created === undefined || time >= created) return time
    notes.push(`Its ${what} is left out: ${showTime(time)} is before it was created, ${showTime(created)}.`)
    return undefined
  }
  const isChangedLater = updatedAt !== undefined && updatedAt > now + skewMs
  if (isChangedLater) notes.push(`Its updatedAt is in the future, ${showTime(updatedAt)}: now counts.`)
  const times = {
    createdAt: created,
    updatedAt: isChangedLater ? now : notBefore('updatedAt', possible('updatedAt', updatedAt)),
    claimedAt: notBefore('claimedAt', possible('claimedAt', claimedAt)),
  }
  return { times, notes }
}

const lastTime = 8_640_000_000_000_000

function showTime(time: number): string {
  return Math.abs(time) <= lastTime ? new Date(time).toISOString() : `${time}`
}
