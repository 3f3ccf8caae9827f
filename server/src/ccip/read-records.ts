import { bytesToHex, type Hex } from 'viem'
import { namehash } from '../ens/namehash.ts'
import type { AddressRecord } from '../ens/record-kinds/addresses.ts'
import type { Records } from '../ens/records.ts'
import { perNameLimits } from './limits.ts'
import {
  addressKey,
  defaultRecordKeys,
  parseListedKey,
  type RecordKey,
  recordCall,
  textKey,
  toRecords,
  unlistedRecordKeys,
} from './record-keys.ts'
import { type ResolverCall, resolveCalls } from './resolve-calls.ts'
import { decodeAddress, decodeStrings, recordListCall, textKeysCall } from './resolver-abi.ts'
import type { ReadSession } from './session.ts'

type CallResults = Map<Hex, Hex | undefined>

/**
 * Reads all records, in order, if the resolver of a normalized name lists them; else common ones and listed texts. One
 * multicall, and more for further listed records. `null` for an unregistered name. Throws as `resolveCalls`.
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

/** Of the first coin type that has one. */
export async function readAddress(
  session: ReadSession,
  name: string,
  coinTypes: readonly number[],
): Promise<AddressRecord | undefined> {
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

/** False for an unregistered name. */
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

/** Includes unlisted keys; `undefined` when the resolver lists none. */
function parseListedKeys(result: Hex | undefined): readonly RecordKey[] | undefined {
  const list = decodeStrings(result)
  return (
    list && [...unlistedRecordKeys, ...list.slice(0, perNameLimits.maxListedKeys).flatMap(parseListedKey)]
  )
}
