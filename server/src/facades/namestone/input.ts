import { zeroAddress } from 'viem'
import { coinTypeProblem } from '../../ens/coin-type-input.ts'
import { ethCoinType } from '../../ens/coin-types.ts'
import { parseContenthash } from '../../ens/contenthash.ts'
import { normalizeName } from '../../ens/names.ts'
import { AppError } from '../../errors.ts'
import type { FacadeRequest } from '../../http/facade.ts'
import { badRequest } from './errors.ts'

/** The records of a name or domain, all of which replace what is stored. */
interface GivenRecords {
  readonly texts: readonly { readonly key: string; readonly value: string }[]
  readonly addresses: readonly { readonly coinType: number; readonly address: string }[]
  /** Empty: none. */
  readonly contenthash: string
}

export interface GivenName {
  readonly records: GivenRecords
  /** The zero address for none. */
  readonly holder: string
}

type Fields = Readonly<Record<string, unknown>>
type Queried = Pick<FacadeRequest, 'query'>

export function requireText(fields: Fields, name: string, missing = `Missing ${name}`): string {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (typeof value === 'string' && value !== '') return value
  throw badRequest(missing)
}

export function queryText({ query }: Queried, name: string): string | undefined {
  const value = Object.hasOwn(query, name) ? query[name] : undefined
  return typeof value === 'string' ? value : value?.find((text) => text !== '')
}

/** `0`, `1`, `false` and `true`, which the SDK writes; undefined for anything else. */
export function queryFlag(request: Queried, name: string): boolean | undefined {
  const text = queryText(request, name)?.toLowerCase()
  if (text === '1' || text === 'true') return true
  return text === '0' || text === 'false' ? false : undefined
}

/** As JSON and forms write it. */
export function isSet(value: unknown): boolean {
  return value === true || value === 1 || value === '1' || value === 'true'
}

const defaultLimit = 50
const maxLimit = 1000

export function readPage(request: Queried): { readonly limit: number; readonly offset: number } {
  const read = (name: string, fallback: number) => {
    const text = queryText(request, name)
    if (text === undefined) return fallback
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    if (Number.isSafeInteger(value)) return value
    throw badRequest(`Invalid ${name} parameter`)
  }
  return { limit: Math.min(read('limit', defaultLimit), maxLimit), offset: read('offset', 0) }
}

export function assertNormalizable(texts: readonly string[], invalid = 'Invalid ens name'): void {
  for (const text of texts) {
    try {
      normalizeName(text)
    } catch (error) {
      throw error instanceof AppError ? badRequest(invalid, error) : error
    }
  }
}

/** Values of the wrong type are errors; what the core parses, it checks. */
export function readName(fields: Fields): GivenName {
  const { contenthash: content, address } = fields
  const contenthash = readContenthash(content)
  const holder = readAddress(address)
  const coins = readMap(fields, 'coin_types').map(([key, value]) => [readCoinType(key), value] as const)
  const ownCoins = coins.filter(([coinType]) => coinType !== ethCoinType)
  const ethereum = new Map(coins).get(ethCoinType) ?? holder
  return {
    holder: holder ?? zeroAddress,
    records: {
      contenthash,
      texts: readMap(fields, 'text_records').map(([key, value]) => ({ key, value })),
      addresses: [
        ...(ethereum === undefined ? [] : [{ coinType: ethCoinType, address: ethereum }]),
        ...ownCoins.map(([coinType, address]) => ({ coinType, address })),
      ],
    },
  }
}

function readAddress(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value === 'string') return value
  throw badRequest('address: is not text')
}

function readCoinType(key: string): number {
  const problem = coinTypeProblem(key)
  if (problem === undefined) return Number(key)
  const isNumber = /^-?\d+$/.test(key)
  throw badRequest(
    `coin_types: "${key.slice(0, 40)}" ${isNumber ? problem : 'is not a coin type, which is a whole number as text'}`,
  )
}

/** A URI, or hex in binary form (ENSIP-7). */
function readContenthash(value: unknown): string {
  if (value === undefined || value === null || value === '') return ''
  try {
    const text = typeof value === 'string' ? value : ''
    parseContenthash(text)
    return text
  } catch (error) {
    throw error instanceof AppError ? badRequest('Invalid contenthash', error) : error
  }
}

/** Null and empty values are left out. */
function readMap(fields: Fields, name: string): readonly (readonly [key: string, value: string])[] {
  const map = fields[name]
  if (map === undefined || map === null) return []
  if (typeof map !== 'object' || Array.isArray(map)) throw badRequest(`${name}: is not an object of texts`)
  return Object.entries(map).flatMap(([key, value]) => {
    if (value === null || value === '') return []
    if (typeof value === 'object') throw badRequest(`${name}: "${key.slice(0, 40)}" is not text`)
    return [[key, `${value}`] as const]
  })
}
