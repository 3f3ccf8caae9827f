import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { OverloadedError } from '../../../src/errors.ts'
import type { Domain } from '../../../src/model/domain.ts'
import { deleteSubname, findSubname, updateSubnameRecords } from '../../../src/store/entities/subnames.ts'
import { compileLookupQueries, lookUp } from '../../../src/store/lookup.ts'
import { compileSealedLookupQueries } from '../../../src/store/sealed-lookup.ts'
import { openWritable } from '../../../src/store/sqlite/connections.ts'
import { createLookupRoute } from '../../../src/store/sqlite/lookup-route.ts'
import { lookupReader } from '../../../src/store/sqlite/lookups.ts'
import { readerNiceness } from '../../../src/store/sqlite/thread-priority.ts'
import { openStore, type Store } from '../../../src/store/store.ts'
import { addSubname, newSubname, onboardDomain } from '../../support/databases/entities.ts'
import { createFolder } from '../../support/folders.ts'
import { waitUntil } from '../../support/wait-until.ts'

/** Milliseconds. */
const lockTimeoutMs = 10_000

/** The same file as a store has, read where the test says. */
function openRoute(path: string, db: Store['db']) {
  const connections = openWritable(path, lockTimeoutMs)
  const queries = { ...compileLookupQueries(db), ...compileSealedLookupQueries(db) }
  const { name, nameWithTexts, coveringDomain, sealedSet, sealProof } = queries
  const here = connections.lookups(queries)
  const counts = { here: 0, there: 0 }
  let isSlow = false
  const route = createLookupRoute({
    thread: {
      location: path,
      lockTimeoutMs,
      sql: {
        name: name.sql,
        nameWithTexts: nameWithTexts.sql,
        coveringDomain: coveringDomain.sql,
        sealedSet: sealedSet.sql,
        sealProof: sealProof.sql,
      },
    },
    readHere: (read) => {
      counts.here++
      return here.read(read)
    },
    mayUseThreads: () => true,
    diskWait: {
      noteHere: () => isSlow,
      noteThere: (ms) => {
        counts.there += ms.length
        return !isSlow
      },
    },
  })
  const reader = lookupReader(route.read, here)
  return {
    route,
    counts,
    lookup: (resolverId: string, name: string, withTexts = false) =>
      lookUp(reader, { resolverId, name, withTexts }),
    setSlow: (slow: boolean) => {
      isSlow = slow
    },
    close: async () => {
      await route.close()
      connections.close()
    },
  }
}

describe('Reading lookups in threads', () => {
  let folder: string
  let path: string
  let store: Store
  let routed: ReturnType<typeof openRoute>
  /** Those that can read. */
  let workers: Worker[]
  const keepWorker = (worker: Worker) => worker.once('message', () => workers.push(worker))

  beforeEach(async () => {
    workers = []
    process.on('worker', keepWorker)
    folder = await createFolder('lookup-threads')
    path = join(folder, 'names.db')
    store = await openStore({ url: `sqlite:${path}` })
    routed = openRoute(path, store.db)
  })
  afterEach(async () => {
    process.off('worker', keepWorker)
    await routed.close()
    await store.close()
    await rm(folder, { recursive: true })
  })

  /** Until reads are made in threads. */
  const goToThreads = async (resolverId: string) => {
    routed.setSlow(true)
    await waitUntil('threads read', async () => {
      const { there } = routed.counts
      await routed.lookup(resolverId, 'nothing.eth')
      return routed.counts.there > there
    })
  }

  it('rule: nothing is started while reads are fast', async () => {
    const { resolver } = await onboardDomain(store)
    for (let count = 0; count < 100; count++) await routed.lookup(resolver.id, `name-${count}.eth`)
    expect(routed.counts.there).toBe(0)
    expect(routed.route.threads()).toBe(0)
    expect(workers).toEqual([])
  })

  it('rule: in threads and in the event loop, beside writes and kills of threads, each lookup has what was confirmed before it, or later', async () => {
    const { domain, resolver } = await onboardDomain(store)
    const step = fc.oneof(
      { weight: 6, arbitrary: fc.record({ kind: fc.constant('look up'), of: fc.nat(5) }) },
      { weight: 4, arbitrary: fc.record({ kind: fc.constant('write'), of: fc.nat(4) }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('switch'), of: fc.nat(1) }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('kill'), of: fc.integer({ min: 1, max: 4 }) }) },
    )
    const story = fc.array(step, { minLength: 30, maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(story, async (steps) => {
        const names = createHistory(store, domain)
        const lookups: Promise<void>[] = []
        for (const { kind, of } of steps) {
          if (kind === 'write') await names.write(of)
          if (kind === 'switch') routed.setSlow(of === 1)
          if (kind === 'kill') for (const worker of workers.splice(-of)) void worker.terminate()
          if (kind === 'look up')
            lookups.push(names.check(of, (name) => routed.lookup(resolver.id, name, true)))
        }
        await Promise.all(lookups)
        await names.removeAll()
      }),
      { numRuns: 30 },
    )
    expect(routed.counts.here).toBeGreaterThan(0)
    expect(routed.counts.there).toBeGreaterThan(0)
  })

  it('rule: what threads read is what the store reads, of each kind of name', async () => {
    const { domain, resolver } = await onboardDomain(store)
    const large = Array.from({ length: 40 }, (_, at) => ({ key: `key ${at}`, value: '🦄'.repeat(500) }))
    const labels = ['alice', 'bob', 'reserved']
    for (const label of labels) {
      const { records } = newSubname(domain, label)
      const texts = label === 'bob' ? large : records.texts
      const isClaimed = label !== 'reserved'
      await addSubname(store, newSubname(domain, label, { records: { ...records, texts }, isClaimed }))
    }
    await goToThreads(resolver.id)
    const { here } = routed.counts
    for (const withTexts of [false, true])
      for (const name of [...labels, 'absent', 'é\u0000']
        .map((label) => `${label}.${domain.name}`)
        .concat(domain.name))
        for (const id of [resolver.id, 'nothing'])
          expect(await routed.lookup(id, name, withTexts)).toEqual(await store.lookup(id, name, withTexts))
    expect(routed.counts.here).toBe(here)
  })

  it('rule: a lookup whose thread ends is answered, and another thread starts', async () => {
    const { domain, resolver } = await onboardDomain(store)
    await addSubname(store, newSubname(domain, 'alice'))
    await goToThreads(resolver.id)
    const running = routed.route.threads()
    await waitUntil('all of them can read', () => workers.length === running)
    for (let round = 0; round < 5; round++) {
      const lookups = Array.from({ length: 50 }, () => routed.lookup(resolver.id, `alice.${domain.name}`))
      await new Promise((resolve) => setImmediate(resolve))
      for (const worker of workers.splice(0)) void worker.terminate()
      for (const lookup of await Promise.all(lookups)) expect(lookup?.subname?.version).toBe(1)
      await waitUntil(
        'as many run again',
        () => routed.route.threads() === running && workers.length >= running,
      )
    }
  })

  it.runIf(process.platform === 'linux')(
    'rule: the event loop goes before threads, also those that start later',
    async () => {
      const { resolver } = await onboardDomain(store)
      const before = await niceThreads()
      await goToThreads(resolver.id)
      const running = routed.route.threads()
      const areNice = async () => (await niceThreads()) === before + running
      await waitUntil('all of them can read', () => workers.length === running)
      await waitUntil('all of them let others go first', areNice)
      for (const worker of workers.splice(0)) void worker.terminate()
      await waitUntil('as many run again', () => workers.length >= running)
      await waitUntil('these let others go first, too', areNice)
      expect(await nicenessOf(process.pid)).toBeLessThan(readerNiceness)
    },
  )

  it('rule: closing waits for the lookups that threads read', async () => {
    const { domain, resolver } = await onboardDomain(store)
    await addSubname(store, newSubname(domain, 'alice'))
    await goToThreads(resolver.id)
    const lookups = Array.from({ length: 200 }, () => routed.lookup(resolver.id, `alice.${domain.name}`))
    await routed.route.close()
    for (const lookup of await Promise.all(lookups)) expect(lookup?.subname?.version).toBe(1)
    expect(routed.route.threads()).toBe(0)
  })

  it('503 for a lookup beside a thousand that wait; rule: those are answered', async () => {
    const { resolver } = await onboardDomain(store)
    await goToThreads(resolver.id)
    const lookups = Array.from({ length: 1_100 }, (_, at) => routed.lookup(resolver.id, `name-${at}.eth`))
    const outcomes = await Promise.allSettled(lookups)
    const failed = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(failed).toHaveLength(100)
    for (const { reason } of failed) expect(reason).toBeInstanceOf(OverloadedError)
  })

  it('rule: reads return to the event loop when they no longer wait', async () => {
    const { resolver } = await onboardDomain(store)
    await goToThreads(resolver.id)
    routed.setSlow(false)
    await routed.lookup(resolver.id, 'one.eth')
    const { there } = routed.counts
    await routed.lookup(resolver.id, 'two.eth')
    expect(routed.counts.there).toBe(there)
  })

  it('rule: an error of a read is one of its lookup only', async () => {
    const { resolver } = await onboardDomain(store)
    await goToThreads(resolver.id)
    // SQLite refuses a parameter that is no list.
    const broken = routed.route.read({ query: 'coveringDomain', parameters: ['one.eth', 1, 'no JSON'] })
    const [failure, lookup] = await Promise.allSettled([broken, routed.lookup(resolver.id, 'one.eth')])
    expect(failure).toMatchObject({ reason: { message: 'malformed JSON', errcode: 1 } })
    expect(lookup).toMatchObject({ status: 'fulfilled' })
  })
})

/** Threads of this process that let others go first. */
async function niceThreads(): Promise<number> {
  const ids = await readdir('/proc/self/task')
  const values = await Promise.all(ids.map(nicenessOf))
  return values.filter((niceness) => niceness === readerNiceness).length
}

/** Of a thread of this process; undefined after its end (proc_pid_stat(5), field 19). */
async function nicenessOf(thread: string | number): Promise<number | undefined> {
  const fields = await readFile(`/proc/self/task/${thread}/stat`, 'utf8').catch(() => undefined)
  return fields === undefined ? undefined : Number(fields.slice(fields.lastIndexOf(')') + 2).split(' ')[16])
}

/** Names that are written, and what they were over time. */
function createHistory(store: Store, domain: Domain) {
  /** The text of each state, which the version does not tell: a removed name begins anew. */
  const states = Array.from({ length: 6 }, (): (string | undefined)[] => [undefined])
  const confirmed = states.map(() => 0)
  let count = 0
  const nameOf = (of: number) => newSubname(domain, `name-${of}`).name
  const write = async (of: number, mayRemove = true) => {
    const history = states[of] ?? []
    const value = `${++count}`
    const current = history.at(-1)
    const isRemoval = mayRemove && current !== undefined && count % 3 === 0
    history.push(isRemoval ? undefined : value)
    const subname = await findSubname(store.db, domain.chainId, nameOf(of))
    const created = newSubname(domain, `name-${of}`)
    const records = { ...created.records, texts: [{ key: 'state', value }] }
    if (!subname) await addSubname(store, { ...created, records })
    else if (isRemoval) await store.transaction((tx) => deleteSubname(tx, subname))
    else await store.transaction((tx) => updateSubnameRecords(tx, { subname, records, updatedAt: 1 }))
    confirmed[of] = history.length - 1
  }
  return {
    write,
    check: async (of: number, lookup: (name: string) => ReturnType<Store['lookup']>) => {
      const before = confirmed[of]
      const found = await lookup(nameOf(of))
      const text = found?.subname?.records.texts.find(({ key }) => key === 'state')?.value
      expect(states[of]?.slice(before)).toContain(text)
    },
    removeAll: async () => {
      for (const of of states.keys()) {
        const subname = await findSubname(store.db, domain.chainId, nameOf(of))
        if (subname) await store.transaction((tx) => deleteSubname(tx, subname))
      }
    },
  }
}
