import type { PointRead } from './point-read.ts'

/** Many, so that hardly any read displaces another: half a MiB. */
const slots = 65_536

/** Which reads were made lately, so that their pages are probably in memory. */
export interface RecentReads {
  readonly add: (read: PointRead) => void
  readonly has: (read: PointRead) => boolean
}

/**
 * One for each slot, by hash; a wrong answer costs only time. Reads that are made once displace none of those that are made again and
 * again.
 */
export function createRecentReads(): RecentReads {
  const once = new Uint32Array(slots)
  const again = new Uint32Array(slots)
  return {
    add: (read) => {
      const hash = hashOf(read)
      const slot = hash % slots
      if (once[slot] === hash) again[slot] = hash
      else once[slot] = hash
    },
    has: (read) => {
      const hash = hashOf(read)
      return once[hash % slots] === hash || again[hash % slots] === hash
    },
  }
}

/** FNV-1a. */
function hashOf({ parameters: [first, second] }: PointRead): number {
  const text = `${second} ${first}`
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash >>> 0
}
