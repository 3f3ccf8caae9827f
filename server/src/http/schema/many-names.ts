import { z } from 'zod'
import type { AppError } from '../../errors.ts'
import type { RateLimitQuotas } from '../rate-limit/rate-limits.ts'
import { existingLabel } from './primitives.ts'

/** Of the names of one domain that a request is about. */
export function labelList(max: number) {
  return z
    .array(existingLabel)
    .min(1)
    .max(max)
    .meta({ description: 'Labels of the names.', example: ['alice', 'bob'] })
}

/** A name costs about as much as an item of a batch. */
const namesPerRequest = 10

/** Charges the API key: ten names count as a request, of which one has been counted. */
export function chargeNames({ key }: Pick<RateLimitQuotas, 'key'>, names: number): void {
  key.consume(Math.ceil(names / namesPerRequest) - 1)
}

/** Names that a request leaves out, and why. */
export const failedNames = z.array(
  z.object({
    label: z.string().meta({ description: 'The label, normalized.', example: 'bob' }),
    name: z.string().meta({
      description: 'Of the error of the single operation.',
      example: 'SubnameNotFoundException',
    }),
    message: z
      .string()
      .meta({ description: 'What is wrong.', example: 'bob.demo.eth does not exist on chain 1.' }),
  }),
)

/** Characters; a message may quote a label in any spelling. */
const maxMessageLength = 300

export function toFailedName(
  label: string,
  { name, message }: AppError,
): z.output<typeof failedNames>[number] {
  return { label, name, message: message.slice(0, maxMessageLength).toWellFormed() }
}
