import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { zeroAddress } from 'viem'
import { expect, onTestFinished, test } from 'vitest'
import type { Resolver } from '../../src/model/resolver.ts'
import { openStore } from '../../src/store/store.ts'
import {
  hasPatroni,
  type NodeName,
  nodeNames,
  type PatroniCluster,
  startPatroni,
} from '../support/databases/patroni.ts'
import { readEventLog } from '../support/events/event-log.ts'
import { expectConsistent } from '../support/faults/consistency-checks.ts'
import { printLine } from '../support/faults/duration.ts'
import { addName } from '../support/faults/served-names.ts'
import {
  createLedger,
  expectLedgerStored,
  type Ledger,
  responseCount,
  startWriteLoad,
} from '../support/faults/write-load.ts'
import { temporaryFolder } from '../support/folders.ts'
import { addressCall, encodeLookup } from '../support/gateway/client.ts'
import { createClient, dataOf } from '../support/http/api-client.ts'
import { sendRequest } from '../support/http/send-request.ts'
import { startCommand } from '../support/service/command.ts'
import { startServeProcess } from '../support/service/serve-process.ts'
import { createTenant, testEnvironment, withContext } from '../support/service/service.ts'
import { waitUntil } from '../support/wait-until.ts'

/** `BYNAME_TEST_FAILOVERS=10 npx vitest run --project fault failover` */
const { BYNAME_TEST_FAILOVERS: given = '2' } = process.env
const failovers = Number(given)

/** What docs/operating/failover/patroni.yml promises: `ttl` and `loop_wait`, and what a promotion and new connections take. */
const promisedMs = 20_000 + 5_000 + 15_000

interface Failover {
  readonly title: string
  readonly begin: (cluster: PatroniCluster, leader: NodeName) => Promise<void>
  /** After another one leads. */
  readonly end: (cluster: PatroniCluster, former: NodeName) => Promise<void> | void
}

const kinds: readonly Failover[] = [
  { title: 'the server is killed', begin: ({ killServer }, leader) => killServer(leader), end: () => {} },
  {
    title: 'the machine is gone',
    begin: ({ killNode }, leader) => killNode(leader),
    end: ({ startNode }, former) => startNode(former),
  },
  {
    title: 'the network is cut',
    begin: ({ cut }, leader) => cut(leader),
    end: ({ rejoin }, former) => rejoin(former),
  },
  { title: 'it is demoted', begin: ({ switchOver }, leader) => switchOver(leader), end: () => {} },
]

interface Attempt {
  readonly at: number
  readonly target: string
  readonly isAnswered: boolean
}

/** Looks names up at each target, some of them for the first time, as long as it runs. */
function startLookups(targets: ReadonlyMap<string, string>, { id }: Resolver, labels: readonly string[]) {
  const attempts: Attempt[] = []
  let isStopped = false
  const look = async (target: string, url: string) => {
    for (let count = 0; !isStopped; count++) {
      const name = `${labels[count % labels.length]}.demo.eth`
      const body = { data: encodeLookup(name, addressCall(name)), sender: zeroAddress }
      const at = performance.now()
      const { status } = await sendRequest('POST', `${url}/ccip/${id}`, { body }).catch(() => ({ status: 0 }))
      attempts.push({ at, target, isAnswered: status === 200 })
      await delay(20)
    }
  }
  const running = Promise.all([...targets].map(([target, url]) => look(target, url)))
  return {
    attempts,
    stop: async () => {
      isStopped = true
      await running
    },
  }
}

test.skipIf(!hasPatroni)(
  `rule: ${failovers} times in which the leader of three servers is lost cost no confirmed write and no lookup (skipped without Patroni, etcd, HAProxy, PgBouncer, or root)`,
  async () => {
    const cluster = await startPatroni()
    onTestFinished(cluster.stop)
    const environment = testEnvironment(await temporaryFolder(), cluster.url, {
      DATABASE_REPLICA_URL: nodeNames.map(cluster.urlOf).join(','),
      RATE_LIMIT_PER_KEY: '0',
      RATE_LIMIT_PER_IP: '0',
    })
    const tenant = await withContext(environment, createTenant)
    const services = await Promise.all([1, 2].map(() => startServeProcess(environment)))
    const calls = await Promise.all(services.map(({ url }) => createClient(url)))
    const gateways = await Promise.all(
      (['db2', 'db3'] as const).map((node) =>
        startGateway({ ...environment, DATABASE_URL: cluster.urlOf(node) }),
      ),
    )
    const [call] = calls
    if (!call) throw new Error('There are two services.')
    const labels = Array.from({ length: 200 }, (_, index) => `known-${index}`)
    for (const label of labels) dataOf(await addName(call, tenant, label))

    const urls = [...services.map(({ url }) => url), ...gateways]
    const targets = new Map(
      urls.map((url, index) => [`${index < 2 ? 'service' : 'gateway'} ${(index % 2) + 1}`, url]),
    )
    const lookups = startLookups(targets, tenant.resolvers[1]['chain-bound'], labels)
    const ledger = createLedger()
    const rows: string[] = []
    for (let index = 0; index < failovers; index++) {
      const kind = kinds[index % kinds.length]
      if (!kind) continue
      const leader = await cluster.settled()
      const loads = await Promise.all(
        calls.map((each, service) =>
          startWriteLoad({ call: each, tenant, ledger }, { prefix: `f${index}-${service}`, clients: 4 }),
        ),
      )
      const before = responseCount(ledger)
      await waitUntil('names are written', () => responseCount(ledger) > before + 40)
      const from = performance.now()
      const endWatch = watchWrites(ledger)
      await kind.begin(cluster, leader)
      await untilOtherLeads(cluster, leader, ledger)
      const outageMs = endWatch()
      await kind.end(cluster, leader)
      await cluster.settled()
      await Promise.all(loads.map((load) => load.stop()))
      const during = lookups.attempts.filter(({ at }) => at > from)
      const failed = [...targets.keys()].map(
        (target) => during.filter((each) => each.target === target && !each.isAnswered).length,
      )
      rows.push(
        `| ${kind.title} | ${(outageMs / 1000).toFixed(1)} | ${during.length} | ${failed.join(', ')} | ${unanswered(during)} |`,
      )
      printLine(rows.at(-1) ?? '')
      expect(outageMs).toBeLessThan(promisedMs)
    }
    await lookups.stop()
    await expectLedgerStored(call, tenant, ledger)
    const leader = await cluster.settled()
    await expectConsistent(cluster.urlOf(leader))
    await expectOneEventEach(cluster.urlOf(leader), ledger)
    printLine(
      `\n| Event | Seconds without writes | Lookups | of those, 503 at ${[...targets.keys()].join(', ')} | without a response at any URL |\n|---|--:|--:|---|--:|\n${rows.join('\n')}\n` +
        `${responseCount(ledger)} writes confirmed, ${responseCount(ledger, 503)} refused, slowest ${Math.round(ledger.slowestMs)} ms`,
    )
    expect(unanswered(lookups.attempts)).toBe(0)
    for (const { end } of services) await end('SIGTERM')
  },
  300_000 + failovers * 240_000,
)

async function startGateway(environment: Readonly<Record<string, string>>): Promise<string> {
  const listening = /The gateway listens on (http[^"]+)/
  const { DATABASE_REPLICA_URL: _, ...settings } = environment
  const { output, end } = await startCommand(['gateway'], { ...settings, LOG_LEVEL: 'info' }, listening)
  onTestFinished(async () => {
    await end('SIGKILL')
  })
  return listening.exec(output)?.[1] ?? ''
}

/** Returns how to end it: the longest time without a confirmed write, in milliseconds. */
function watchWrites(ledger: Ledger): () => number {
  let [count, since, longest] = [responseCount(ledger), performance.now(), 0]
  const timer = setInterval(() => {
    const now = performance.now()
    longest = Math.max(longest, now - since)
    if (responseCount(ledger) === count) return
    count = responseCount(ledger)
    since = now
  }, 10)
  return () => {
    clearInterval(timer)
    return longest
  }
}

async function untilOtherLeads(cluster: PatroniCluster, former: NodeName, ledger: Ledger): Promise<void> {
  await waitUntil('another one leads', async () => (await cluster.leader()) !== former)
  const before = responseCount(ledger)
  await waitUntil('names are written', () => responseCount(ledger) > before + 40)
}

/** Slices of half a second in which none of the targets answered: a client asks one after the other. */
function unanswered(attempts: readonly Attempt[]): number {
  const slices = Map.groupBy(attempts, ({ at }) => Math.floor(at / 500))
  return [...slices.values()].filter(
    (slice) => slice.length > 8 && slice.every(({ isAnswered }) => !isAnswered),
  ).length
}

async function expectOneEventEach(url: string, { names }: Ledger): Promise<void> {
  const store = await openStore({ url })
  const log = await readEventLog(store)
  await store.close()
  const issued = Map.groupBy(
    log.filter(({ type }) => type === 'subname.issued'),
    ({ name }) => name,
  )
  for (const [label, states] of names)
    if (states.length === 1) expect(issued.get(`${label}.demo.eth`), label).toHaveLength(1)
}
