import { z } from 'zod'
import type { HealthWithWarnings } from '../../core/health/health-monitor.ts'
import { type HealthCode, healthAdvice, healthCodes } from '../../core/health/reasons.ts'
import { answer } from './answer.ts'
import { toIsoTime } from './iso-time.ts'

const wireReasonCode = z.enum(healthCodes).meta({
  description: 'The stable code of the reason, see docs/operating/monitor.md.',
  example: 'signer-untrusted',
})

const wireSince = z.iso
  .datetime()
  .meta({ description: 'When this process first found it.', example: '2030-01-01T00:00:00.000Z' })

/** What anyone may read: without what the reasons are about. */
export const publicReasons = z
  .array(z.object({ code: wireReasonCode, since: wireSince }))
  .meta({ description: 'Why the state is not `ok`, the gravest first.' })

export function serializePublicReasons(
  reasons: readonly { readonly code: HealthCode; readonly since: number }[],
): z.output<typeof publicReasons> {
  return reasons.map(({ code, since }) => ({ code, since: toIsoTime(since) }))
}

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

const health = z
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

export const healthAnswer = answer(health, ({ state, checkedAt, reasons, warnings }: HealthWithWarnings) => ({
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
}))
