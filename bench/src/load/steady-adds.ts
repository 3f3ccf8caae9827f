import { setTimeout as wait } from 'node:timers/promises'
import { domain } from '../databases/zone.ts'
import type { Client } from './client.ts'
import { addRequest, walletAt } from './wallets.ts'

/** Adds names, each signed by a wallet of its own, one after the other. Resolves to when each was confirmed. */
export async function addSteadily(
  client: Client,
  count: number,
  ratePerSecond: number,
): Promise<ReadonlyMap<string, number>> {
  const requests = Array.from({ length: count }, (_, number) => {
    const label = `steady-${number}`
    return { name: `${label}.${domain}`, request: addRequest(walletAt(number), label) }
  })
  const confirmedAt = new Map<string, number>()
  const begin = performance.now()
  for (const [index, { name, request }] of requests.entries()) {
    const early = begin + (1000 * index) / ratePerSecond - performance.now()
    if (early > 1) await wait(early)
    const { status, body } = await client.send(request)
    if (status !== 200) throw new Error(`An add got status ${status}: ${body}`)
    confirmedAt.set(name, performance.now())
  }
  return confirmedAt
}
