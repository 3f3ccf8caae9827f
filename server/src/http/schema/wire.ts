import { z } from 'zod'

/** Words of the wire that every operation shares. Numbers come as JSON numbers or as digits, as clients send both. */

const digits = z
  .string()
  .regex(/^\d{1,15}$/, 'is not a whole number')
  .transform(Number)

/** A whole number from `min` to `max`. */
export const integer = (min: number, max: number) =>
  z.union([z.number(), digits], { error: 'is not a whole number' }).pipe(z.number().int().min(min).max(max))

export const chainId = integer(0, Number.MAX_SAFE_INTEGER).meta({
  description: 'Chain id: 1 (mainnet) or 11155111 (Sepolia).',
  example: 1,
})

/** A boolean of a query: `true` or `false`. */
export const flag = z.stringbool({ truthy: ['true'], falsy: ['false'], error: 'is neither true nor false' })

/** A repeated query parameter, at most `max` times; a single value is a list of one. */
export const repeatedText = (max: number) =>
  z.union([z.array(z.string()).max(max), z.string()]).transform((value) => [value].flat())

export const fullName = z
  .string()
  .min(1)
  .max(1000)
  .meta({ description: 'A name: label and domain.', example: 'alice.demo.eth' })

export const domainName = z
  .string()
  .min(1)
  .max(1000)
  .meta({ description: 'A domain that is onboarded here.', example: 'demo.eth' })
export const label = z
  .string()
  .max(1000)
  .meta({ description: 'Left-most label of the subname, normalized (ENSIP-15).', example: 'alice' })

export const uuid = z.string().max(100).meta({ example: '01997a4e-6f3c-7c1e-9d6b-0d6d8a3f2b10' })

/** Which page of a listing. */
export const pageQuery = {
  page: integer(1, 1_000_000_000).default(1).meta({ description: 'Page, counted from 1.' }),
  limit: integer(1, 100).default(20).meta({ description: 'Entries a page, at most 100.' }),
}
