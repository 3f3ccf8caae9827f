import fc from 'fast-check'
import { expect, it } from 'vitest'
import { operationsOf, type ServedDocument } from '../support/answer-schemas.ts'
import { describeOnEachService } from '../support/describe-service.ts'
import { newAdminKey } from '../support/keys.ts'
import { headersOf } from '../support/signed-headers.ts'
import { requestsOf } from './requests.ts'
import { prepareWords } from './words.ts'

const { FUZZ_SEED, FUZZ_RUNS } = process.env

/** The same requests every time, unless asked for others: a failure prints the seed and the smallest such request. */
const seed = Number(FUZZ_SEED ?? 20_260_101)
const runs = Number(FUZZ_RUNS ?? 25)

/** Failures that are nobody's bug, where an operation documents them. */
const upstream = [502, 503, 504]

describeOnEachService(
  'Any request',
  (service) => {
    it('rule: the answer is one that is documented, and it is never a 500', async () => {
      const document = (await (await fetch(`${service().url}/openapi.json`)).json()) as ServedDocument
      const admin = await newAdminKey(service())
      for (const operation of operationsOf(document)) {
        const { words, signed } = await prepareWords(service())
        const isForAdmin = JSON.stringify(operation.operation.security ?? []).includes('adminKey')
        const credentials = { 'x-api-key': isForAdmin ? admin : service().key, ...headersOf(signed) }
        const property = fc.asyncProperty(
          requestsOf(operation, words, credentials),
          async ({ method, path, headers, body }) => {
            const answer = await service().call(method, path, { headers, body })
            const { statusCode = answer.status } = answer.body as { statusCode?: number }
            expect(statusCode).toBe(answer.status)
            expect(answer.status < 500 || upstream.includes(answer.status), JSON.stringify(answer.body)).toBe(
              true,
            )
          },
        )
        await fc.assert(property, { seed, numRuns: runs })
      }
    })
  },
  { withNodes: true },
)
