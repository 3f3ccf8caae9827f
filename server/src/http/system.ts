import { z } from 'zod'
import { AppError } from '../errors.ts'
import { route } from './kit.ts'
import { retryAfter } from './on-error.ts'
import { describedAnswer, failure } from './schema/envelope.ts'
import { extendedFailure } from './wire-failure.ts'

const tag = 'System'

const root = route({
  method: 'GET',
  url: '/',
  id: 'root',
  tag,
  summary: 'Say what this is and where its documentation is',
  description: 'Links, for people and programs that know only the URL of the service.',
  credentials: 'none',
  load: 'system',
  data: z.object({
    name: z.literal('Byname'),
    description: z.string(),
    documentation: z.url().meta({ description: 'For people.', example: 'https://names.example/docs' }),
    openapi: z.url().meta({ description: 'For programs.', example: 'https://names.example/openapi.json' }),
  }),
  errors: [],
  handle: async ({ urlOf }) => ({
    name: 'Byname' as const,
    description: 'Registry and resolution service for offchain ENS subnames.',
    documentation: urlOf('docs'),
    openapi: urlOf('openapi.json'),
  }),
})

const health = route({
  method: 'GET',
  url: '/health',
  id: 'health',
  tag,
  summary: 'Tell that the process is alive',
  description: 'Asks nothing of the store or the chains.',
  credentials: 'none',
  load: 'system',
  data: z.object({ status: z.literal('ok') }),
  errors: [],
  handle: async () => ({ status: 'ok' as const }),
})

const checks = z.array(
  z.object({
    name: z
      .string()
      .meta({ description: '`store`, `signer:<chain>`, `chain:<chain>`.', example: 'signer:1' }),
    isOk: z.boolean(),
  }),
)

const details = z.array(z.string()).meta({
  description: 'What an operator should know that keeps nothing from working; looked at once a minute.',
  example: ['1 domain accepts messages that were signed for any site; …'],
})

const notReady = describedAnswer(
  'ServiceUnavailableException',
  failure.extend({ checks }).meta({ id: 'NotReady' }),
)

const ready = route({
  method: 'GET',
  url: '/ready',
  id: 'ready',
  tag,
  summary: 'Tell whether the service can answer',
  description:
    'Reads from the store, looks for the signer of each chain that has domains, and asks the node of each chain. ' +
    '`degraded` where names resolve all the same: a node is gone, a replica answers in place of the primary, or some ' +
    'chains have no signer. What was found counts for a second.',
  credentials: 'none',
  load: 'system',
  data: z.object({ status: z.enum(['ok', 'degraded']), checks, details }),
  errors: [],
  answers: { 503: notReady },
  handle: async ({ context }) => {
    if (context.lifecycle.isStopping()) throw unready('This service is about to stop.', [])
    const { status, checks, details } = await context.readiness()
    if (status !== 'failed') return { status, checks: [...checks], details: [...details] }
    const failed = checks
      .filter(({ name, isOk }) => !isOk && !name.startsWith('chain:'))
      .map(({ name }) => name)
    throw unready(`No lookup can be answered: ${failed.join(', ')}.`, checks)
  },
})

const unready = (sentence: string, found: readonly object[]) =>
  extendedFailure(
    new AppError('ServiceUnavailableException', sentence),
    { 'retry-after': `${retryAfter}` },
    { checks: found },
  )

/** Operations for whoever runs the service. */
export const systemRoutes = [root, health, ready]
