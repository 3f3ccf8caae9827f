import { fnv1a } from '../../crypto/fnv1a.ts'
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

function hashOf({ parameters: [first, second] }: PointRead): number {
  return fnv1a(Buffer.from(`${second} ${first}`)) >>> 0
}
