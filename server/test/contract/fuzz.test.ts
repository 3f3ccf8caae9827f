import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readDatabaseSize } from '../../src/store/sizes.ts'
import { createAdminKey } from '../support/credentials/api-keys.ts'
import { addressCall, encodeLookup } from '../support/gateway/client.ts'
import { storedFiles } from '../support/media/uploads.ts'
import { describeOnEachService, describeService } from '../support/service/describe-service.ts'
import type { TestService } from '../support/service/service.ts'
import { waitUntil } from '../support/wait-until.ts'
import { prepareFuzzDictionary } from './fuzz-dictionary.ts'
import { readFuzzTargets } from './fuzz-targets.ts'
import { hostileConnection, playClient } from './hostile-connections.ts'
import { sampleMemory } from './memory-samples.ts'

const { FUZZ_SEED, FUZZ_RUNS, FUZZ_SECONDS } = process.env

/**
 * The same requests every time, unless another seed is set: a failure prints the seed and the smallest such request.
 */
const seed = Number(FUZZ_SEED ?? 20_260_101)
const numRuns = Number(FUZZ_RUNS ?? 10)

/**
 * Milliseconds of a round over all operations. A slow machine leaves out the last requests of each; the share of an
 * operation has to be long enough for a rejected URL, because its response is delayed.
 */
const roundMs = 24_000

/** Milliseconds that every operation has at least: one that gets no request at all in its time counts as a failure. */
const minOperationMs = 15_000

/** Milliseconds in total: a round, or as many as fit, each with its own seed. */
const budgetMs = Number(FUZZ_SECONDS ?? 24) * 1000
const rounds = Math.max(1, Math.floor(budgetMs / roundMs))

/** Rounds before memory is compared: in the first quarter of them, everything is loaded and compiled. */
const minRoundsForMemory = 12

/** The largest growth of memory without a leak, as a ratio: the variance of garbage collection. */
const maxMemoryGrowth = 1.15

const options = {
  withNodes: true,
  settings: {
    RATE_LIMIT_PER_KEY: '0',
    RATE_LIMIT_EXPENSIVE_PER_IP: '0',
    NAMESTONE_FACADE: 'on',
    NAMESPACE_FACADE: 'on',
    MCP: 'on',
  },
}

describeOnEachService(
  'Any request',
  (service) => {
    it('rule: the response to any request is documented, within its size bound, never a 500, and leaks no memory', {
      timeout: 10 * budgetMs,
    }, async () => {
      const targets = await readFuzzTargets(service(), await createAdminKey(service()))
      const statuses = new Map<string, number>()
      let count = 0
      const memory = sampleMemory()
      const begin = performance.now()
      for (
        let number = 0;
        number < rounds && (number === 0 || performance.now() < begin + budgetMs);
        number++
      ) {
        let subject: Awaited<ReturnType<typeof prepareFuzzDictionary>> | undefined
        for (const { title, isRead, requestsOf, send } of targets) {
          subject ??= await prepareFuzzDictionary(service())
          const property = fc.asyncProperty(requestsOf(subject), async (request) => {
            const key = `${title} ${await send(request)}`
            statuses.set(key, (statuses.get(key) ?? 0) + 1)
            count += 1
          })
          const interruptAfterTimeLimit = Math.max(roundMs / targets.length, minOperationMs)
          await fc.assert(property, { seed: seed + number, numRuns, interruptAfterTimeLimit })
          // A read leaves it to the next operation.
          if (!isRead) subject = undefined
        }
        memory.sample()
      }
      const successes = [...statuses]
        .filter(([key]) => / 2\d\d$/.test(key))
        .reduce((total, [, times]) => total + times, 0)
      expect(successes, 'enough requests get to the end').toBeGreaterThan(count / 5)
      const { early, late, samples, course } = memory.medians()
      if (samples < minRoundsForMemory) return
      process.stdout.write(
        `${count} requests; ${early} MiB of resident memory early, ${late} MiB late; ${course}\n${summaryOf(statuses)}\n`,
      )
      expect(late).toBeLessThan(early * maxMemoryGrowth)
    })
  },
  options,
)

/** What one client may write in a day, all at once, as `docs/operating/settings.md` publishes; pages and indexes double it. */
const publishedBytes = 2 * 5000 * 16_384

describeOnEachService(
  'Any request without a key',
  (service) => {
    it('rule: the database and the images grow by no more than the budget of the client, and no response is a 500', {
      timeout: 10 * budgetMs,
    }, async () => {
      const targets = (await readFuzzTargets(service(), undefined)).filter(({ isRead }) => !isRead)
      const begin = performance.now()
      const end = begin + budgetMs / 4
      let grownBytes = 0
      for (let number = 0; number === 0 || performance.now() < end; number++) {
        const subject = await prepareFuzzDictionary(service())
        const before = await storedBytes(service())
        for (const { requestsOf, send } of targets) {
          const property = fc.asyncProperty(
            requestsOf(subject),
            async (request) => void (await send(request)),
          )
          const interruptAfterTimeLimit = Math.max(roundMs / 4 / targets.length, minOperationMs)
          await fc.assert(property, { seed: seed + number, numRuns, interruptAfterTimeLimit })
        }
        grownBytes += Math.max(0, (await storedBytes(service())) - before)
      }
      const days = 1 + (performance.now() - begin) / 86_400_000
      expect(grownBytes).toBeLessThan(publishedBytes * days)
    })
  },
  { ...options, settings: { ...options.settings, RATE_LIMIT_PER_KEY: '' } },
)

async function storedBytes(service: TestService): Promise<number> {
  const { bytes } = await readDatabaseSize(service.context.store)
  const files = await storedFiles(service)
  const sizes = await Promise.all(
    files.map(async (file) => (await stat(join(service.context.config.mediaFolder, file))).size),
  )
  return sizes.reduce((total, size) => total + size, bytes)
}

describeService(
  'Any use of a connection',
  (service) => {
    it('rule: no use of a connection gets a 500, exceeds the buffer limits, or stops the service', {
      timeout: 10 * budgetMs,
    }, async () => {
      const { dictionary } = await prepareFuzzDictionary(service())
      const [name = ''] = namesOf(dictionary)
      const domain = name.slice(name.indexOf('.') + 1)
      const { id } = service().resolvers[1]['chain-bound']
      const connections = hostileConnection(id, domain, encodeLookup(name, addressCall(name)))
      const { outputBuffers, config } = service().context
      const several = fc.array(connections, { minLength: 1, maxLength: 8 })
      const property = fc.asyncProperty(several, async (clients) => {
        const statuses = await Promise.all(clients.map((client) => playClient(service().url, client)))
        for (const status of statuses.flat()) expect(status).not.toBe(500)
        expect(outputBuffers.bytes()).toBeLessThanOrEqual(2 * config.responseBuffers.maxBytes)
        expect((await service().call('GET', '/health')).status).toBe(200)
      })
      for (let number = 0; number < rounds; number++)
        await fc.assert(property, { seed: seed + number, numRuns: 20, interruptAfterTimeLimit: roundMs / 4 })
      await waitUntil('nothing waits any more', () => outputBuffers.bytes() === 0)
    })
  },
  options,
)

/** How often each status was received, in total, and which targets never had a success. */
function summaryOf(statuses: ReadonlyMap<string, number>): string {
  const entries = [...statuses].map(([key, times]) => {
    const space = key.lastIndexOf(' ')
    return { title: key.slice(0, space), status: key.slice(space + 1), times }
  })
  const totals = [...Map.groupBy(entries, ({ status }) => status)]
    .map(([status, group]) => `${status}: ${group.reduce((total, { times }) => total + times, 0)}`)
    .toSorted()
  const failing = [...Map.groupBy(entries, ({ title }) => title)]
    .filter(([, group]) => !group.some(({ status }) => /^[23]/.test(status)))
    .map(([title]) => title)
  return `${totals.join(', ')}\nWithout a success: ${failing.join(', ') || 'none'}`
}

function namesOf({ subname = [] }: Readonly<Record<string, readonly unknown[]>>): readonly string[] {
  return subname.filter((name) => typeof name === 'string')
}
