import { z } from 'zod'
import { type DomainHealth, readDomainHealth } from '../../core/health/domain-health.ts'
import { healthAdvice, healthCodes } from '../../core/health/health-advice.ts'
import { needs } from '../credentials/operation-auth.ts'
import { bynameTag } from '../openapi/tags.ts'
import { operation } from '../operation.ts'
import { domainParams, responseOf, toIsoTime } from '../schema/primitives.ts'

const problem = z
  .object({
    code: z.enum(healthCodes).meta({
      description: 'As of the health of the instance, see docs/operating/monitor.md.',
      example: 'gateway-failing',
    }),
    severity: z
      .enum(['critical', 'warning'])
      .meta({ description: '`critical`: names fail now, here or everywhere.', example: 'critical' }),
    problem: z.string().meta({
      description: 'What is wrong for whom, in one sentence.',
      example: 'No name of demo.eth resolves because the service cannot sign its answers.',
    }),
    fix: z.string().meta({
      description:
        'What the reader can do: of what only the operator can mend, an owner reads what to ask for.',
      example: 'Ask the operator of this service: the signer of the service has to be started again.',
    }),
    detail: z.string().nullable().meta({
      description: 'What was found, for those who mend it; null: `problem` says all.',
      example: null,
    }),
    isForOperator: z.boolean().meta({
      description: 'Whether the operator of the instance has to mend it, and not the owner of the domain.',
      example: true,
    }),
  })
  .meta({ id: 'DomainProblem', description: 'Why names of a domain do not resolve, or soon will not.' })

const domainHealthSchema = z
  .object({
    state: z.enum(['ok', 'degraded', 'failing', 'unknown']).meta({
      description:
        '`failing`: no name resolves; `degraded`: names resolve, and something needs a person; `unknown`: not probed yet, or the chain cannot be read.',
      example: 'ok',
    }),
    problems: z.array(problem).meta({ description: 'The gravest first; empty: nothing is wrong.' }),
    checkedAt: z.iso.datetime().nullable().meta({
      description: 'When this process judged it; null: not yet.',
      example: '2030-01-01T00:00:00.000Z',
    }),
  })
  .meta({ id: 'DomainHealth', description: 'Whether names of a domain resolve, as wallets see it.' })

const domainHealthResponse = responseOf(
  domainHealthSchema,
  ({ state, problems, checkedAt }: DomainHealth): z.output<typeof domainHealthSchema> => ({
    state,
    problems: problems.map(({ code, ...rest }) => ({ code, severity: healthAdvice[code].severity, ...rest })),
    checkedAt: toIsoTime(checkedAt),
  }),
)

export const domainHealth = operation({
  summary: 'Read the health of a domain',
  description:
    'The service resolves a name of each resolver every minute, as a wallet does, and reads the resolver of each domain on chain. ' +
    'This is what it last found about the domain; nothing is called for it.',
  auth: needs('read'),
  ...domainParams,
  errors: ['EnsNotFound'],
  handle: ({ context, caller, params, query }) =>
    readDomainHealth(context, { caller, ...params, ...query, latest: context.health.latest() }),
  mounts: [
    {
      method: 'GET',
      url: '/byname/v1/domains/:domain/health',
      id: 'bynameGetDomainHealth',
      tag: bynameTag,
      response: domainHealthResponse,
    },
  ],
})
