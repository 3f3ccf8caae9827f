import { expect, onTestFinished, test } from 'vitest'
import { openStore } from '../../src/store/store.ts'
import { hasPatroni } from '../support/databases/patroni.ts'
import { startEventCopy } from '../support/events/event-copy.ts'
import { readEventLog } from '../support/events/event-log.ts'
import { expectConsistent } from '../support/faults/consistency-checks.ts'
import { printLine, slowness } from '../support/faults/duration.ts'
import {
  comparePayments,
  expectCopied,
  expectOneEventEach,
  findLostClaims,
} from '../support/faults/failover/compare.ts'
import { labelsOf, startDrill } from '../support/faults/failover/drill.ts'
import { failoverKinds } from '../support/faults/failover/kinds.ts'
import { failoverTable, failureReasons, unexplainedFailures } from '../support/faults/failover/report.ts'
import { findDifferences, responseCount } from '../support/faults/write-load.ts'
import { isInstalled } from '../support/http/deployed-proxy.ts'

/** `BYNAME_TEST_FAILOVERS=10 npx vitest run --project fault failover` */
const { BYNAME_TEST_FAILOVERS: given = '2' } = process.env
const failovers = Number(given)

/** What docs/operating/failover/patroni.yml promises: `ttl` and `loop_wait`, and what a promotion and new connections take. */
const promisedMs = 20_000 + 5_000 + 15_000

test.skipIf(!hasPatroni || !isInstalled('varnishd'))(
  `rule: ${failovers} times in which the leader of three servers is lost cost no confirmed write, no lookup, and no second payment (skipped without Patroni, etcd, HAProxy, PgBouncer, Varnish, or root)`,
  async () => {
    const drill = await startDrill()
    const { cluster, fixture, tenant, call, rounds, ledger, lookups, claims, purchases } = drill
    let turn = 0
    const nextUrl = async () => drill.services[turn++ % drill.services.length]?.url ?? ''
    const events = startEventCopy(nextUrl, { 'x-api-key': tenant.key })
    onTestFinished(events.stop)
    for (let index = 0; index < failovers; index++) {
      const kind = failoverKinds[index % failoverKinds.length]
      if (!kind) continue
      const { title, leader, outageMs } = await drill.failOver(kind)
      printLine(`${leader}, ${title}: ${Math.round(outageMs)} ms without a write`)
    }
    await drill.stop()
    const leader = cluster.urlOf(await cluster.settled())
    const store = await openStore({ url: leader })
    onTestFinished(store.close)
    const log = await readEventLog(store)
    const differences = await findDifferences(call, tenant, ledger)
    const lostClaims = await findLostClaims(store, claims)
    const payments = await comparePayments(store, fixture, purchases)
    const table = rounds.map((round, index) => ({
      ...round,
      lostWrites:
        differences.filter(({ label }) => labelsOf(index, label)).length +
        [...lostClaims, ...payments.lost].filter((each) => each.round === index).length,
      doubledPayments: payments.doubled.filter((each) => each.round === index).length,
    }))
    printLine(`\n${failoverTable(table, lookups, [...drill.targets.keys()])}\n`)
    printLine(failureReasons(lookups.attempts))
    printLine(
      `${responseCount(ledger)} writes confirmed, ${responseCount(ledger, 503)} refused, slowest ${Math.round(ledger.slowestMs)} ms; ` +
        `${claims.filter(({ outcome }) => outcome === 'confirmed').length} of ${claims.length} claims confirmed, ` +
        `${claims.filter(({ outcome }) => outcome === 'unknown').length} unknown; ` +
        `${purchases.filter(({ outcome }) => outcome === 'paid').length} of ${purchases.length} payments, ` +
        `${purchases.reduce((sum, { retries }) => sum + retries, 0)} requests repeated; ` +
        `${events.events.length} events by ${events.connections()} streams; slowest lookup ${Math.round(lookups.slowestMs())} ms`,
    )
    for (const { title, outageMs } of rounds) expect(outageMs, title).toBeLessThan(promisedMs * slowness())
    expect({ differences, lostClaims, ...payments }).toEqual({
      ...{ differences: [], lostClaims: [], doubled: [], unrecorded: [], lost: [] },
    })
    for (const { payer, outcome, isRepeated } of purchases)
      if (outcome === 'paid') expect(isRepeated, payer).toBe(true)
    await expectConsistent(leader)
    expectOneEventEach(log, ledger, claims)
    await expectCopied(store, events, log, tenant.workspaceId)
    expect(unexplainedFailures(lookups, drill.serverOf)).toEqual([])
    expect(claims.filter(({ outcome }) => outcome === 'refused')).toEqual([])
    for (const { end } of drill.services) await end('SIGTERM')
  },
  300_000 + failovers * 240_000,
)
