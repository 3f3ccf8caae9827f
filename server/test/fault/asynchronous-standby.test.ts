import { expect, onTestFinished, test } from 'vitest'
import { openStore } from '../../src/store/store.ts'
import { hasPatroni } from '../support/databases/patroni.ts'
import { expectConsistent } from '../support/faults/consistency-checks.ts'
import { printLine, slowness } from '../support/faults/duration.ts'
import { comparePayments, findLostClaims } from '../support/faults/failover/compare.ts'
import { labelsOf, startDrill } from '../support/faults/failover/drill.ts'
import { machineGone, networkCut, peersCut } from '../support/faults/failover/kinds.ts'
import { readStateAt, startNewestNames } from '../support/faults/failover/newest-names.ts'
import { sharedMaxAgeSeconds } from '../support/faults/failover/scene.ts'
import { type Difference, findDifferences, responseCount } from '../support/faults/write-load.ts'
import { isInstalled } from '../support/http/deployed-proxy.ts'
import { waitUntil } from '../support/wait-until.ts'

/** `BYNAME_TEST_FAILOVERS=6 npx vitest run --project fault asynchronous-standby` */
const { BYNAME_TEST_FAILOVERS: given = '2' } = process.env
const failovers = Number(given)

const kinds = [peersCut, machineGone, networkCut]

/** Milliseconds for which a response may be stale: in a shared cache, in a process without notifications, and half a second at a replica. */
const stalenessMs = sharedMaxAgeSeconds * 1_000 + 5_000 + 500

/** Without `synchronous_mode`, a leader confirms what no other server has. */
test.skipIf(!hasPatroni || !isInstalled('varnishd'))(
  `rule: what ${failovers} leaders without synchronous standbys confirmed and lost is served by nothing that remembers it (skipped without Patroni, etcd, HAProxy, PgBouncer, Varnish, or root)`,
  async () => {
    const drill = await startDrill({ isSynchronous: false })
    const { cluster, fixture, tenant, call, ledger, targets, claims, purchases } = drill
    const resolver = tenant.resolvers[1]['chain-bound']
    const newest = startNewestNames(targets, resolver, ledger)
    onTestFinished(newest.stop)

    /** Waits until targets serve what the database has of lost writes; returns for how many milliseconds one did not. */
    const untilForgotten = async (
      lost: readonly Difference[],
      includes: (target: string) => boolean,
    ): Promise<number> => {
      const startedAt = performance.now()
      let staleMs = 0
      const isForgotten = async (url: string, { label, read }: Difference) => {
        const state = await readStateAt(url, resolver, label)
        if (state !== undefined && state !== (read ?? '')) staleMs = performance.now() - startedAt
        return state === (read ?? '')
      }
      for (const [target, url] of targets)
        if (includes(target))
          await Promise.all(
            lost.map((each) =>
              waitUntil(`${target} serves what there is of ${each.label}`, () => isForgotten(url, each)),
            ),
          )
      return staleMs
    }

    const rows: string[] = []
    for (let index = 0; index < failovers; index++) {
      const kind = kinds[index % kinds.length]
      if (!kind) continue
      const before = responseCount(ledger)
      let [confirmed, staleMs]: [number, number] = [0, 0]
      let lost: readonly Difference[] = []
      const { title, leader, outageMs } = await drill.failOver(kind, async (former) => {
        confirmed = responseCount(ledger) - before
        lost = await findDifferences(call, tenant, ledger, (label) => labelsOf(index, label))
        staleMs = await untilForgotten(lost, (target) => drill.serverOf(target) !== former)
      })
      const returnedMs = await untilForgotten(lost, () => true)
      const times = [outageMs, staleMs, returnedMs].map((each) => (each / 1_000).toFixed(1))
      const [outage, ...stale] = times
      rows.push(
        `| ${title} | ${outage} | ${confirmed} | ${countsOf(lost).join(', ')} | ${stale.join(', ')} |`,
      )
      printLine(`${leader}: ${rows.at(-1)}`)
      expect(Math.max(staleMs, returnedMs)).toBeLessThan(stalenessMs * slowness())
    }
    await Promise.all([drill.stop(), newest.stop()])
    const leader = cluster.urlOf(await cluster.settled())
    const store = await openStore({ url: leader })
    onTestFinished(store.close)
    const lostClaims = await findLostClaims(store, claims)
    const { doubled, unrecorded, lost } = await comparePayments(store, fixture, purchases)
    printLine(
      `\n| The leader | Seconds without writes | Confirmed writes | of those lost: added, changed, revoked names | Seconds of lost states: elsewhere, at the gateway of the former leader once it is back |\n|---|--:|--:|--:|--:|\n${rows.join('\n')}\n` +
        `${lostClaims.length} of ${claims.filter(({ outcome }) => outcome === 'confirmed').length} confirmed claims lost; ` +
        `of ${purchases.length} purchases ${doubled.length} charged twice, ${unrecorded.length} charged without a record, ${lost.length} paid without a charge`,
    )
    await expectConsistent(leader)
    for (const { end } of drill.services) await end('SIGTERM')
  },
  300_000 + failovers * 300_000,
)

/** Names that are gone, have an earlier state, or exist again. */
function countsOf(lost: readonly Difference[]): readonly number[] {
  const isRevoked = ({ possible }: Difference) => possible.every((state) => state === null)
  return [
    lost.filter((each) => each.read === null && !isRevoked(each)).length,
    lost.filter((each) => each.read !== null && !isRevoked(each)).length,
    lost.filter((each) => each.read !== null && isRevoked(each)).length,
  ]
}
