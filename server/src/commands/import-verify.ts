import { randomInt } from 'node:crypto'
import type { ImportedName } from '../core/archives/import.ts'
import { type Verification, verificationOutcomes } from '../core/archives/verify-sample.ts'
import { isValidAddress } from '../crypto/evm-address.ts'
import { OperatorError } from '../errors.ts'
import { signingSchemes } from '../gateway/digest.ts'
import type { FormerGateway } from '../model/former-gateway.ts'
import { defaulted, escapeControlCharacters, flag, optional, parseChoice, repeated } from './shared.ts'

/** Options of `byname import` that compare a sample with the gateway where the names were. */
export const verifyOptions = {
  verify: flag,
  sample: defaulted('names', '100'),
  seed: optional('number'),
  gateway: optional('url'),
  resolver: optional('0x…'),
  signer: repeated('0x…'),
  scheme: defaulted('scheme', 'published'),
} as const

interface GivenOptions {
  readonly verify: boolean
  readonly sample: string
  readonly seed: string | undefined
  readonly gateway: string | undefined
  readonly resolver: string | undefined
  readonly signer: readonly string[]
  readonly scheme: string
}

export interface Sample {
  readonly seed: number
  readonly add: (name: ImportedName) => void
  /** In the order of the file. */
  readonly names: () => readonly ImportedName[]
}

const maxSample = 1000
const maxSeed = 2 ** 32

/** `undefined` without `--verify`. @throws OperatorError for a number that is too large, or none. */
export function openSample({ verify, sample, seed }: GivenOptions): Sample | undefined {
  if (!verify) return undefined
  return drawSample(
    parseNumber(sample, 1, maxSample),
    seed === undefined ? randomInt(maxSeed) : parseNumber(seed, 0, maxSeed - 1),
  )
}

function parseNumber(text: string, min: number, max: number): number {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  if (number >= min && number <= max) return number
  throw new OperatorError(`"${text}" is not a number from ${min} to ${max}.`)
}

/** Each name is as likely as any other, whatever their number is (reservoir sampling); equal seeds draw equal names. */
export function drawSample(size: number, seed: number): Sample {
  const kept: ImportedName[] = []
  const random = randomNumbers(seed)
  let count = 0
  return {
    seed,
    add: (name) => {
      count += 1
      if (kept.length < size) kept.push(name)
      else {
        const place = Math.floor(random() * count)
        if (place < size) kept[place] = name
      }
    },
    names: () => kept.toSorted((one, other) => one.row - other.row),
  }
}

/** Numbers from 0 to 1, without 1 (a Weyl sequence whose bits are mixed as in SplitMix32). */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x9e3779b9) | 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
}

/** `undefined`: that of the domain. @throws OperatorError for one without a resolver or signers. */
export function parseGateway({ gateway, resolver, signer, scheme }: GivenOptions): FormerGateway | undefined {
  if (gateway === undefined && resolver === undefined && signer.length === 0) return undefined
  if (gateway === undefined || resolver === undefined || signer.length === 0)
    throw new OperatorError('A gateway needs --gateway <url>, --resolver <0x…> and --signer <0x…>.')
  return {
    url: gateway,
    resolver: parseAddress(resolver),
    signingScheme: parseChoice(scheme, signingSchemes),
    signers: signer.map(parseAddress),
    importOnRead: false,
  }
}

function parseAddress(text: string): `0x${string}` {
  if (!isValidAddress(text)) throw new OperatorError(`"${text}" is not an address.`)
  return text
}

/** Names that are printed; the report has all. */
const maxPrinted = 20

/** Prints what is not equal. @returns how many names have each outcome. */
export function printVerifications(verifications: readonly Verification[]): Record<string, number> {
  const unequal = verifications.filter(({ outcome }) => outcome !== 'equal')
  for (const { row, label, outcome, reason, differences } of unequal.slice(0, maxPrinted)) {
    const details = [
      ...(reason === null ? [] : [reason]),
      ...differences.map(
        ({ record, there, here }) => `${record}: ${there ?? 'none'} there, ${here ?? 'none'} here`,
      ),
    ]
    console.error(escapeControlCharacters(`row ${row}, ${label}: ${outcome}. ${details.join('; ')}`))
  }
  if (unequal.length > maxPrinted) console.error(`… and ${unequal.length - maxPrinted} more.`)
  return Object.fromEntries(
    verificationOutcomes.map((outcome) => [
      outcome,
      verifications.filter((verification) => verification.outcome === outcome).length,
    ]),
  )
}
