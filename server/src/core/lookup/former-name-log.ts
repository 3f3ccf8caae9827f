import { LRUCache } from 'lru-cache'
import type { FormerName } from '../../model/former-gateway.ts'

interface AnsweredName extends Pick<FormerName, 'domainKey' | 'label'> {
  /** Milliseconds since 1970. */
  readonly at: number
}

/** Keeps the names that former gateways answered for until they are written. */
export interface FormerNameLog {
  readonly record: (name: AnsweredName) => void
  /** Writes those of one domain after the other. What fails is kept for the next flush. */
  readonly flush: (write: (domainKey: number, names: readonly FormerName[]) => Promise<void>) => Promise<void>
}

/** Beyond it, names are left out until the next flush. */
const maxPending = 2_000

/** A name is written once in this time. */
const intervalMs = 60_000
const maxKnown = 20_000

export function createFormerNameLog(): FormerNameLog {
  const pending = new Map<string, FormerName>()
  const known = new LRUCache<string, number>({ max: maxKnown })
  const add = (key: string, name: FormerName) => {
    if (pending.size < maxPending) pending.set(key, name)
  }
  return {
    record: ({ domainKey, label, at }) => {
      const key = `${domainKey} ${label}`
      if (pending.has(key) || at < (known.get(key) ?? 0) + intervalMs) return
      add(key, { domainKey, label, firstAt: at, lastAt: at })
    },
    flush: async (write) => {
      const names = [...pending]
      pending.clear()
      const byDomain = [...Map.groupBy(names, ([, { domainKey }]) => domainKey)]
      for (const [index, [domainKey, entries]] of byDomain.entries())
        try {
          await write(
            domainKey,
            entries.map(([, name]) => name),
          )
          for (const [key, { lastAt }] of entries) known.set(key, lastAt)
        } catch (error) {
          for (const [, rest] of byDomain.slice(index)) for (const [key, name] of rest) add(key, name)
          throw error
        }
    },
  }
}
