import ipaddr from 'ipaddr.js'
import type { Hex } from 'viem'
import { z } from 'zod'
import { lowerCaseHex } from '../crypto/hex.ts'

/** Each message continues a sentence that begins with the variable's name. */

export function seconds(fallback: number, max: number) {
  return count(fallback, max)
}

export function count(fallback: number, max: number) {
  return z.coerce.number().int().min(1).max(max).default(fallback)
}

/** 0: no limit, or off. */
export function nonNegativeCount(fallback: number, max: number) {
  return z.coerce.number().int().min(0).max(max).default(fallback)
}

export function flag(fallback: boolean) {
  return z.stringbool().default(fallback)
}

export const port = z.coerce.number().int().min(0).max(65_535)

export const httpUrl = z.url({ protocol: /^https?$/, error: 'is not an http(s) URL' })

/** Without a trailing slash: paths are appended. */
export const baseUrl = httpUrl.transform((url) => url.replace(/\/+$/, ''))

/** Pages, cookies and links are made for the root of a host. */
export const origin = httpUrl.transform((text, context) => {
  const { origin: value, href } = new URL(text)
  if (href.replace(/\/+$/, '') !== value)
    context.addIssue(
      'is not an origin such as https://names.example: the service needs a host of its own, without a path',
    )
  return value
})

/** An address to listen on; brackets around an IPv6 address are optional. */
export const listenHost = z
  .string()
  .transform((host) => host.replace(/^\[(.*)\]$/, '$1'))
  .refine((host) => ipaddr.isValid(host) || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(host), {
    error: 'is neither an address nor the name of a host, such as 127.0.0.1, :: or localhost',
  })

export const privateKey = z.templateLiteral(['0x', z.string().regex(/^[0-9a-fA-F]{64}$/)], {
  error: 'is not a private key (0x and 64 hex digits)',
})

/** Separated by commas. */
export const privateKeys = z
  .string()
  .regex(
    /^\s*0x[0-9a-fA-F]{64}(\s*,\s*0x[0-9a-fA-F]{64})*\s*$/,
    'is not a private key (0x and 64 hex digits), or several separated by commas',
  )
  .transform((text) => text.split(',').map((key) => key.trim() as Hex))
  .optional()

export const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, 'is not an address (0x and 40 hex digits)')
  .transform((text) => lowerCaseHex(text as Hex))

/** In base units. */
export function amount(fallback: string) {
  return z
    .string()
    .regex(/^[1-9]\d{0,30}$/, 'is not an amount of base units')
    .transform(BigInt)
    .prefault(fallback)
}

/** Lower case. */
export const addresses = list(
  (entry) => /^0x[0-9a-fA-F]{40}$/.test(entry),
  'is not a list of addresses (0x and 40 hex digits), separated by commas',
).transform((entries) => entries.map((entry) => lowerCaseHex(entry as Hex)))

/** Comma-separated, without empty entries. */
function list(isValid: (entry: string) => boolean, problem: string) {
  return z
    .string()
    .default('')
    .transform((text, context) => {
      const entries = text.split(',').flatMap((entry) => entry.trim() || [])
      if (!entries.every(isValid)) context.addIssue(problem)
      return entries
    })
}

export const origins = list(
  (entry) => /^https?:/.test(entry) && URL.parse(entry)?.origin === entry,
  'is not a list of origins such as https://rpc.example:8545, separated by commas',
)

/** Their `X-Forwarded-For` is trusted. */
export const proxies = list(
  (entry) =>
    ['loopback', 'linklocal', 'uniquelocal'].includes(entry) ||
    ipaddr.isValid(entry) ||
    ipaddr.isValidCIDR(entry),
  'is not a list of addresses, networks such as 10.0.0.0/8, or loopback, linklocal, uniquelocal, separated by commas',
)

export const databaseUrl = z
  .string()
  .regex(/^(sqlite:.+|postgres(ql)?:\/\/.+)$/, 'is neither sqlite:<path> nor postgres://…')

export const postgresUrls = list(
  (entry) => /^postgres(ql)?:\/\/.+/.test(entry),
  'is not a list of postgres://… URLs, separated by commas',
)

export function secretText(minCharacters: number) {
  return z.string().min(minCharacters, `is shorter than ${minCharacters} characters`)
}
