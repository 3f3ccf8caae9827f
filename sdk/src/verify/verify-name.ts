import { type Check, callDataOf, type Verdict, verifyAnswer, type Word } from './answer.ts'
import { fromHex, fromHexOf, type Hex, keccak, toHex } from './bytes.ts'
import { encodeName, nodeOf } from './dns-name.ts'
import { VerifyError, type VerifyFault } from './error.ts'
import type { HttpLimits } from './http.ts'
import { askGateway, type Fetched, readFiles } from './lookup.ts'
import { ensRegistry, type FoundState, findResolver, isValidOnChain, readState } from './read-state.ts'
import { type RefusalReason, Refused } from './refusal.ts'
import {
  type AskedRecords,
  callFor,
  recordsOfEntries,
  recordsOfResult,
  usualRecords,
  type VerifiedRecord,
} from './report.ts'
import { type Block, type Chain, httpTransport, openChain, type Transport } from './rpc.ts'
import { callbackOf } from './state.ts'

export interface VerifyOptions {
  /** URL of a node, or a function that asks one. */
  readonly rpc: string | Transport
  /** Absent: that of the node. */
  readonly chainId?: number
  /** Number of a block; absent: the latest. */
  readonly block?: bigint
  /** Hosts of files in the place of the contract's. */
  readonly files?: readonly string[]
  /** As if no beat came any more: files answer, from the root that counts now. */
  readonly asIfDark?: boolean
  /** Absent: as ENS says. */
  readonly resolver?: Hex
  readonly registry?: Hex
  /** ENSIP-15, such as `normalize` of `viem/ens`; absent: names are lower-case letters, digits, hyphens and underscores. */
  readonly normalize?: (name: string) => string
  /** What is asked of a gateway beside the usual records. */
  readonly records?: Partial<AskedRecords>
  readonly fetch?: typeof fetch
  /** Whether a gateway or host may be asked; absent: by https only. */
  readonly isAllowed?: (url: URL) => boolean
  /** Of one request, 10,000 if absent; all together have four times as long. */
  readonly timeoutMs?: number
  /** Of one response, 1 MiB if absent. */
  readonly maxBytes?: number
  /** Unix seconds; absent: of the block, or of this machine where a block is named. */
  readonly time?: bigint
}

interface Found {
  readonly name: string
  readonly chainId?: number
  readonly block?: Block
  readonly resolver?: Hex
  /** keccak256 of the code at the resolver: who relies on the contract compares it. */
  readonly codeHash?: Hex
  /** Hosts that answered. */
  readonly sources: readonly string[]
  /** What held, in order. */
  readonly checks: readonly Check[]
}

export type NameReport =
  | (Found & {
      readonly verdict: 'verified'
      /** Of the whole; each record has its own. */
      readonly word: Exclude<Word, 'delegate'>
      readonly signer: Hex | null
      readonly delegate: Hex | null
      readonly records: readonly VerifiedRecord[]
    })
  | (Found & {
      readonly verdict: 'unverified'
      readonly reason: VerifyFault | RefusalReason
      readonly detail: string
    })

/**
 * Verifies what a name resolves to from the state of the chain: whose word each record is, and each check that was made.
 * Nothing is taken on trust but the node's account of the chain.
 * @throws TypeError for misuse: a name that is not normalized, options that are no hex.
 */
export async function verify(name: string, options: VerifyOptions): Promise<NameReport> {
  const normal = normalized(name, options)
  const progress: Progress = { name: normal, sources: [], checks: [] }
  try {
    return await verifyFrom(progress, options)
  } catch (error) {
    const reason = reasonOf(error)
    if (reason === undefined || !(error instanceof Error)) throw error
    return { ...progress, verdict: 'unverified', reason, detail: error.message }
  }
}

interface Progress {
  readonly name: string
  chainId?: number
  block?: Block
  resolver?: Hex
  codeHash?: Hex
  sources: readonly string[]
  checks: readonly Check[]
}

function reasonOf(error: unknown): VerifyFault | RefusalReason | undefined {
  if (error instanceof VerifyError) return error.fault
  return error instanceof Refused ? error.reason : undefined
}

function normalized(name: string, { normalize }: VerifyOptions): string {
  const normal = normalize ? normalize(name) : name.toLowerCase()
  if (normal === '' || (!normalize && !/^[a-z0-9_.-]+$/.test(normal)))
    throw new TypeError(
      `"${name.slice(0, 80)}" needs its normal form (ENSIP-15): pass normalize, such as that of viem/ens.`,
    )
  return normal
}

const defaultTimeoutMs = 10_000
const defaultMaxBytes = 1_048_576

function limitsOf(options: VerifyOptions): HttpLimits {
  const { timeoutMs = defaultTimeoutMs, maxBytes = defaultMaxBytes } = options
  return {
    // Browsers refuse it as a method of another object.
    fetch: options.fetch ?? ((...request) => fetch(...request)),
    isAllowed: options.isAllowed ?? (({ protocol }) => protocol === 'https:'),
    ...{ timeoutMs, maxBytes, signal: AbortSignal.timeout(timeoutMs * 4) },
  }
}

async function verifyFrom(progress: Progress, options: VerifyOptions): Promise<NameReport> {
  const limits = limitsOf(options)
  const wire = encodeName(progress.name)
  const transport = typeof options.rpc === 'string' ? httpTransport(options.rpc, limits) : options.rpc
  const chain = await openChain(transport, options)
  Object.assign(progress, { chainId: Number(chain.chainId), block: chain.block })
  const resolver = await resolverOf(chain, progress.name, options)
  progress.resolver = resolver
  progress.codeHash = toHex(keccak(await chain.codeOf(resolver)))
  const present = await readState(chain, resolver, wire)
  assertAgreement(present)
  const found = options.asIfDark ? { ...present, state: { ...present.state, isDark: true } } : present
  const asked = {
    texts: unique(usualRecords.texts, options.records?.texts),
    coinTypes: unique(usualRecords.coinTypes, options.records?.coinTypes),
  }
  const data = callFor(nodeOf(wire), asked)
  const fetched = await fetchAnswer({ found, wire, data }, options, limits)
  progress.sources = [...new Set(fetched.map(({ url }) => new URL(url).origin))]
  const verdict = await verifyAnswer({
    state: found.state,
    request: { name: toHex(wire), data },
    response:
      callbackOf(found.state) === 'file' ? fetched.map((file) => file.data) : (fetched[0]?.data ?? '0x'),
    time: timeOf(chain, options),
    isValidSignature: (signature) => isValidOnChain(chain, signature),
  })
  progress.checks = verdict.checks
  return report(progress, verdict, asked)
}

async function resolverOf(chain: Chain, name: string, { resolver, registry }: VerifyOptions): Promise<Hex> {
  if (resolver === undefined) return findResolver(chain, name, registry ?? ensRegistry)
  return toHex(fromHexOf(resolver, 20))
}

function unique<T>(usual: readonly T[], further: readonly T[] = []): readonly T[] {
  return [...new Set([...usual, ...further])]
}

/** At a block of the past a gateway's answer is as new as ever. */
function timeOf({ block }: Chain, options: VerifyOptions): bigint {
  if (options.time !== undefined) return options.time
  return options.block === undefined ? block.time : BigInt(Math.floor(Date.now() / 1000))
}

const trustNumbers = { gateway: 0, holder: 1, file: 2, provenHolder: 3 } as const

/** The contract has a view that says whose word an answer is: another than the state's is no contract of this format. */
function assertAgreement({ state, trust }: FoundState): void {
  const live = callbackOf({ ...state, isDark: false })
  const isAgreed =
    trust === trustNumbers[live === 'gateway' ? callbackOf(state) : live] ||
    (state.isDark && live === 'provenHolder' && trust === trustNumbers.file)
  if (isAgreed) return
  throw new VerifyError(
    'UnexpectedLookup',
    `By its state the contract asks for ${callbackOf(state)}, and its trustOf says ${trust}.`,
  )
}

interface Asked {
  readonly found: FoundState
  readonly wire: Uint8Array
  readonly data: Hex
}

async function fetchAnswer(
  { found, wire, data }: Asked,
  options: VerifyOptions,
  limits: HttpLimits,
): Promise<readonly Fetched[]> {
  const { state, hosts } = found
  const callback = callbackOf(state)
  if (callback === 'file') {
    if (!state.zone) throw new Refused('NoZone', 'The contract is dark and has no root.')
    return readFiles({ zone: state.zone, node: nodeOf(wire), bases: options.files ?? hosts.files }, limits)
  }
  const callData = toHex(callDataOf(callback, wire, fromHex(data)))
  return [await askGateway({ urls: hosts.urls, sender: state.resolver, callData }, limits)]
}

function report(progress: Progress, verdict: Verdict, asked: AskedRecords): NameReport {
  if (verdict.verdict === 'refused')
    return { ...progress, verdict: 'unverified', reason: verdict.reason, detail: verdict.detail }
  const { word, signer, delegate, entries } = verdict
  const records =
    entries !== null
      ? recordsOfEntries(entries)
      : verdict.verdict === 'verified'
        ? recordsOfResult(verdict.result, asked)
        : undefined
  if (!records)
    return {
      ...progress,
      verdict: 'unverified',
      reason: 'MalformedResponse',
      detail: 'The signed result does not answer the call.',
    }
  return { ...progress, verdict: 'verified', ...{ word, signer, delegate, records } }
}
