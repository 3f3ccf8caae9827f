import { z } from 'zod'
import { requireSupportedChain } from '../../core/require-supported-chain.ts'
import { checksumAddress, isValidAddress } from '../../crypto/evm-address.ts'
import { chainIds, ensChains } from '../../ens/chains.ts'
import { coinTypeProblem } from '../../ens/coin-type-input.ts'
import {
  normalizeName,
  parseDomain,
  parseLabel,
  parseNewLabel,
  readTypedLabel,
  readTypedName,
} from '../../ens/names.ts'
import { AppError, type ErrorName } from '../../errors.ts'

export const exampleId = '01997a4e-6f3c-7c1e-9d6b-0d6d8a3f2b10'
export const exampleResolverAddress = '0x5FbDB2315678afecb367f032d93F642f64180aa3'

/** Signed by the address of the other examples. */
export const signedExample = {
  address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  message: [
    'localhost:3000 wants you to sign in with your Ethereum account:',
    '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    '',
    'URI: http://localhost:3000',
    'Version: 1',
    'Chain ID: 1',
    'Nonce: 1f0e9d8c7b6a59483',
    'Issued At: 2030-01-01T00:00:00.000Z',
    'Expiration Time: 2030-01-01T00:02:00.000Z',
  ].join('\n'),
  signature:
    '0xe78dbcae4abb40370bd940b4f02f8b4933aed525d9e2aeec6a259212cae086fb063a8b39c160351662c7ea915c2569f8671a36d54f240ee4289fc9dd263402841c',
}

/** Numbers are JSON numbers or digits. Defaults are a `prefault`: the document would omit a `default`. */

/** Errors of values that `parsed` reads, for the document: see `errorsOf`. */
export const inputErrors = z.registry<{ readonly error: ErrorName }>()

const asName = { error: 'InvalidNameException' } as const

/**
 * A value of a type of its own. What `parse` throws is the error of the response (`validatorCompiler`), unless the form of
 * the request is wrong too.
 */
function parsed<Schema extends z.ZodType, Value>(schema: Schema, parse: (value: z.output<Schema>) => Value) {
  return schema.transform((value, { issues }): Value => {
    try {
      return parse(value)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      issues.push({ code: 'custom', input: value, message: error.message, params: { error } })
      return z.NEVER
    }
  })
}

function fromDigits(value: unknown) {
  return typeof value === 'string' && /^(?:\d|-[1-9])\d{0,29}$/.test(value) ? Number(value) : value
}

function wholeNumber(min: number, max: number) {
  return z
    .number({
      error: ({ input }) => {
        if (Array.isArray(input)) return 'has several values'
        return input === undefined || input === null ? 'is missing' : 'is not a whole number'
      },
    })
    .int({
      error: ({ code }) => {
        if (code === 'too_small') return `is less than ${min}`
        return code === 'too_big' ? `is more than ${max}` : 'is not a whole number'
      },
    })
    .min(min, `is less than ${min}`)
    .max(max, `is more than ${max}`)
}

export function integer(min: number, max: number) {
  return z.preprocess(fromDigits, wholeNumber(min, max))
}

export const chainId = z
  .preprocess(fromDigits, parsed(wholeNumber(0, Number.MAX_SAFE_INTEGER), requireSupportedChain))
  .meta({
    description: `Chain id: ${ensChains.map(({ id, title }) => `${id} (${title})`).join(' or ')}.`,
    enum: [...chainIds],
    example: 1,
  })
  .register(inputErrors, { error: 'UnsupportedChainException' })

export const wireChainId = z
  .number()
  .int()
  .meta({ description: 'Chain id: 1 (mainnet) or 11155111 (Sepolia).', enum: [...chainIds], example: 1 })

export function wireId(description: string) {
  return z.string().meta({ description, example: exampleId })
}

/** SLIP-44, ENSIP-11. Of a record, whose core rules refuse numbers that are known to mean another one. */
export const coinType = z
  .preprocess(
    fromDigits,
    z
      .number({
        error: ({ input }) => {
          if (Array.isArray(input)) return 'has several values'
          return input === undefined || input === null ? 'is missing' : coinTypeIssue(input)
        },
      })
      .int({ error: ({ input }) => coinTypeIssue(input) })
      .min(0, { error: ({ input }) => coinTypeIssue(input) })
      .max(2 ** 32 - 1, { error: ({ input }) => coinTypeIssue(input) }),
  )
  .meta({
    description:
      'Coin type (SLIP-44, ENSIP-11): 60 for Ethereum, 0x80000000 plus the chain id for other EVM chains. The bare id of a ' +
      'chain, such as 8453, is refused with the number that is meant.',
    example: 60,
  })

/** Of a query, which has no other rules: numbers that are known to mean another one are refused here. */
export const coinTypeParameter = coinType
  .refine((number) => coinTypeProblem(number) === undefined, { error: ({ input }) => coinTypeIssue(input) })
  .meta({ description: 'Coin type (SLIP-44, ENSIP-11).', example: 60 })

function coinTypeIssue(input: unknown): string {
  return coinTypeProblem(input) ?? 'is not a coin type'
}

/** Null means absent. */
export function optional<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullish().transform((value) => value ?? undefined)
}

/** Null means the default. */
export function optionalWithDefault<Schema extends z.ZodType<number | boolean>>(
  schema: Schema,
  fallback: z.output<Schema> & z.core.util.NoUndefined<z.input<Schema>>,
) {
  return schema
    .nullable()
    .prefault(fallback)
    .transform((value): z.output<Schema> => value ?? fallback)
}

export const queryBoolean = z.preprocess(
  (value) => (value === 'true' || value === 'false' ? value === 'true' : value),
  z.boolean('is neither true nor false'),
)

/** The category Cc of Unicode, written out: `\P{Cc}` needs the flag `u`, which tools that read the document leave out. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those that it refuses.
export const printable = z.string().regex(/^[^\u0000-\u001f\u007f-\u009f]*$/, 'holds control characters')

export function singleLine(max: number) {
  return printable.min(1).max(max)
}

/** Of a name or an address with its chain; in UTF-16. */
const maxNameParameterLength = 1200

/** A single value is a list of one. */
export function repeatable(max: number, min = 0) {
  return z.preprocess(
    (value) => (typeof value === 'string' ? [value] : value),
    z.array(z.string().max(maxNameParameterLength)).min(min).max(max),
  )
}

const nameMeta = { description: 'A name: label and domain.', example: 'alice.demo.eth' }

/** Of a diagnosis, which says what is wrong with it. */
export const nameText = z.string().min(1).max(1000).meta(nameMeta)

export const fullName = parsed(nameText, normalizeName).meta(nameMeta).register(inputErrors, asName)

/** Of a new name, whose label may have no normal form: its verb decides what that means. */
export const typedName = parsed(nameText, readTypedName).meta(nameMeta).register(inputErrors, asName)

const domainMeta = { description: 'A domain that is onboarded here.', example: 'demo.eth' }

/** Of responses. */
export const wireDomainName = z.string().min(1).max(1000).meta(domainMeta)

export const domainName = parsed(z.string().min(1).max(1000), parseDomain)
  .meta(domainMeta)
  .register(inputErrors, asName)

/** Of a row or item, which fails by itself: its verb parses it. */
export const labelText = z
  .string()
  .max(1000)
  .meta({
    description:
      'Left-most label of the subname, in any spelling that ENSIP-15 normalizes. Normalized, it has at most 63 characters ' +
      'and 255 bytes in UTF-8.',
    example: 'alice',
  })
  .register(inputErrors, asName)

/** Of a name that exists, perhaps since before labels were bounded. */
export const existingLabel = parsed(labelText, parseLabel)
  .meta(labelText.meta() ?? {})
  .register(inputErrors, asName)

/** Of a new name. */
export const label = parsed(labelText, parseNewLabel)
  .meta(labelText.meta() ?? {})
  .register(inputErrors, asName)

/** As `label`, but one without a normal form is for the verb to reject. */
export const typedLabel = labelText
  .transform(readTypedLabel)
  .meta(labelText.meta() ?? {})
  .register(inputErrors, asName)

export const uuid = z
  .string()
  .max(100)
  .regex(/^[\w-]+$/, 'is not an id')
  .meta({ description: 'Id, as this service gave it.', example: exampleId })

/** Converts to EIP-55. */
export const evmAddress = z
  .string()
  .refine(
    (text) => isValidAddress(text),
    'is not an address: 0x and 40 hex digits with a correct EIP-55 checksum',
  )
  .transform((text) => checksumAddress(text))
  .meta({
    description: 'Address of an EVM chain, with or without an EIP-55 checksum.',
    maxLength: 42,
    example: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  })

/** ENSIP-1, in any case. */
export const node = z
  .templateLiteral(['0x', z.string().regex(/^[0-9a-fA-F]{64}$/)], { error: 'is not 0x and 64 hex digits' })
  .meta({
    description: 'Node of a name (ENSIP-1), 0x hex.',
    example: '0xee6c4522aab0003e8d14cd40a6af439055fd2577951148c14b6cea9a53475835',
  })

export const domainParams = {
  params: z.object({ domain: domainName }),
  query: z.object({ chainId }),
} as const

/** ISO 8601 of milliseconds since 1970. */
export function toIsoTime(milliseconds: number): string
export function toIsoTime(milliseconds: number | null): string | null
export function toIsoTime(milliseconds: number | null): string | null {
  return milliseconds === null ? null : new Date(milliseconds).toISOString()
}

export interface OperationResponse<Result> {
  readonly data: z.ZodType
  readonly serialize: (result: Result) => unknown
  /** Absent: the response has no entity tag. */
  readonly etag?: (result: Result) => string
  /** False: parts of the data change without the entity tag. It is for If-Match, and no read with it is 304. */
  readonly isRevalidated?: boolean
}

export function responseOf<Data extends z.ZodType, Result>(
  data: Data,
  serialize: (result: Result) => z.input<Data>,
): OperationResponse<Result> {
  return { data, serialize }
}

export function plainResponse<Data extends z.ZodType>(data: Data): OperationResponse<z.input<Data>> {
  return responseOf(data, (result: z.input<Data>) => result)
}

export function withEtag<Result>(
  of: OperationResponse<Result>,
  etag: (result: Result) => string,
): OperationResponse<Result> {
  return { ...of, etag }
}

/** ISO 8601 with an offset, as milliseconds since 1970. */
const time = z.iso
  .datetime({ offset: true, error: 'is not a time such as 2030-01-01T00:00:00Z' })
  .transform((text) => Date.parse(text))
  .refine((milliseconds) => milliseconds >= 0, 'is before 1970')

export function queryTime(description: string, example: string) {
  return optional(time).meta({ description, example })
}

export function requiredTime(description: string, example: string) {
  return time.meta({ description, example })
}
