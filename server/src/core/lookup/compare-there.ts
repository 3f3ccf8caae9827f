import { zeroAddress } from 'viem'
import { addressKey, contenthashKey, nameOfKey, type RecordKey, textKey } from '../../ccip/records.ts'
import { formatAddress } from '../../ens/address.ts'
import { ethCoinType } from '../../ens/coin-types.ts'
import { formatContenthash } from '../../ens/contenthash.ts'
import { effectiveAddress, emptyRecords, type Records } from '../../ens/stored-records.ts'
import type { CoreContext } from '../context.ts'
import { FormerGatewayError } from './former-gateways.ts'
import { type NameThere, readRecordsThere } from './read-former.ts'

/** A record as both gateways answer it; null: it has none. */
export interface ComparedRecord {
  /** Such as `addr(60)`, `text(url)` or `contenthash`. */
  readonly record: string
  readonly there: string | null
  readonly here: string | null
}

export interface ComparedRecords {
  /** Those that one of both has. */
  readonly records: readonly ComparedRecord[]
  /** Whether the former gateway has none of them. */
  readonly isAbsentThere: boolean
  /** Those that are here, and that the former gateway does not answer. */
  readonly unanswered: readonly string[]
}

/**
 * `keys`: each once. `here`: null for a name that does not resolve here.
 * @throws AppError without a valid response to any of them.
 */
export async function compareThere(
  context: Pick<CoreContext, 'formerGateways'>,
  there: NameThere,
  keys: readonly RecordKey[],
  here: Records | null,
): Promise<ComparedRecords> {
  const { records, unanswered } = await readRecordsThere(context, there, keys)
  if (unanswered.length === keys.length)
    throw new FormerGatewayError(there.former, 'answers no request for records', 'question')
  const answered = keys.filter((key) => !unanswered.includes(key))
  return {
    records: compareRecords(records, here && resolvedRecords(here, answered)),
    isAbsentThere: keysOf(records).length === 0,
    unanswered: here ? keysOf(resolvedRecords(here, unanswered)).map(nameOfKey) : [],
  }
}

export function compareRecords(there: Records | null, here: Records | null): readonly ComparedRecord[] {
  const [before, after] = [textsOf(there ?? emptyRecords), textsOf(here ?? emptyRecords)]
  return [...new Set([...after.keys(), ...before.keys()])].map((record) => ({
    record,
    there: before.get(record) ?? null,
    here: after.get(record) ?? null,
  }))
}

/** Of the records that resolve to something. */
export function keysOf({ addresses, texts, contenthash }: Records): readonly RecordKey[] {
  return [
    ...addresses
      .filter(({ coinType, address }) => coinType !== ethCoinType || address !== zeroAddress)
      .map(({ coinType }) => addressKey(coinType)),
    ...texts.filter(({ value }) => value !== '').map(({ key }) => textKey(key)),
    ...(contenthash === null ? [] : [contenthashKey]),
  ]
}

/** As this service resolves these keys. */
function resolvedRecords(stored: Records, keys: readonly RecordKey[]): Records {
  return {
    addresses: keys.flatMap((key) => {
      const address = key.kind === 'addresses' ? effectiveAddress(stored, key.coinType) : null
      return key.kind === 'addresses' && address !== null ? [{ coinType: key.coinType, address }] : []
    }),
    texts: stored.texts.filter(({ key }) => keys.some((one) => one.kind === 'texts' && one.key === key)),
    contenthash: keys.some(({ kind }) => kind === 'contenthash') ? stored.contenthash : null,
  }
}

/** The text form of each record that resolves to something, by its name. */
function textsOf(records: Records): ReadonlyMap<string, string> {
  return new Map(keysOf(records).map((key) => [nameOfKey(key), textOf(records, key)]))
}

function textOf({ addresses, texts, contenthash }: Records, key: RecordKey): string {
  if (key.kind === 'texts') return texts.find((text) => text.key === key.key)?.value ?? ''
  if (key.kind === 'addresses') {
    const record = addresses.find(({ coinType }) => coinType === key.coinType)
    return record ? formatAddress(record.coinType, record.address) : ''
  }
  const content = contenthash && formatContenthash(contenthash)
  return content ? `${content.protocolType}://${content.decoded}` : (contenthash ?? '')
}
