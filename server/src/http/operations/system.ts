import { z } from 'zod'
import { healthAdvice, healthCodes } from '../../core/health/health-advice.ts'
import type { HealthWithWarnings } from '../../core/health/health-monitor.ts'
import { extendedErrorResponse } from '../errors.ts'
import { systemTag } from '../openapi/tags.ts'
import { operation } from '../operation.ts'
import { readinessOf, shuttingDown } from '../readiness.ts'
import { describedResponse, failure } from '../schema/envelope.ts'
import { plainResponse, responseOf, toIsoTime } from '../schema/primitives.ts'
import { retryAfterSeconds } from '../to-app-error.ts'

const wireReasonCode = z.enum(healthCodes).meta({
  description: 'The stable code of the reason, see docs/operating/monitor.md.',
  example: 'signer-untrusted',
})

const wireSince = z.iso
  .datetime()
  .meta({ description: 'When this process first found it.', example: '2030-01-01T00:00:00.000Z' })

/** What anyone may read: without what the reasons are about. */
const publicReasons = z
  .array(z.object({ code: wireReasonCode, since: wireSince }))
  .meta({ description: 'Why the state is not `ok`, the gravest first.' })

const reason = z
  .object({
    code: wireReasonCode,
    severity: z
      .enum(['critical', 'warning'])
      .meta({ description: '`critical`: names or writes fail now.', example: 'critical' }),
    problem: z
      .string()
      .meta({ description: 'What is wrong.', example: healthAdvice['signer-untrusted'].problem }),
    fix: z.string().meta({ description: 'What to do.', example: healthAdvice['signer-untrusted'].fix }),
    since: wireSince,
    total: z.number().int().meta({ description: 'How many things it is about.', example: 1 }),
    subjects: z.array(z.string()).meta({
      description: 'What it is about, at most 20.',
      example: ['acme.eth on chain 1 expires on 2030-01-31'],
    }),
  })
  .meta({ id: 'HealthReason', description: 'Why a person is needed, and what to do.' })

const healthSchema = z
  .object({
    state: z
      .enum(['ok', 'degraded', 'unavailable'])
      .meta({ description: '`degraded`: it serves, and a person is needed.', example: 'ok' }),
    checkedAt: z.iso
      .datetime()
      .meta({ description: 'When it was judged.', example: '2030-01-01T00:00:00.000Z' }),
    reasons: z.array(reason).meta({ description: 'The gravest first; empty: nothing is wrong.' }),
    warnings: z.array(z.string()).meta({
      description: 'Risky configurations, without effect on the state; at most a minute old.',
      example: ['1 domain accepts messages that were signed for any site; …'],
    }),
  })
  .meta({ id: 'InstanceHealth', description: 'The state of the instance, and what to do about it.' })

export const healthResponse = responseOf(
  healthSchema,
  ({ state, checkedAt, reasons, warnings }: HealthWithWarnings) => ({
    state,
    checkedAt: toIsoTime(checkedAt),
    reasons: reasons.map(({ code, since, total, subjects }) => ({
      code,
      ...healthAdvice[code],
      since: toIsoTime(since),
      total,
      subjects: [...subjects],
    })),
    warnings: [...warnings],
  }),
)

const tag = systemTag

const root = operation({
  summary: 'Link to the documentation',
  description: 'For people and programs that have only the URL of the service.',
  auth: { accepts: [] },
  loadClass: 'system',
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
      response: plainResponse(
        z.object({
          name: z.literal('Byname').meta({ description: 'The software.' }),
          description: z.string().meta({
            description: 'A description.',
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
  summary: 'Check that the process is alive',
  description: 'Reads neither the store nor the chains.',
  auth: { accepts: [] },
  loadClass: 'system',
  handle: async () => ({ status: 'ok' as const }),
  mounts: [
    {
      method: 'GET',
      url: '/health',
      id: 'health',
      tag,
      response: plainResponse(
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
      isOk: z.boolean().meta({ description: 'Whether the check passes.' }),
    }),
  )
  .meta({ description: 'The checks.' })

const details = z.array(z.string()).meta({
  description: 'Warnings for the operator, without effect on the status; updated once a minute.',
  example: ['No RPC is configured, …'],
})

const notReadyResponse = describedResponse(
  'ServiceUnavailableException',
  failure
    .extend({
      status: z.literal('unavailable').meta({ description: 'The state.' }),
      reasons: publicReasons,
      checks,
    })
    .meta({ id: 'NotReady', description: 'No lookup can be answered, or the service is shutting down.' }),
)

const ready = operation({
  summary: 'Check that the service is ready',
  description:
    'Reads from the store, calls the RPC of each chain, and judges what was read of the chains and gateways in the background. ' +
    '`degraded` where it serves and a person is needed; `GET /byname/v1/instance/health` tells operators what for. ' +
    'Results are cached for a second.',
  auth: { accepts: [] },
  loadClass: 'system',
  responses: { 503: notReadyResponse },
  handle: async ({ context }) => {
    const { shutdown, clock, health } = context
    const readiness = shutdown.aborted ? shuttingDown(clock()) : readinessOf(await health.read())
    if ('data' in readiness) return readiness.data
    const { error, fields } = readiness
    throw extendedErrorResponse(error, { 'retry-after': `${retryAfterSeconds}` }, fields)
  },
  mounts: [
    {
      method: 'GET',
      url: '/ready',
      id: 'ready',
      tag,
      response: plainResponse(
        z.object({
          status: z
            .enum(['ok', 'degraded'])
            .meta({ description: '`degraded`: it serves, and a person is needed.' }),
          reasons: publicReasons,
          checks,
          details,
        }),
      ),
    },
  ],
})

export const system = [root, health, ready].flat()
