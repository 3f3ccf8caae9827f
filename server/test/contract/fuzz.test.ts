import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readDatabaseSize } from '../../src/store/sizes.ts'
import { createAdminKey } from '../support/credentials/api-keys.ts'
import { toSignedHeaders } from '../support/credentials/signed-headers.ts'
import { addressCall, encodeLookup } from '../support/gateway/client.ts'
import { storedFiles } from '../support/media/uploads.ts'
import { readOperations } from '../support/openapi/operations.ts'
import { describeOnEachService, describeService } from '../support/service/describe-service.ts'
import type { TestService } from '../support/service/service.ts'
import { waitUntil } from '../support/wait-until.ts'
import { prepareFuzzDictionary } from './fuzz-dictionary.ts'
import { requestsOf } from './fuzz-requests.ts'
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
const minOperationMs = 3000

/** Milliseconds in total: a round, or as many as fit, each with its own seed. */
const budgetMs = Number(FUZZ_SECONDS ?? 24) * 1000
const rounds = Math.max(1, Math.floor(budgetMs / roundMs))

/** Rounds before memory is compared: until then, everything is loaded and compiled. */
const minRoundsForMemory = 20

/** The largest growth of memory without a leak, as a ratio: the variance of garbage collection. */
const maxMemoryGrowth = 1.15

/** Statuses of upstream failures, where an operation documents them. */
const upstreamStatuses = [502, 503, 504]

const options = {
  withNodes: true,
  settings: { RATE_LIMIT_PER_KEY: '0', RATE_LIMIT_EXPENSIVE_PER_IP: '0' },
}

describeOnEachService(
  'Any request',
  (service) => {
    it('rule: the response to any request is documented, within its size bound, never a 500, and leaks no memory', {
      timeout: 10 * budgetMs,
    }, async () => {
      const operations = await readOperations(service().url)
      const admin = await createAdminKey(service())
      const statuses: number[] = []
      const memory = sampleMemory()
      const end = performance.now() + budgetMs
      for (let number = 0; number < rounds && (number === 0 || performance.now() < end); number++) {
        let subject: Awaited<ReturnType<typeof prepareFuzzDictionary>> | undefined
        for (const operation of operations) {
          subject ??= await prepareFuzzDictionary(service())
          const { dictionary, signed } = subject
          const isForAdmin = JSON.stringify(operation.operation.security ?? []).includes('adminKey')
          const credentials = { 'x-api-key': isForAdmin ? admin : service().key, ...toSignedHeaders(signed) }
          const requests = requestsOf(operation, dictionary, credentials)
          const property = fc.asyncProperty(requests, async ({ method, path, headers, body }) => {
            const response = await service().call(method, path, { headers, body })
            const { statusCode = response.status } = response.body as { statusCode?: number }
            const isUpload = response.status === 201 && path.includes('/upload-to-cdn')
            expect(statusCode).toBe(isUpload ? 200 : response.status)
            if (response.status >= 500) expect(upstreamStatuses).toContain(response.status)
            const bytes = Buffer.byteLength(JSON.stringify(response.body))
            if (!isUnbounded(operation.path))
              expect(bytes).toBeLessThanOrEqual(operation.operation['x-max-response-bytes'] ?? Infinity)
            statuses.push(response.status)
          })
          const interruptAfterTimeLimit = Math.max(roundMs / operations.length, minOperationMs)
          await fc.assert(property, { seed: seed + number, numRuns, interruptAfterTimeLimit })
          // A read leaves it to the next operation.
          if (operation.method !== 'get') subject = undefined
        }
        memory.sample()
      }
      const successes = statuses.filter((status) => status < 300)
      expect(successes.length, 'enough requests get to the end').toBeGreaterThan(statuses.length / 5)
      const { early, late, samples } = memory.medians()
      if (samples < minRoundsForMemory) return
      process.stdout.write(
        `${statuses.length} requests; ${early} MiB of resident memory early, ${late} MiB late\n`,
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
      const operations = (await readOperations(service().url)).filter(
        ({ method, operation }) =>
          method !== 'get' && !/apiKey|adminKey|session/.test(JSON.stringify(operation.security ?? [])),
      )
      const begin = performance.now()
      const end = begin + budgetMs / 4
      let grownBytes = 0
      for (let number = 0; number === 0 || performance.now() < end; number++) {
        const { dictionary, signed } = await prepareFuzzDictionary(service())
        const before = await storedBytes(service())
        for (const operation of operations) {
          const requests = requestsOf(operation, dictionary, { ...toSignedHeaders(signed) })
          const property = fc.asyncProperty(requests, async ({ method, path, headers, body }) => {
            const { status } = await service().call(method, path, { headers, body })
            if (status >= 500) expect(upstreamStatuses).toContain(status)
          })
          const interruptAfterTimeLimit = Math.max(roundMs / 4 / operations.length, minOperationMs)
          await fc.assert(property, { seed: seed + number, numRuns, interruptAfterTimeLimit })
        }
        grownBytes += Math.max(0, (await storedBytes(service())) - before)
      }
      const days = 1 + (performance.now() - begin) / 86_400_000
      expect(grownBytes).toBeLessThan(publishedBytes * days)
    })
  },
  { ...options, settings: { RATE_LIMIT_EXPENSIVE_PER_IP: '0' } },
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

/**
 * Lists of what a tenant or the operator has created, for their own keys; the fuzzing itself creates more all the time.
 */
function isUnbounded(path: string): boolean {
  return /^\/ens\/v1\/(ens|workspaces|offchain-resolvers)/.test(path)
}

function namesOf({ subname = [] }: Readonly<Record<string, readonly unknown[]>>): readonly string[] {
  return subname.filter((name) => typeof name === 'string')
}
