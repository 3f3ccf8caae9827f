import { z } from 'zod'
import type { AppError } from '../../errors.ts'
import { policyRules } from '../../model/policy.ts'

/** Of every JSON response but 402. */
export function success<Data extends z.ZodType>(data: Data, statusCode: number) {
  return z
    .object({ statusCode: z.literal(statusCode), result: z.object({ data, error: z.null() }) })
    .describe('The result, in the envelope.')
}

export const failure = z
  .object({
    statusCode: z.number().int().meta({ description: 'The HTTP status.', example: 404 }),
    result: z.object({
      data: z.null(),
      error: z.string().meta({
        description: '`<Name>: <sentence>`.',
        example: 'SubnameNotFoundException: alice.demo.eth does not exist on chain 1.',
      }),
      code: z.string().meta({ description: 'The name alone.', example: 'SubnameNotFoundException' }),
    }),
  })
  .meta({ id: 'Failure', description: 'The error: `<WireName>: <sentence>`.' })

export const policyFailure = failure
  .extend({
    rule: z.enum(policyRules).optional().meta({
      description: 'The rule of the policy; only with PolicyRefusedException.',
      example: 'reserved',
    }),
  })
  .meta({ id: 'PolicyFailure', description: 'The error, and the rule of the policy that refuses.' })

/** Keeps the description that the reference to a named schema would lose. */
export function describedResponse(description: string, schema: z.ZodType) {
  return {
    description,
    content: { 'application/json': { schema } },
  }
}

export const tooManyRequests = describedResponse(
  'TooManyRequestsException',
  failure
    .extend({
      retryAfterSeconds: z.number().int().meta({ description: 'As the header Retry-After.', example: 12 }),
    })
    .meta({ id: 'TooManyRequests', description: 'A rate limit is reached.' }),
)

export function failureEnvelope(error: AppError) {
  return {
    statusCode: error.status,
    result: { data: null, error: `${error.name}: ${error.message}`, code: error.name },
  }
}
