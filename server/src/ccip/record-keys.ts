import type { Hex } from 'viem'
import { isCoinType } from '../ens/coin-type.ts'
import type { Records } from '../ens/records.ts'
import { encodeString, encodeWord } from './call-data.ts'
import { defaultCoinTypes, defaultTextKeys } from './default-record-keys.ts'
import { decodeAddress, decodeBytes, decodeString, recordSelector } from './resolver-abi.ts'

export type RecordKey =
  | { readonly kind: 'texts'; readonly key: string }
  | { readonly kind: 'addresses'; readonly coinType: number }
  | { readonly kind: 'contenthash' }

export function textKey(key: string): RecordKey {
  return { kind: 'texts', key }
}

export function addressKey(coinType: number): RecordKey {
  return { kind: 'addresses', coinType }
}

const contenthashKey: RecordKey = { kind: 'contenthash' }

/** No resolver lists them. */
export const unlistedRecordKeys: readonly RecordKey[] = [contenthashKey]

/** Read where the resolver lists none. */
export const defaultRecordKeys: readonly RecordKey[] = [
  ...unlistedRecordKeys,
  ...defaultCoinTypes.map(addressKey),
  ...defaultTextKeys.map(textKey),
]

const textSelector = recordSelector('text')
const addrSelector = recordSelector('addr')
const contenthashSelector = recordSelector('contenthash')

export function recordCall(node: Hex, key: RecordKey): Hex {
  switch (key.kind) {
    case 'texts':
      return `${textSelector}${node.slice(2)}${encodeWord(64)}${encodeString(key.key)}`
    case 'addresses':
      return `${addrSelector}${node.slice(2)}${encodeWord(key.coinType)}`
    case 'contenthash':
      return `${contenthashSelector}${node.slice(2)}`
  }
}

/** Such as `addr(60)` or `text(avatar)`; skips others. */
export function parseListedKey(entry: string): readonly RecordKey[] {
  const [, type, key = ''] = /^(addr|text)\((.*)\)$/s.exec(entry) ?? []
  if (type === 'text') return [textKey(key)]
  return type === 'addr' && /^\d{1,10}$/.test(key) && isCoinType(Number(key)) ? [addressKey(Number(key))] : []
}

/** In the order of keys, each once. */
export function toRecords(
  keys: readonly RecordKey[],
  resultOf: (key: RecordKey) => Hex | undefined,
): Records {
  const texts = new Map<string, string>()
  const addresses = new Map<number, Hex>()
  for (const key of keys) {
    if (key.kind === 'texts') setIfDefined(texts, key.key, decodeString(resultOf(key)))
    if (key.kind === 'addresses')
      setIfDefined(addresses, key.coinType, decodeAddress(resultOf(key), key.coinType))
  }
  return {
    texts: [...texts].map(([key, value]) => ({ key, value })),
    addresses: [...addresses].map(([coinType, address]) => ({ coinType, address })),
    contenthash: decodeBytes(resultOf(contenthashKey)) ?? null,
  }
}

function setIfDefined<Key, Value>(map: Map<Key, Value>, key: Key, value: Value | undefined): void {
  if (value !== undefined) map.set(key, value)
}
