import { zeroAddress } from 'viem'
import type { IfMatch } from '../../core/if-match.ts'
import { isHexAddress } from '../../crypto/evm-address.ts'
import { joinName, parseDomain, parseNewLabel } from '../../ens/names.ts'
import { defaultRecordLimits } from '../../ens/record-limits.ts'
import type { RecordInput } from '../../ens/records.ts'
import { coinTypeOf } from './coins.ts'
import { invalid } from './errors.ts'
import { etagOfVersion, versionKey } from './version.ts'

type Fields = Readonly<Record<string, unknown>>

/** Where metadata is kept: it has no place of its own in ENS. */
export const metadataPrefix = 'metadata:'

export interface GivenSubname {
  readonly domain: string
  readonly label: string
  readonly records: RecordInput
  readonly holder: string | undefined
  readonly ifMatch: IfMatch | undefined
  readonly keepsText: (textKey: string) => boolean
}

/**
 * An absent list stays, an empty one clears. Texts and metadata are stored together: a list of one of them keeps those of the
 * other.
 */
export function readSubname(body: Fields): GivenSubname {
  const { owner, contenthash, texts: givenTexts, metadata: givenMetadata, addresses } = body
  const domain = requireText(body, 'parentName')
  const label = requireText(body, 'label')
  const texts = givenTexts === undefined ? undefined : readEntries('texts', givenTexts)
  const metadata = givenMetadata === undefined ? undefined : readEntries('metadata', givenMetadata)
  const version = metadata?.find(({ key }) => key === versionKey)?.value
  const etag = version === undefined ? undefined : etagOfVersion(version, nameOf(label, domain))
  const stored = metadata
    ?.filter(({ key }) => key !== versionKey)
    .map(({ key, value }) => ({ key: metadataPrefix + key, value }))
  return {
    domain,
    label,
    records: {
      texts: texts || stored ? [...(texts ?? []), ...(stored ?? [])] : undefined,
      addresses: addresses === undefined ? undefined : readAddresses(addresses),
      contenthash: readContenthash(contenthash),
    },
    keepsText: (key) => (isMetadata(key) ? !stored : !texts),
    holder: readOwner(owner),
    ifMatch: etag === undefined ? undefined : { match: [etag] },
  }
}

export function isMetadata(textKey: string): boolean {
  return textKey.startsWith(metadataPrefix)
}

function nameOf(label: string, domain: string): string {
  return joinName(parseNewLabel(label), parseDomain(domain))
}

interface TextEntry {
  readonly key: string
  readonly value: string
}

function requireText(fields: Fields, name: string): string {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (typeof value === 'string' && value !== '') return value
  throw invalid(name, value === undefined ? 'is required' : 'must be a non-empty string')
}

function readEntries(list: string, value: unknown): readonly TextEntry[] {
  return readList(list, value).map((entry, index) => {
    const { key, value: text } = entry
    const member = `${list}.${index}`
    if (typeof key !== 'string' || key === '') throw invalid(`${member}.key`, 'must be a non-empty string')
    if (typeof text !== 'string') throw invalid(`${member}.value`, 'must be a string')
    return { key, value: text }
  })
}

function readAddresses(value: unknown): NonNullable<RecordInput['addresses']> {
  return readList('addresses', value).flatMap(({ coin, value: address }, index) => {
    const member = `addresses.${index}`
    const key = typeof coin === 'string' && /^\d{1,16}$/.test(coin) ? Number(coin) : coin
    const coinType = typeof key === 'number' ? coinTypeOf(key) : undefined
    if (coinType === undefined) throw invalid(`${member}.coin`, 'must be the number of a coin')
    if (typeof address !== 'string') throw invalid(`${member}.value`, 'must be a string')
    return address === '' ? [] : [{ coinType, address }]
  })
}

function readList(name: string, value: unknown): readonly Fields[] {
  if (!Array.isArray(value)) throw invalid(name, 'must be an array')
  return value.map((entry: unknown, index) => {
    if (typeof entry !== 'object' || entry === null) throw invalid(`${name}.${index}`, 'must be an object')
    // Safe: every object has members of unknown types.
    return entry as Fields
  })
}

/** Null and the empty text clear. */
function readContenthash(value: unknown): string | undefined {
  if (value === undefined || typeof value === 'string') return value
  if (value === null) return ''
  throw invalid('contenthash', 'must be a string')
}

function readOwner(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  if (value === '') return zeroAddress
  if (typeof value === 'string' && isHexAddress(value)) return value
  throw invalid('owner', 'must be an address')
}

export interface GivenSearch {
  readonly parents: readonly string[]
  readonly text: string | undefined
  readonly owner: string | undefined
  /** Texts that a name must have, by key. */
  readonly texts: ReadonlyMap<string, string>
  readonly page: number
  readonly size: number
}

const maxParents = 100
const maxSize = 100

/** Of the text that is searched in labels. */
const maxSearchChars = 255
const maxFilters = 20

/** Members as the interface and as the types of the client name them. */
export function readSearch(body: Fields): GivenSearch {
  const { parentName, parentNames = [], labelSearch, searchLabel, owner } = body
  const { metadata, dataRecords, textRecords } = body
  if (!Array.isArray(parentNames) || parentNames.length > maxParents)
    throw invalid('parentNames', `must be an array of at most ${maxParents} names`)
  const parents = [...(parentName === undefined ? [] : [parentName]), ...parentNames].map(readParent)
  if (parents.length === 0) throw invalid('parentName', 'is required')
  return {
    parents,
    text: readOptionalText('labelSearch', labelSearch ?? searchLabel, maxSearchChars),
    owner: readOptionalText('owner', owner, maxNameChars),
    texts: new Map([
      ...readFilter('metadata', metadata ?? dataRecords, metadataPrefix),
      ...readFilter('textRecords', textRecords, ''),
    ]),
    page: readCount(body, 'page', 1),
    size: Math.min(readCount(body, 'size', 25), maxSize),
  }
}

/** Of a name or an address. */
const maxNameChars = 1000

function readParent(value: unknown): string {
  if (typeof value !== 'string' || value === '') throw invalid('parentName', 'must be a non-empty string')
  if (value.length > maxNameChars) throw invalid('parentName', `must have at most ${maxNameChars} characters`)
  return value
}

function readOptionalText(name: string, value: unknown, maxChars: number): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value !== 'string') throw invalid(name, 'must be a string')
  if (value.length > maxChars) throw invalid(name, `must have at most ${maxChars} characters`)
  return value
}

function readCount(body: Fields, name: string, fallback: number): number {
  const value = Object.hasOwn(body, name) ? body[name] : undefined
  const count = typeof value === 'string' ? Number(value) : (value ?? fallback)
  if (typeof count === 'number' && Number.isInteger(count) && count >= 1 && count <= 1_000_000_000)
    return count
  throw invalid(name, 'must be a whole number from 1 on')
}

function readFilter(name: string, value: unknown, prefix: string): readonly (readonly [string, string])[] {
  if (value === undefined || value === null) return []
  if (typeof value !== 'object' || Array.isArray(value)) throw invalid(name, 'must be an object')
  const entries = Object.entries(value)
  if (entries.length > maxFilters) throw invalid(name, `must have at most ${maxFilters} members`)
  return entries.map(([key, text]) => {
    const member = `${name}.${key.slice(0, 40)}`
    if (typeof text !== 'string') throw invalid(member, 'must be a string')
    if (key.length > defaultRecordLimits.textKey || text.length > defaultRecordLimits.textValue)
      throw invalid(member, 'must be no longer than a text record')
    return [prefix + key, text] as const
  })
}
