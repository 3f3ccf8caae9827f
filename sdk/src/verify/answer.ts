import { dynamic, encodeCall } from './abi.ts'
import { fromHex, type Hex, Reader, toHex } from './bytes.ts'
import { nodeOf } from './dns-name.ts'
import { FileWalk } from './files.ts'
import { verifyLive } from './live.ts'
import { answerCall } from './record-call.ts'
import { findValue, kinds, type RecordEntry } from './records.ts'
import { assertHolds, type RefusalReason, Refused } from './refusal.ts'
import { verifySealProof } from './seal-proof.ts'
import { type SealedAnswer, verifySealed } from './sealed.ts'
import {
  type Callback,
  callbackOf,
  type IsValidSignature,
  isDecidedByTrees,
  isSealed,
  type ResolverState,
  type Seal,
} from './state.ts'

/** Whose word a record is: a signer's of the gateway, the holder's, the delegate's of the holder, or the files'. */
export type Word = 'gateway' | 'holder' | 'delegate' | 'files'

export interface VerifiedEntry {
  readonly key: Hex
  readonly value: Hex
  readonly word: Word
}

/** One step that held, in a sentence. */
export interface Check {
  readonly name: 'state' | 'time' | 'path' | 'signature' | 'seal' | 'set' | 'delegation' | 'file' | 'records'
  readonly detail: string
}

export interface AnswerRequest {
  /** In wire form (ENSIP-10). */
  readonly name: Hex
  /** The call of a resolver, such as `addr(bytes32)` or `multicall(bytes[])`. */
  readonly data: Hex
  /** By what the contract asks to be called back; absent: as the state says. */
  readonly callback?: Callback
}

export interface AnswerInput {
  readonly state: ResolverState
  readonly request: AnswerRequest
  /** Of a gateway; in the dark the contents of the files, in the order of the lookups. */
  readonly response: Hex | readonly Hex[]
  /** Unix seconds of the block at which the contract is called back. */
  readonly time: bigint
  /** ERC-1271; absent: contracts sign nothing. */
  readonly isValidSignature?: IsValidSignature
}

interface Answered {
  /** Of the whole answer; single texts may be a delegate's. */
  readonly word: Exclude<Word, 'delegate'>
  /** The account that has signed; null for files. */
  readonly signer: Hex | null
  readonly delegate: Hex | null
  /** All records of the name, where the answer has them; null for a gateway's. */
  readonly entries: readonly VerifiedEntry[] | null
  readonly checks: readonly Check[]
}

export type Verdict =
  /** The contract returns these bytes. */
  | (Answered & { readonly verdict: 'verified'; readonly result: Hex })
  /** The contract reverts with this error, which is an answer as well: the resolver of the name does not have the call. */
  | (Answered & { readonly verdict: 'reverted'; readonly error: Hex })
  /** The contract rejects it. */
  | {
      readonly verdict: 'refused'
      readonly reason: RefusalReason
      readonly detail: string
      readonly checks: readonly Check[]
    }

interface Verification {
  readonly input: AnswerInput
  readonly node: Uint8Array
  readonly checks: Check[]
}

/**
 * Decides an answer as the resolver contract does (docs/format.md), from what the chain says and nothing else.
 * @throws TypeError for misuse, such as a state that is no hex; never because of an answer.
 */
export async function verifyAnswer(input: AnswerInput): Promise<Verdict> {
  const checks: Check[] = []
  try {
    const node = nodeOf(fromHex(input.request.name))
    const { result, isError, ...answered } = await verifyByState({ input, node, checks })
    const common = { ...answered, checks }
    return isError
      ? { ...common, verdict: 'reverted', error: toHex(result) }
      : { ...common, verdict: 'verified', result: toHex(result) }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { verdict: 'refused', reason: error.reason, detail: error.message, checks }
  }
}

interface Outcome extends Omit<Answered, 'checks'> {
  readonly result: Uint8Array
  readonly isError: boolean
}

async function verifyByState(verification: Verification): Promise<Outcome> {
  const { state, request } = verification.input
  const callback = callbackOf(state)
  assertHolds(
    request.callback === undefined || request.callback === callback,
    'WrongCallback',
    `The state asks for ${callback}, not for ${request.callback}.`,
  )
  verification.checks.push({ name: 'state', detail: stateSentences[callback] })
  if (callback === 'file') return byFiles(verification)
  const response = oneResponse(verification.input)
  if (callback === 'gateway') return byGateway(verification, response)
  if (callback === 'holder')
    return byHolder(verification, { seal: state.seal, response, validAt: verification.input.time })
  return byProvenHolder(verification, response)
}

const stateSentences: Readonly<Record<Callback, string>> = {
  gateway: 'The contract is live, and the name is not sealed: a signer of the gateway answers.',
  holder: 'The name is sealed in storage: its holder answers.',
  provenHolder: 'Trees of seals decide who answers, by a proof.',
  file: 'The contract is dark: files below its root answer.',
}

function oneResponse({ response }: AnswerInput): Uint8Array {
  assertHolds(typeof response === 'string', 'WrongNumberOfFiles', 'A gateway gives one response, not files.')
  return fromHex(response)
}

/** What a client is sent to a gateway with, where the state asks for one. */
export function callDataOf(callback: Callback, name: Uint8Array, data: Uint8Array): Uint8Array {
  if (callback === 'holder') return encodeCall('recordSet(bytes)', [dynamic(name)])
  const signature = callback === 'provenHolder' ? 'resolveWithSeal(bytes,bytes)' : 'resolve(bytes,bytes)'
  return encodeCall(signature, [dynamic(name), dynamic(data)])
}

function byGateway({ input, checks }: Verification, response: Uint8Array): Outcome {
  const { state, request, time } = input
  const callData = callDataOf('gateway', fromHex(request.name), fromHex(request.data))
  const { result, isError, ...answer } = verifyLive({ state, callData, response, time })
  checks.push({ name: 'time', detail: `The answer is valid until ${answer.expires}, at ${time}.` })
  if (answer.siblings > 0)
    checks.push({ name: 'path', detail: `A path of ${answer.siblings} siblings leads to the signed root.` })
  const signer = toHex(answer.signer)
  checks.push({
    name: 'signature',
    detail: `${signer}, a signer of the contract, has signed the result of this call.`,
  })
  return { result, isError, word: 'gateway', signer, delegate: null, entries: null }
}

interface HolderAnswer {
  readonly seal: Seal | null
  readonly response: Uint8Array
  readonly validAt: bigint
}

async function byHolder(
  verification: Verification,
  { seal, response, validAt }: HolderAnswer,
): Promise<Outcome> {
  const { input, node, checks } = verification
  const { state, isValidSignature = () => false } = input
  assertHolds(seal !== null, 'UnsupportedKind', 'The name is not sealed.')
  const set = await verifySealed({ state, node, seal, response, validAt, isValidSignature })
  checks.push(
    {
      name: 'set',
      detail: `The set has the sequence ${set.sequence} and is valid until ${set.validUntil}, at ${validAt}.`,
    },
    {
      name: 'signature',
      detail: `${seal.holder}, the ${seal.kind === 2 ? 'passkey' : 'account'} of the holder, has signed all records.`,
    },
  )
  if (set.delegate)
    checks.push({
      name: 'delegation',
      detail: `${toHex(set.delegate)} has signed further texts for the holder.`,
    })
  const delegate = set.delegate && toHex(set.delegate)
  return { ...answerFrom(verification, entriesOf(set)), word: 'holder', signer: seal.holder, delegate }
}

async function byProvenHolder(verification: Verification, response: Uint8Array): Promise<Outcome> {
  const { input, node, checks } = verification
  const reader = new Reader(response, 'InvalidSealProof')
  const seal = verifySealProof(input.state.trees, node, reader.take(reader.number(4)))
  checks.push({ name: 'seal', detail: sealSentence(seal) })
  if (!isSealed(seal)) return byGateway(verification, reader.rest())
  return byHolder(verification, { seal, response: reader.rest(), validAt: input.time })
}

function sealSentence(seal: Seal | null): string {
  return isSealed(seal)
    ? `The trees of seals name ${seal.holder} as the holder.`
    : 'By the trees of seals the name is not sealed.'
}

async function byFiles(verification: Verification): Promise<Outcome> {
  const { input, node, checks } = verification
  const { state, response } = input
  assertHolds(state.zone !== null, 'NoZone', 'The contract is dark and has no root.')
  assertHolds(typeof response !== 'string', 'WrongNumberOfFiles', 'In the dark, files answer.')
  const walk = new FileWalk(state.zone, node)
  for (const file of response) {
    assertHolds(walk.next !== undefined, 'WrongNumberOfFiles', 'Files follow the bucket.')
    walk.read(fromHex(file))
  }
  const entry = walk.entry()
  checks.push({
    name: 'file',
    detail: `${response.length} files lead from the root ${state.zone.root} to the name.`,
  })
  const seal = sealInTheDark(verification, entry)
  if (!seal) {
    const entries = toEntries(
      (entry ?? []).filter(({ key }) => (key[0] ?? 0) <= kinds.contentHash),
      'files',
    )
    return { ...answerFrom(verification, entries), word: 'files', signer: null, delegate: null }
  }
  const set = findValue(entry ?? [], Uint8Array.of(kinds.sealedSet))
  assertHolds(
    set !== undefined,
    'MalformedSet',
    'The name is sealed, and the files have no set of its holder.',
  )
  return byHolder(verification, { seal, response: set, validAt: state.lastBeat })
}

function sealInTheDark(
  { input, node, checks }: Verification,
  entry: readonly RecordEntry[] | undefined,
): Seal | null {
  const { state } = input
  if (!isDecidedByTrees(state)) return isSealed(state.seal) ? state.seal : null
  const proof = findValue(entry ?? [], Uint8Array.of(kinds.sealProof))
  assertHolds(proof !== undefined, 'InvalidSealProof', 'The files do not prove what the trees of seals say.')
  const seal = verifySealProof(state.trees, node, proof)
  checks.push({ name: 'seal', detail: sealSentence(seal) })
  return isSealed(seal) ? seal : null
}

function answerFrom({ input, node, checks }: Verification, entries: readonly VerifiedEntry[]) {
  const values = new Map(entries.map(({ key, value }) => [key, value]))
  const find = (key: Uint8Array) => {
    const value = values.get(toHex(key))
    return value === undefined ? undefined : fromHex(value)
  }
  const answer = answerCall(fromHex(input.request.data), node, find)
  checks.push({ name: 'records', detail: `The call is answered from ${entries.length} records.` })
  return { ...answer, entries }
}

function entriesOf({ records, delegateRecords }: SealedAnswer): readonly VerifiedEntry[] {
  return [...toEntries(records, 'holder'), ...toEntries(delegateRecords, 'delegate')]
}

function toEntries(records: readonly RecordEntry[], word: Word): readonly VerifiedEntry[] {
  return records.map(({ key, value }) => ({ key: toHex(key), value: toHex(value), word }))
}
