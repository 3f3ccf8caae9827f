import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { retryAfterSeconds } from '../error-handler.ts'
import { extendedErrorResponse } from '../http-error-response.ts'
import { operation } from '../operation.ts'
import { plainAnswer } from '../schema/answer.ts'
import { describedResponse, failure } from '../schema/envelope.ts'

const tag = 'System'

const root = operation({
  summary: 'Say what this is and where its documentation is',
  description: 'Links, for people and programs that know only the URL of the service.',
  auth: 'none',
  loadClass: 'system',
  errors: [],
  handle: async ({ urlOf }) => ({
    name: 'Byname' as const,
    description: 'Registry and resolution service for offchain ENS subnames.',
    documentation: urlOf('docs'),
    openapi: urlOf('openapi.json'),
  }),
  mounts: [
    {
      method: 'GET',
      url: '/',
      id: 'root',
      tag,
      answer: plainAnswer(
        z.object({
          name: z.literal('Byname').meta({ description: 'The software.' }),
          description: z.string().meta({
            description: 'What it does.',
            example: 'Registry and resolution service for offchain ENS subnames.',
          }),
          documentation: z.url().meta({ description: 'For people.', example: 'https://names.example/docs' }),
          openapi: z
            .url()
            .meta({ description: 'For programs.', example: 'https://names.example/openapi.json' }),
        }),
      ),
    },
  ],
})

const health = operation({
  summary: 'Tell that the process is alive',
  description: 'Asks nothing of the store or the chains.',
  auth: 'none',
  loadClass: 'system',
  errors: [],
  handle: async () => ({ status: 'ok' as const }),
  mounts: [
    {
      method: 'GET',
      url: '/health',
      id: 'health',
      tag,
      answer: plainAnswer(
        z.object({ status: z.literal('ok').meta({ description: 'The process is alive.' }) }),
      ),
    },
  ],
})

const checks = z
  .array(
    z.object({
      name: z
        .string()
        .meta({ description: '`store`, `signer:<chain>`, `chain:<chain>`.', example: 'signer:1' }),
      isOk: z.boolean().meta({ description: 'Whether it works.' }),
    }),
  )
  .meta({ description: 'What was checked.' })

const details = z.array(z.string()).meta({
  description: 'What an operator should know that keeps nothing from working; looked at once a minute.',
  example: ['1 domain accepts messages that were signed for any site; …'],
})

const notReadyResponse = describedResponse(
  'ServiceUnavailableException',
  failure
    .extend({ checks })
    .meta({ id: 'NotReady', description: 'No lookup can be answered, or the service is shutting down.' }),
)

const ready = operation({
  summary: 'Tell whether the service can answer',
  description:
    'Reads from the store, looks for the signer of each chain that has domains, and asks the node of each chain. ' +
    '`degraded` where names resolve all the same: a node is gone, a replica answers in place of the primary, or some ' +
    'chains have no signer. What was found counts for a second.',
  auth: 'none',
  loadClass: 'system',
  errors: [],
  responses: { 503: notReadyResponse },
  handle: async ({ context }) => {
    if (context.shutdown.aborted) throw notReadyError('This service is about to stop.', [])
    const { status, checks, details } = await context.checkReadiness()
    if (status !== 'failed') return { status, checks: [...checks], details: [...details] }
    const failed = checks
      .filter(({ name, isOk }) => !isOk && !name.startsWith('chain:'))
      .map(({ name }) => name)
    throw notReadyError(`No lookup can be answered: ${failed.join(', ')}.`, checks)
  },
  mounts: [
    {
      method: 'GET',
      url: '/ready',
      id: 'ready',
      tag,
      answer: plainAnswer(
        z.object({
          status: z
            .enum(['ok', 'degraded'])
            .meta({ description: '`degraded` while something is missing that lookups do not need.' }),
          checks,
          details,
        }),
      ),
    },
  ],
})

function notReadyError(message: string, checks: readonly object[]) {
  return extendedErrorResponse(
    new AppError('ServiceUnavailableException', message),
    { 'retry-after': `${retryAfterSeconds}` },
    { checks: checks },
  )
}

/** Operations for the operator. */
export const system = [root, health, ready].flat()
