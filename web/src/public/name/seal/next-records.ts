import { compareBytes, fromHex, toHex, utf8 } from '../../../../../sdk/src/verify/bytes.ts'
import {
  addressKey,
  contentHashKey,
  findValue,
  kinds,
  type RecordEntry,
  textKey,
} from '../../../../../sdk/src/verify/records.ts'
import { addressBytes } from '../../../seals/address-bytes.ts'
import type { SignedSet } from '../../../seals/signed-set.ts'
import { t } from '../../../text/messages.ts'
import type { Name } from '../../page-data.ts'
import { coinTitle } from '../coin-titles.ts'
import { type Draft, draftOf } from '../edit/draft.ts'

export interface NextRecords {
  /** In the order of their keys. */
  readonly records: readonly RecordEntry[]
  /** Texts that a delegate has signed, as they were: the holder's if the delegate's signature ends before the holder's. */
  readonly delegated: readonly RecordEntry[]
}

/**
 * What the holder signs next: all that is in the form. Records that are as they were keep their bytes, also those of kinds that no page
 * shows.
 *
 * @param stored What was signed last; absent: nothing.
 * @throws Error in words for what is no address, AppError for what is no content hash.
 */
export async function nextRecords(
  name: Name,
  draft: Draft,
  stored: SignedSet | undefined,
): Promise<NextRecords> {
  const before = draftOf(name)
  const signed = stored?.records ?? []
  const kept = (key: Uint8Array, isSame: boolean) => (isSame ? findValue(signed, key) : undefined)
  const texts = Object.entries(draft.texts).flatMap(([key, value]) =>
    value === '' ? [] : [{ key: textKey(key), value: utf8(value) }],
  )
  const addresses = Object.entries(draft.addresses).flatMap(([id, typed]) => {
    const coinType = Number(id)
    const text = typed.trim()
    const key = addressKey(coinType)
    if (text === '') return []
    const isSame = text === before.addresses[coinType]
    return [{ key, value: kept(key, isSame) ?? requireAddress(coinType, text) }]
  })
  const uri = draft.contentHash.trim()
  const site =
    uri === ''
      ? []
      : [
          {
            key: contentHashKey,
            value: kept(contentHashKey, uri === before.contentHash) ?? (await contentHashBytes(uri)),
          },
        ]
  const own = texts.filter((record) => !isDelegated(stored, record))
  return {
    records: inOrder([...own, ...addresses, ...site, ...signed.filter(isOfOtherKind)]),
    delegated: texts.filter((record) => isDelegated(stored, record)),
  }
}

/** The same again. */
export function sameRecords({ records, delegated }: SignedSet): NextRecords {
  const texts = delegated?.records.filter(({ key }) => key[0] === kinds.text) ?? []
  return { records, delegated: texts.filter(({ key }) => !findValue(records, key)?.length) }
}

/** What the holder signs until then: the delegate's texts too, if they would end before. */
export function recordsUntil(
  { records, delegated }: NextRecords,
  stored: SignedSet | undefined,
  validUntil: bigint,
): readonly RecordEntry[] {
  const isLeft = (stored?.delegated?.validUntil ?? validUntil) >= validUntil
  if (isLeft || delegated.length === 0) return records
  const taken = new Set(delegated.map(({ key }) => toHex(key)))
  return inOrder([...records.filter(({ key }) => !taken.has(toHex(key))), ...delegated])
}

function inOrder(records: readonly RecordEntry[]): readonly RecordEntry[] {
  return records.toSorted((one, other) => compareBytes(one.key, other.key))
}

/** In the delegate's words, and not in the holder's. */
function isDelegated(stored: SignedSet | undefined, { key, value }: RecordEntry): boolean {
  const delegated = findValue(stored?.delegated?.records ?? [], key)
  const own = findValue(stored?.records ?? [], key)
  return !own?.length && delegated !== undefined && compareBytes(delegated, value) === 0
}

function isOfOtherKind({ key }: RecordEntry): boolean {
  const [kind] = key
  const isAddress = kind === kinds.address && key.length === 5
  return !isAddress && kind !== kinds.text && !(kind === kinds.contentHash && key.length === 1)
}

function requireAddress(coinType: number, text: string): Uint8Array {
  const bytes = addressBytes(coinType, text)
  if (bytes) return bytes
  const coin = coinTitle(coinType) ?? t('edit.other-coin', { coin: `${coinType}` })
  throw new Error(t('sealed.bad-address', { address: text, coin }))
}

async function contentHashBytes(uri: string): Promise<Uint8Array> {
  const { parseContenthash } = await import('../../../../../server/src/ens/contenthash.ts')
  return fromHex(parseContenthash(uri))
}

export type RecordState = 'new' | 'changed' | 'same' | 'gone'

export interface RecordChange {
  /** In hex. */
  readonly key: string
  readonly state: RecordState
  /** What is signed; of a record that is gone, what was. */
  readonly record: RecordEntry
  /** Of a record that is changed. */
  readonly before?: RecordEntry
}

/** Every record of both sets, in the order of the keys. */
export function compareRecords(
  before: readonly RecordEntry[],
  after: readonly RecordEntry[],
): readonly RecordChange[] {
  const known = new Map(before.map((record) => [toHex(record.key), record]))
  const next = new Map(after.map((record) => [toHex(record.key), record]))
  const changes = after.map((record): RecordChange => {
    const key = toHex(record.key)
    const old = known.get(key)
    if (!old) return { key, state: 'new', record }
    const isSame = compareBytes(old.value, record.value) === 0
    return isSame ? { key, state: 'same', record } : { key, state: 'changed', record, before: old }
  })
  const gone = [...known].flatMap(([key, record]): RecordChange[] =>
    next.has(key) ? [] : [{ key, state: 'gone', record }],
  )
  return [...changes, ...gone].toSorted((one, other) => compareBytes(one.record.key, other.record.key))
}
