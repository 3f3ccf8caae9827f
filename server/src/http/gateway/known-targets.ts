import { isResolverId, type ResponseKey, responseKey } from '../../core/lookup/lookup-request.ts'

/** A lookup by GET, decoded. */
export interface LookupTarget {
  readonly resolverId: string
  readonly data: string
  /** Absent: it is made when it is needed. */
  readonly key?: ResponseKey
}

export interface KnownTargets {
  /** `undefined` for a target that is not kept. */
  readonly find: (target: string) => LookupTarget | undefined
  /** Keeps what was decoded from a target of a usual length, instead of another one, and returns it. */
  readonly keep: (target: string, resolverId: string, data: string) => LookupTarget
}

interface Slot {
  readonly target: string
  readonly lookup: LookupTarget
}

/** A power of two. With the longest targets they take 5 MiB. */
const slotCount = 1024

/** Longer ones are not repeated often enough to be kept. */
const maxTargetLength = 2048

/** Which characters choose the slot: node, record key and coin type are near the end (ENSIP-10). */
const sampledLength = 340
const sampleStep = 4

/**
 * Request targets that were decoded before, with the keys of their responses. A target is found by a sample of its characters
 * and then compared as a whole, because to decode it, join its key and hash some 600 characters takes ten times as long. Targets
 * with one sample only take the slot from each other.
 */
export function createKnownTargets(): KnownTargets {
  const slots = new Array<Slot | undefined>(slotCount).fill(undefined)
  return {
    find: (target) => {
      const slot = slots[slotOf(target)]
      return slot !== undefined && slot.target === target ? slot.lookup : undefined
    },
    keep: (target, resolverId, data) => {
      if (target.length > maxTargetLength) return { resolverId, data: withoutRest(data, target) }
      if (!isResolverId(resolverId)) return { resolverId, data }
      const lookup = { resolverId, data, key: responseKey(resolverId, data) }
      slots[slotOf(target)] = { target, lookup }
      return lookup
    },
  }
}

/** A part of a target has all of it in memory, which may be much longer than what the part is counted as where it is kept. */
function withoutRest(data: string, target: string): string {
  return target.length > 2 * data.length ? Buffer.from(data).toString() : data
}

/** FNV-1a over the sample. */
function slotOf(target: string): number {
  const { length } = target
  let hash = length
  for (let at = Math.max(0, length - sampledLength); at < length; at += sampleStep)
    hash = Math.imul(hash ^ target.charCodeAt(at), 0x01000193)
  return (hash ^ (hash >>> 15)) & (slotCount - 1)
}
