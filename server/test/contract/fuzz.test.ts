import fc from 'fast-check'
import { expect, it } from 'vitest'
import { describeOnEachService } from '../support/describe-service.ts'
import { newAdminKey } from '../support/keys.ts'
import { readOperations } from '../support/operations.ts'
import { headersOf } from '../support/signed-headers.ts'
import { requestsOf } from './requests.ts'
import { prepareWords } from './words.ts'

const { FUZZ_SEED, FUZZ_RUNS, FUZZ_SECONDS } = process.env

/** The same requests every time, unless asked for others: a failure prints the seed and the smallest such request. */
const seed = Number(FUZZ_SEED ?? 20_260_101)
const numRuns = Number(FUZZ_RUNS ?? 15)

/**
 * What a slow machine may take for all operations together; it leaves out the last requests of each. Each gets an equal
 * share, which has to hold a refused URL: its answer is held back.
 */
const budget = Number(FUZZ_SECONDS ?? 24) * 1000

/** Failures that are nobody's bug, where an operation documents them. */
const upstream = [502, 503, 504]

describeOnEachService(
  'Any request',
  (service) => {
    it('rule: the answer is one that is documented, and it is never a 500', {
      timeout: 10 * budget,
    }, async () => {
      const operations = await readOperations(service().url)
      const admin = await newAdminKey(service())
      const statuses: number[] = []
      for (const operation of operations) {
        const { words, signed } = await prepareWords(service())
        const isForAdmin = JSON.stringify(operation.operation.security ?? []).includes('adminKey')
        const credentials = { 'x-api-key': isForAdmin ? admin : service().key, ...headersOf(signed) }
        const requests = requestsOf(operation, words, credentials)
        const property = fc.asyncProperty(requests, async ({ method, path, headers, body }) => {
          const answer = await service().call(method, path, { headers, body })
          const { statusCode = answer.status } = answer.body as { statusCode?: number }
          const isUpload = answer.status === 201 && path.includes('/upload-to-cdn')
          expect(statusCode).toBe(isUpload ? 200 : answer.status)
          if (answer.status >= 500) expect(upstream).toContain(answer.status)
          statuses.push(answer.status)
        })
        const interruptAfterTimeLimit = budget / operations.length
        await fc.assert(property, { seed, numRuns, interruptAfterTimeLimit })
      }
      const successes = statuses.filter((status) => status < 300)
      expect(successes.length, 'enough requests get to the end').toBeGreaterThan(statuses.length / 5)
    })
  },
  { withNodes: true },
)
