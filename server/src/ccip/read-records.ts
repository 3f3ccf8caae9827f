import { bytesToHex, type Hex } from 'viem'
import { isCoinType } from '../ens/coin-type.ts'
import { namehash } from '../ens/namehash.ts'
import type { Records } from '../ens/records.ts'
import { defaultCoinTypes, defaultTextKeys } from './default-record-keys.ts'
import { perNameLimits } from './limits.ts'
import {
  decodeAddress,
  decodeBytes,
  decodeString,
  decodeStrings,
  type RecordKey,
  recordCall,
  recordListCall,
  textKeysCall,
} from './record-call.ts'
import { type ResolverCall, resolveCalls } from './resolve-calls.ts'
import type { ReadSession } from './session.ts'

const contenthashKey: RecordKey = { type: 'contenthash' }
function textKey(key: string): RecordKey {
  return { type: 'text', key }
}
function addressKey(coinType: number): RecordKey {
  return { type: 'address', coinType }
}

const defaultRecordKeys: readonly RecordKey[] = [
  contenthashKey,
  ...defaultCoinTypes.map(addressKey),
  ...defaultTextKeys.map(textKey),
]

/** The results of record calls so far, by call. */
type CallResults = Map<Hex, Hex | undefined>

/**
 * Reads the records of a normalized name: all of them, in their order, if its resolver lists them; else the common ones, and
 * the texts that the resolver lists. One multicall, and more for listed records beyond it.
 *
 * `null` for an unregistered name. Throws the errors of `resolveCalls`.
 */
export async function readRecords(session: ReadSession, name: string): Promise<Records | null> {
  const node = bytesToHex(namehash(name))
  const textKeys = textKeysCall(node)
  const results: CallResults = new Map()
  const isRegistered = await readInto(session, name, results, [
    { call: recordListCall, isOptional: true },
    { call: textKeys, isOptional: true },
    ...defaultRecordKeys.map((key) => ({ call: recordCall(node, key) })),
  ])
  if (!isRegistered) return null

  const keys = parseListedKeys(results.get(recordListCall)) ?? [
    ...(decodeStrings(results.get(textKeys)) ?? []).slice(0, perNameLimits.maxListedKeys).map(textKey),
    ...defaultRecordKeys,
  ]
  const missingCalls = keys.map((key) => recordCall(node, key)).filter((call) => !results.has(call))
  for (let offset = 0; offset < missingCalls.length; offset += perNameLimits.maxRecordsPerMulticall)
    await readInto(
      session,
      name,
      results,
      missingCalls.slice(offset, offset + perNameLimits.maxRecordsPerMulticall).map((call) => ({ call })),
    )
  return toRecords(keys, (key) => results.get(recordCall(node, key)))
}

/** Reads the address of a normalized name for the first of the coin types that has one; `undefined` without one. */
export async function readAddress(
  session: ReadSession,
  name: string,
  coinTypes: readonly number[],
): Promise<Records['addresses'][number] | undefined> {
  const node = bytesToHex(namehash(name))
  const results = await resolveCalls(
    session,
    name,
    coinTypes.map((coinType) => ({ call: recordCall(node, addressKey(coinType)) })),
  )
  return coinTypes.flatMap((coinType, index) => {
    const found = decodeAddress(results?.[index], coinType)
    return found ? [{ coinType, address: found }] : []
  })[0]
}

/** Adds the results of these calls; false for an unregistered name. */
async function readInto(
  session: ReadSession,
  name: string,
  results: CallResults,
  calls: readonly ResolverCall[],
): Promise<boolean> {
  const returned = await resolveCalls(session, name, calls)
  for (const [index, { call }] of calls.entries()) results.set(call, returned?.[index])
  return returned !== null
}

/**
 * The records that a resolver lists, and the content hash, which no list contains; `undefined` when it does not list records.
 */
function parseListedKeys(result: Hex | undefined): readonly RecordKey[] | undefined {
  const list = decodeStrings(result)
  return list && [contenthashKey, ...list.slice(0, perNameLimits.maxListedKeys).flatMap(parseKey)]
}

/** Parses `addr(60)` or `text(avatar)`; skips other entries. */
function parseKey(entry: string): RecordKey[] {
  const [, type, key = ''] = /^(addr|text)\((.*)\)$/s.exec(entry) ?? []
  if (type === 'text') return [textKey(key)]
  return type === 'addr' && /^\d{1,10}$/.test(key) && isCoinType(Number(key)) ? [addressKey(Number(key))] : []
}

/** Assembles records in the order of their keys, each key once. */
function toRecords(keys: readonly RecordKey[], resultOf: (key: RecordKey) => Hex | undefined): Records {
  const texts = new Map<string, string>()
  const addresses = new Map<number, Hex>()
  for (const key of keys) {
    if (key.type === 'text') setIfDefined(texts, key.key, decodeString(resultOf(key)))
    if (key.type === 'address')
      setIfDefined(addresses, key.coinType, decodeAddress(resultOf(key), key.coinType))
  }
  return {
    texts: [...texts].map(([key, value]) => ({ key, value })),
    addresses: [...addresses].map(([coinType, found]) => ({ coinType, address: found })),
    contenthash: decodeBytes(resultOf(contenthashKey)) ?? null,
  }
}

function setIfDefined<Key, Value>(map: Map<Key, Value>, key: Key, value: Value | undefined): void {
  if (value !== undefined) map.set(key, value)
}
