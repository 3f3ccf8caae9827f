import { z } from 'zod'
import type { AppError } from '../../errors.ts'

/** The envelope of every JSON answer but 402: the payload, or null and the error's text. */
export const success = <Data extends z.ZodType>(data: Data, status: number) =>
  z
    .object({ statusCode: z.literal(status), result: z.object({ data, error: z.null() }) })
    .describe('The result, in the envelope.')

export const failure = z
  .object({
    statusCode: z.number().int(),
    result: z.object({ data: z.null(), error: z.string() }),
  })
  .meta({ id: 'Failure', description: 'What went wrong: `<WireName>: <sentence>`.' })

export const tooManyRequests = failure
  .extend({ retryAfterSeconds: z.number().int().meta({ description: 'As the header Retry-After.' }) })
  .meta({ id: 'TooManyRequests', description: 'TooManyRequestsException' })

/** The envelope of a failure. */
export const failureEnvelope = (error: AppError) => ({
  statusCode: error.status,
  result: { data: null, error: `${error.name}: ${error.message}` },
})
