import { setTimeout as delay } from 'node:timers/promises'
import type { Resolver } from '../../../../src/model/resolver.ts'
import { addressCall, encodeLookup } from '../../gateway/client.ts'
import { lookupPath } from '../../gateway/shared-caches.ts'
import { sendRequest } from '../../http/send-request.ts'

interface Attempt {
  readonly at: number
  readonly target: string
  /** Why it failed. */
  readonly failure: string | undefined
}

/** Of clients that try the URLs of a contract one after the other. */
export const anyTarget = 'any'

/** Milliseconds between the lookups of a client. */
const pauseMs = 20

export interface DrillLookups {
  readonly attempts: readonly Attempt[]
  /** Milliseconds of the slowest response. */
  readonly slowestMs: () => number
  readonly stop: () => Promise<void>
}

/**
 * Looks names up as long as it runs: a client of each target, which asks it alone, and one that asks the next target where one
 * does not answer, as those of ENS do.
 */
export function startLookups(
  targets: ReadonlyMap<string, string>,
  resolver: Resolver,
  labels: readonly string[],
): DrillLookups {
  const attempts: Attempt[] = []
  let slowestMs = 0
  let isStopped = false
  const ask = async (url: string, count: number): Promise<string | undefined> => {
    const name = `${labels[count % labels.length]}.demo.eth`
    const path = lookupPath(resolver, encodeLookup(name, addressCall(name)))
    const startedAt = performance.now()
    const failure = await sendRequest('GET', url + path, {})
      .then(async (response) => {
        const text = await response.readText()
        return response.status === 200 ? undefined : `${response.status} ${text}`
      })
      .catch((error: unknown) => String(error))
    slowestMs = Math.max(slowestMs, performance.now() - startedAt)
    return failure
  }
  const askInTurn = async (count: number): Promise<string | undefined> => {
    let failure: string | undefined
    for (const url of targets.values()) {
      failure = await ask(url, count)
      if (failure === undefined) return undefined
    }
    return failure
  }
  const look = async (target: string, attempt: (count: number) => Promise<string | undefined>) => {
    for (let count = 0; !isStopped; count++) {
      const at = performance.now()
      attempts.push({ at, target, failure: await attempt(count) })
      await delay(pauseMs)
    }
  }
  const running = Promise.all([
    ...[...targets].map(([target, url]) => look(target, (count) => ask(url, count))),
    look(anyTarget, askInTurn),
  ])
  return {
    attempts,
    slowestMs: () => slowestMs,
    stop: async () => {
      isStopped = true
      await running
    },
  }
}
