import type { SigningContext, UnsignedResponse } from '../gateway/digest.ts'

/** A response that waits; `leaf` is its digest. */
export interface Pending {
  readonly response: UnsignedResponse
  readonly leaf: Uint8Array
  /** Whose turn it takes. */
  readonly client: string
  readonly since: number
  readonly resolve: (signature: Uint8Array) => void
  readonly reject: (error: unknown) => void
}

/** Responses for one contract, which may share a signature. */
export interface Batch {
  readonly context: SigningContext
  readonly pending: readonly Pending[]
}

interface BatchLimits {
  /** Of a batch of the scheme `merkle`; one of another scheme has one response. */
  readonly maxBatch: number
  readonly maxBatchBytes: number
}

/** What waits for one signer: each client in turn, whatever the others have waiting. */
export interface FairLane {
  readonly add: (context: SigningContext, pending: Pending) => void
  /** What is signed next: the first response of the next client, and with `merkle` those of all clients for the same contract. */
  readonly take: () => Batch | undefined
  /** Removes the last response of the client that has most bytes waiting; `undefined` if that is the given one. */
  readonly takeFromLargest: (client: string) => Pending | undefined
  /** Removes those that have waited since before a time. */
  readonly takeOlderThan: (time: number) => readonly Pending[]
  readonly size: () => number
  readonly bytes: () => number
}

/** For the objects of a response that waits. */
const overheadBytes = 512

export function bytesOf({ response: { request, result } }: Pick<Pending, 'response'>): number {
  return request.length + result.length + overheadBytes
}

interface Group {
  readonly context: SigningContext
  readonly pending: Pending[]
}

interface Client {
  /** By contract, in the order of their turns. */
  readonly groups: Map<string, Group>
  bytes: number
}

export function createFairLane({ maxBatch, maxBatchBytes }: BatchLimits): FairLane {
  /** In the order of their turns; those that have something waiting. */
  const clients = new Map<string, Client>()
  let size = 0
  let bytes = 0

  /** After they were removed from their group. */
  const forget = (name: string, removed: readonly Pending[]) => {
    const client = clients.get(name)
    if (!client) return
    const removedBytes = removed.reduce((sum, pending) => sum + bytesOf(pending), 0)
    size -= removed.length
    bytes -= removedBytes
    client.bytes -= removedBytes
    for (const [key, { pending }] of client.groups) if (pending.length === 0) client.groups.delete(key)
    if (client.groups.size === 0) clients.delete(name)
  }
  const endTurn = (name: string, key: string) => {
    const client = clients.get(name)
    if (!client) return
    clients.delete(name)
    clients.set(name, client)
    const group = client.groups.get(key)
    if (!group) return
    client.groups.delete(key)
    client.groups.set(key, group)
  }
  /** One of each client, again and again. */
  const fill = (key: string): readonly Pending[] => {
    const queues: { readonly name: string; readonly pending: Pending[]; taken: number }[] = []
    for (const [name, { groups }] of clients) {
      const pending = groups.get(key)?.pending
      if (pending) queues.push({ name, pending, taken: 0 })
    }
    const taken = takeInTurns(queues)
    // A turn ends with the last response that is taken: with fewer of them it ended earlier.
    for (const { name, pending, taken: count } of queues.toSorted((a, b) => a.taken - b.taken)) {
      if (count === 0) continue
      forget(name, pending.splice(0, count))
      endTurn(name, key)
    }
    return taken
  }
  const takeInTurns = (queues: readonly { readonly pending: readonly Pending[]; taken: number }[]) => {
    const taken: Pending[] = []
    let takenBytes = 0
    for (let before = -1; before < taken.length; ) {
      before = taken.length
      for (const queue of queues) {
        const next = queue.pending[queue.taken]
        if (!next) continue
        takenBytes += bytesOf(next)
        if (taken.length === maxBatch || (taken.length > 0 && takenBytes > maxBatchBytes)) return taken
        taken.push(next)
        queue.taken++
      }
    }
    return taken
  }
  return {
    add: (context, pending) => {
      const client: Client = clients.get(pending.client) ?? { groups: new Map(), bytes: 0 }
      clients.set(pending.client, client)
      const key = `${context.scheme} ${context.chainId} ${context.resolver}`
      const group = client.groups.get(key) ?? { context, pending: [] }
      client.groups.set(key, group)
      group.pending.push(pending)
      client.bytes += bytesOf(pending)
      bytes += bytesOf(pending)
      size++
    },
    take: () => {
      const [first] = clients
      const [next] = first?.[1].groups ?? []
      if (!first || !next) return undefined
      const [[name], [key, { context }]] = [first, next]
      if (context.scheme === 'merkle') return { context, pending: fill(key) }
      const pending = first[1].groups.get(key)?.pending.splice(0, 1) ?? []
      forget(name, pending)
      endTurn(name, key)
      return { context, pending }
    },
    takeFromLargest: (client) => {
      let largest: readonly [name: string, client: Client] | undefined
      for (const entry of clients) if (!largest || entry[1].bytes > largest[1].bytes) largest = entry
      if (!largest || largest[1].bytes <= (clients.get(client)?.bytes ?? 0)) return undefined
      const [name, { groups }] = largest
      const last = [...groups.values()].at(-1)?.pending.pop()
      if (last) forget(name, [last])
      return last
    },
    takeOlderThan: (time) =>
      [...clients].flatMap(([name, client]) =>
        [...client.groups.values()].flatMap((group) => {
          const isInTime = group.pending.findIndex(({ since }) => since >= time)
          const overdue = group.pending.splice(0, isInTime === -1 ? group.pending.length : isInTime)
          forget(name, overdue)
          return overdue
        }),
      ),
    size: () => size,
    bytes: () => bytes,
  }
}
