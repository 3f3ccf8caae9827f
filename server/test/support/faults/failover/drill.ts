import { onTestFinished } from 'vitest'
import type { NodeName } from '../../databases/patroni.ts'
import { waitUntil } from '../../wait-until.ts'
import { createLedger, type Ledger, responseCount, startWriteLoad } from '../write-load.ts'
import { startClaims } from './claims.ts'
import type { Failover } from './kinds.ts'
import { startLookups } from './lookups.ts'
import { startPurchases } from './purchases.ts'
import { type Round, watchWrites } from './report.ts'
import { type FailoverScene, startFailoverScene } from './scene.ts'

/** What is known of a failover before anything is compared. */
export type MeasuredRound = Omit<Round, 'lostWrites' | 'doubledPayments'>

/** A name of a round, which its label tells. */
export function labelsOf(round: number, label: string): boolean {
  return label.startsWith(`f${round}-`)
}

const writersOfService = 4

/** Claims, payments and lookups as long as it runs, and writes by keys during each failover. */
export async function startDrill(options: Parameters<typeof startFailoverScene>[0] = {}) {
  const scene = await startFailoverScene(options)
  const { fixture, tenant, services, calls, targets, labels } = scene
  const urls = services.map(({ url }) => url)
  const rounds: MeasuredRound[] = []
  const currentRound = () => rounds.length
  const ledger = createLedger()
  const lookups = startLookups(targets, tenant.resolvers[1]['chain-bound'], labels)
  const claims = startClaims(calls, tenant, currentRound)
  const purchases = startPurchases(fixture, urls, currentRound)
  const stop = async () => {
    await Promise.all([lookups.stop(), claims.stop(), purchases.stop()])
  }
  onTestFinished(stop)
  return {
    ...{ ...scene, rounds, ledger, lookups, stop },
    ...{ claims: claims.claims, purchases: purchases.purchases },
    /**
     * Takes the leader away and waits until names are written again; then what was taken away returns. `onTakeover` runs before,
     * without writes by keys.
     */
    failOver: async (
      kind: Failover,
      onTakeover?: (former: NodeName) => Promise<void>,
    ): Promise<MeasuredRound> => {
      const round = await measureFailover(scene, ledger, { ...kind, onTakeover }, rounds.length)
      rounds.push(round)
      return round
    },
  }
}

async function measureFailover(
  { cluster, calls, tenant }: FailoverScene,
  ledger: Ledger,
  {
    title,
    begin,
    end,
    onTakeover,
  }: Failover & { readonly onTakeover: ((former: NodeName) => Promise<void>) | undefined },
  number: number,
): Promise<MeasuredRound> {
  const leader = await cluster.settled()
  const loads = await Promise.all(
    calls.map((call, service) =>
      startWriteLoad(
        { call, tenant, ledger },
        { prefix: `f${number}-${service}`, clients: writersOfService },
      ),
    ),
  )
  await untilWritten(ledger)
  const from = performance.now()
  const endWatch = watchWrites(ledger)
  await begin(cluster, leader)
  await untilOtherLeads(leader, cluster.leader)
  await untilWritten(ledger)
  const outageMs = endWatch()
  const stopLoads = () => Promise.all(loads.map((load) => load.stop()))
  if (onTakeover) {
    await stopLoads()
    await onTakeover(leader)
  }
  await end(cluster, leader)
  await cluster.settled()
  await stopLoads()
  return { title, leader, from, until: performance.now(), outageMs }
}

function untilOtherLeads(former: NodeName, leader: () => Promise<NodeName>): Promise<void> {
  return waitUntil('another one leads', async () => (await leader()) !== former)
}

function untilWritten(ledger: Ledger): Promise<void> {
  const before = responseCount(ledger)
  return waitUntil('names are written', () => responseCount(ledger) > before + 40)
}
