import { z } from 'zod'
import type { AppError } from '../../errors.ts'

/** The envelope of every JSON response but 402: the payload, or null and the error's text. */
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
    }),
  })
  .meta({ id: 'Failure', description: 'The error: `<WireName>: <sentence>`.' })

/** A JSON response whose schema is named, with the description that the reference to it would lose. */
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

/** The envelope of an error. */
export function failureEnvelope(error: AppError) {
  return {
    statusCode: error.status,
    result: { data: null, error: `${error.name}: ${error.message}` },
  }
}
