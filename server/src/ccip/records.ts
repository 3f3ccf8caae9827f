import { type Address, bytesToHex, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { toHex } from '../crypto/hex.ts'
import { universalResolverAbi } from '../ens/abis.ts'
import { testnetIds } from '../ens/chains.ts'
import { defaultEvmCoinType, ethCoinType, evmCoinType, isCoinType } from '../ens/coin-types.ts'
import { dnsEncode, type EnsName, namehash, normalizeName } from '../ens/names.ts'
import type { AddressRecord } from '../ens/record-kinds.ts'
import type { Records } from '../ens/stored-records.ts'
import { AppError } from '../errors.ts'
import type { ChainClient } from '../rpc/operator.ts'
import { BoundedAbiReader, MalformedAbiError } from './bounded-abi.ts'
import { ccipCall, ethCall, type ResolverCall, resolveCalls } from './call.ts'
import { encodeString, encodeWord } from './call-data.ts'
import {
  assertLookupBounded,
  decodeOffchainLookup,
  localBatchGatewayUrl,
  type OffchainLookup,
  splitSelector,
} from './gateway.ts'
import { perNameLimits } from './limits.ts'
import {
  decodeAddress,
  decodeBytes,
  decodeString,
  decodeStrings,
  isUnreachableNameError,
  lastGatewayError,
  recordListCall,
  recordSelector,
  rejectedResponseError,
  resolverErrors,
  textKeysCall,
} from './resolver.ts'
import type { ReadSession } from './session.ts'

/** Read where the resolver does not list keys: ENSIP-5, ENSIP-18 and common ones. */
const defaultTextKeys: readonly string[] = [
  'avatar',
  'header',
  'name',
  'alias',
  'display',
  'description',
  'email',
  'mail',
  'phone',
  'url',
  'location',
  'notice',
  'keywords',
  'timezone',
  'language',
  'primary-contact',
  'theme',
  'com.github',
  'com.twitter',
  'com.discord',
  'com.linkedin',
  'com.reddit',
  'com.instagram',
  'com.youtube',
  'org.telegram',
  'xyz.farcaster',
  'io.keybase',
]

const evmChainIds = [10, 56, 100, 137, 8453, 42161, 42220, 43114, 59144, 534352, ...testnetIds]

/** The most used of SLIP-44 and EVM chains. */
const defaultCoinTypes: readonly number[] = [
  ethCoinType,
  0,
  2,
  3,
  144,
  195,
  501,
  defaultEvmCoinType,
  ...evmChainIds.map(evmCoinType),
]

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

export const contenthashKey: RecordKey = { kind: 'contenthash' }

/** No resolver lists them. */
const unlistedRecordKeys: readonly RecordKey[] = [contenthashKey]

/** Read where the resolver lists none. */
export const defaultRecordKeys: readonly RecordKey[] = [
  ...unlistedRecordKeys,
  ...defaultCoinTypes.map(addressKey),
  ...defaultTextKeys.map(textKey),
]

/** In their order, each once. */
export function uniqueKeys(keys: readonly RecordKey[]): readonly RecordKey[] {
  return [...new Map(keys.map((key) => [nameOfKey(key), key])).values()]
}

/** As resolvers list it, such as `addr(60)` or `text(avatar)`. */
export function nameOfKey(key: RecordKey): string {
  if (key.kind === 'texts') return `text(${key.key})`
  return key.kind === 'addresses' ? `addr(${key.coinType})` : key.kind
}

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
function parseListedKey(entry: string): readonly RecordKey[] {
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

/**
 * Reads and verifies a primary name (ENSIP-19) through the Universal Resolver (ENSIP-23). `null` if absent, resolving
 * elsewhere or not normalized.
 * @throws AppError `UpstreamException`, also when the resolver rejects a response; `UpstreamTimeoutException`,
 * `ServiceUnavailableException`.
 */
export async function readPrimaryName(
  session: ReadSession,
  address: Address,
  coinType: number,
): Promise<EnsName | null> {
  const lookupsBefore = session.lookups.count
  const data = encodeFunctionData({
    abi: universalResolverAbi,
    functionName: 'reverseWithGateways',
    args: [address, BigInt(coinType), [localBatchGatewayUrl]],
  })
  const outcome = await ccipCall(session, session.chain.contracts.universalResolver, data)
  if (!outcome.isReverted) return decodeNormalizedName(outcome.data)
  assertNotFound(session, outcome.data, session.lookups.count > lookupsBefore)
  return null
}

const notFoundSelectors: ReadonlySet<string> = new Set([
  resolverErrors.resolverNotFound,
  resolverErrors.resolverNotContract,
  resolverErrors.unsupportedProfile,
  resolverErrors.reverseAddressMismatch,
])

/** Throws unless the revert means no primary name, as every on-chain resolver's does. */
function assertNotFound(session: ReadSession, revertData: Hex, isOffchain: boolean): void {
  const { selector, args } = splitSelector(revertData)
  if (selector === resolverErrors.httpError) throw lastGatewayError(session)
  if (notFoundSelectors.has(selector)) return
  const isResolverError = selector === resolverErrors.resolverError
  if (isResolverError && (!isOffchain || isUnreachableNameError(args))) return
  throw rejectedResponseError()
}

/** Names that are not normalized must not be shown (ENSIP-15). */
function decodeNormalizedName(result: Hex): EnsName | null {
  try {
    const text = new BoundedAbiReader(result).text(0, 0)
    const name = text === '' ? null : normalizeName(text)
    return name === text ? name : null
  } catch (error) {
    if (error instanceof AppError) return null
    if (!(error instanceof MalformedAbiError)) throw error
    throw new AppError('UpstreamException', 'The Universal Resolver returned a malformed result.')
  }
}

const abi = parseAbi(['function resolve(bytes name, bytes data) view returns (bytes)'])

/** Call data for the Ethereum address of a normalized name. */
export function encodeAddressCall(name: string): Hex {
  return recordCall(toHex(namehash(name)), addressKey(ethCoinType))
}

/** Call data of `resolve` (ENSIP-10) for the Ethereum address of a normalized name. */
export function encodeAddressLookup(name: string): Hex {
  const args = [dnsEncode(name), encodeAddressCall(name)] as const
  return encodeFunctionData({ abi, functionName: 'resolve', args })
}

/**
 * The lookup (EIP-3668) of the Ethereum address of a normalized name; `undefined` if the resolver does not revert with one.
 * @throws AppError `UpstreamException`, also for a malformed or large lookup; `UpstreamTimeoutException`.
 */
export async function readAddressLookup(
  { rpc }: ChainClient,
  resolver: Address,
  name: string,
): Promise<OffchainLookup | undefined> {
  const outcome = await ethCall(rpc, resolver, encodeAddressLookup(name))
  const lookup = outcome.isReverted ? decodeLookup(outcome.data) : undefined
  if (lookup) assertLookupBounded(lookup)
  return lookup
}

function decodeLookup(revertData: Hex): OffchainLookup | undefined {
  try {
    return decodeOffchainLookup(revertData)
  } catch (error) {
    if (!(error instanceof MalformedAbiError)) throw error
    throw new AppError('UpstreamException', 'The resolver reverts with a malformed OffchainLookup.')
  }
}
