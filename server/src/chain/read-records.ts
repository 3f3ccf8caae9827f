import { bytesToHex, type Hex } from 'viem'
import { isCoinType } from '../ens/coin-type.ts'
import { namehash } from '../ens/namehash.ts'
import type { Records } from '../ens/records.ts'
import { chosenCoinTypes, chosenTexts } from './chosen-records.ts'
import type { Reading } from './reading.ts'
import { readingLimits } from './reading-limits.ts'
import {
  addressIn,
  bytesIn,
  type RecordKey,
  recordCall,
  recordListCall,
  textIn,
  textKeysCall,
  textsIn,
} from './record-call.ts'
import { type Question, resolveCalls } from './resolve-calls.ts'

const contenthash: RecordKey = { type: 'contenthash' }
const text = (key: string): RecordKey => ({ type: 'text', key })
const address = (coinType: number): RecordKey => ({ type: 'address', coinType })

const chosen: readonly RecordKey[] = [contenthash, ...chosenCoinTypes.map(address), ...chosenTexts.map(text)]

/** The answers to record calls so far, by the call. */
type Answers = Map<Hex, Hex | undefined>

/**
 * Reads the records of a normalized name: all of them, in their own order, where its resolver lists them; else those
 * that are commonly set, and the texts that the resolver lists. One multicall, and others only for what is listed beyond.
 *
 * `null` when nobody registered the name. Fails as `resolveCalls` does.
 */
export async function readRecords(reading: Reading, name: string): Promise<Records | null> {
  const node = bytesToHex(namehash(name))
  const textKeys = textKeysCall(node)
  const answers: Answers = new Map()
  const found = await ask(reading, name, answers, [
    { call: recordListCall, isOptional: true },
    { call: textKeys, isOptional: true },
    ...chosen.map((key) => ({ call: recordCall(node, key) })),
  ])
  if (!found) return null

  const wanted = listed(answers.get(recordListCall)) ?? [
    ...(textsIn(answers.get(textKeys)) ?? []).slice(0, readingLimits.keys).map(text),
    ...chosen,
  ]
  const missing = wanted.map((key) => recordCall(node, key)).filter((call) => !answers.has(call))
  for (let at = 0; at < missing.length; at += readingLimits.recordsAtOnce)
    await ask(
      reading,
      name,
      answers,
      missing.slice(at, at + readingLimits.recordsAtOnce).map((call) => ({ call })),
    )
  return recordsOf(wanted, (key) => answers.get(recordCall(node, key)))
}

/** Reads the address of a normalized name: of the first of the coin types that has one, `undefined` when none has. */
export async function readAddress(
  reading: Reading,
  name: string,
  coinTypes: readonly number[],
): Promise<Records['addresses'][number] | undefined> {
  const node = bytesToHex(namehash(name))
  const answers = await resolveCalls(
    reading,
    name,
    coinTypes.map((coinType) => ({ call: recordCall(node, address(coinType)) })),
  )
  return coinTypes.flatMap((coinType, index) => {
    const found = addressIn(answers?.[index], coinType)
    return found ? [{ coinType, address: found }] : []
  })[0]
}

/** Adds the answers to these questions; false when nobody registered the name. */
async function ask(
  reading: Reading,
  name: string,
  answers: Answers,
  questions: readonly Question[],
): Promise<boolean> {
  const found = await resolveCalls(reading, name, questions)
  for (const [index, { call }] of questions.entries()) answers.set(call, found?.[index])
  return found !== null
}

/** What a resolver lists, and the content hash, which no list mentions; `undefined` when it does not list records. */
function listed(answer: Hex | undefined): readonly RecordKey[] | undefined {
  const list = textsIn(answer)
  return list && [contenthash, ...list.slice(0, readingLimits.keys).flatMap(parseKey)]
}

/** Reads `addr(60)` or `text(avatar)`; other entries are passed over. */
function parseKey(entry: string): RecordKey[] {
  const [, type, key = ''] = /^(addr|text)\((.*)\)$/s.exec(entry) ?? []
  if (type === 'text') return [text(key)]
  return type === 'addr' && /^\d{1,10}$/.test(key) && isCoinType(Number(key)) ? [address(Number(key))] : []
}

/** Puts records together in the order of their keys; a key counts once. */
function recordsOf(keys: readonly RecordKey[], answerTo: (key: RecordKey) => Hex | undefined): Records {
  const texts = new Map<string, string>()
  const addresses = new Map<number, Hex>()
  for (const key of keys) {
    if (key.type === 'text') setIfThere(texts, key.key, textIn(answerTo(key)))
    if (key.type === 'address') setIfThere(addresses, key.coinType, addressIn(answerTo(key), key.coinType))
  }
  return {
    texts: [...texts].map(([key, value]) => ({ key, value })),
    addresses: [...addresses].map(([coinType, found]) => ({ coinType, address: found })),
    contenthash: bytesIn(answerTo(contenthash)) ?? null,
  }
}

function setIfThere<Key, Value>(map: Map<Key, Value>, key: Key, value: Value | undefined): void {
  if (value !== undefined) map.set(key, value)
}
