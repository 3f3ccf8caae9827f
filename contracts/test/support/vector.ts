import { bynameResolverAbi as abi } from '@byname/contracts/BynameResolver'
import {
  type Address,
  concat,
  encodeFunctionData,
  encodePacked,
  type Hex,
  namehash,
  size,
  toFunctionSelector,
} from 'viem'
import { type Chain, getChainTime } from './chain.ts'
import type { Resolver } from './resolver.ts'
import { dnsName } from './response-payload.ts'
import { revertOf } from './revert.ts'
import type { TileZone } from './tiles.ts'

/** Whether a contract wallet accepts a signature (ERC-1271). */
interface ContractSignature {
  readonly account: Address
  readonly hash: Hex
  readonly signature: Hex
  readonly valid: boolean
}

/** What a verifier has to know of the chain. Times are in Unix seconds; `root` is zero without a zone. */
export interface VectorState {
  readonly signers: readonly Address[]
  readonly grace: number
  readonly lastBeat: number
  readonly isDark: boolean
  readonly zone: { readonly root: Hex; readonly depth: number }
  /** Kind 0: nothing is stored; 1: account; 2: passkey; 3: not sealed. */
  readonly seal: { readonly holder: Address; readonly kind: number; readonly sequence: number }
  readonly trees: readonly { readonly root: Hex; readonly depth: number }[]
  readonly hasP256: boolean
  readonly contractSignatures: readonly ContractSignature[]
}

export type Callback = 'gateway' | 'holder' | 'provenHolder' | 'file'

/** A question about a name, what comes back, and what the contract makes of it. */
export interface VectorCase extends Outcome {
  readonly id: string
  readonly chainId: number
  readonly contract: Address
  readonly time: number
  readonly state: VectorState
  /** In DNS wire form. */
  readonly name: Hex
  /** The record call. */
  readonly data: Hex
  readonly callback: Callback
  /** What the client sends to the gateway; empty for files. */
  readonly request: Hex
  /** Of a gateway one, of files one for each lookup. */
  readonly responses: readonly Hex[]
}

export interface Outcome {
  /** The return values of the record call. */
  readonly result?: Hex
  /** The name of the contract's error; `Revert` where it has none. */
  readonly error?: string
}

export interface Question {
  readonly name: string
  readonly data: Hex
}

/** What the contract makes of another response to the question of a case, or to another call about its name. */
export type AskAgain = (asked: Pick<VectorCase, 'data' | 'responses'>) => Promise<Outcome>

/** What makes cases, one after the other, on one chain. */
export interface VectorRun {
  readonly chain: Chain
  /** In Unix seconds; the clock of the chain does not go back. */
  readonly begin: bigint
  /** While the contract and the clock are as the case has them. */
  readonly onCase?: (recorded: VectorCase, ask: AskAgain) => Promise<void>
}

interface Situation {
  readonly signers: readonly Address[]
  readonly contractSignatures?: readonly ContractSignature[]
}

const gatewayAbi = [
  { type: 'function', name: 'recordSet', inputs: [{ type: 'bytes' }] },
  { type: 'function', name: 'resolveWithSeal', inputs: [{ type: 'bytes' }, { type: 'bytes' }] },
].map((item) => ({ ...item, outputs: [], stateMutability: 'view' as const, type: 'function' as const }))

function encodeGateway(functionName: string, args: readonly Hex[]): Hex {
  return encodeFunctionData({ abi: gatewayAbi, functionName, args })
}

/** `resolve` of a resolver that answers by one callback, as the client is sent with it. */
export function requestOf(callback: Callback, { name, data }: Question): Hex {
  const wire = dnsName(name)
  if (callback === 'holder') return encodeGateway('recordSet', [wire])
  if (callback === 'provenHolder') return encodeGateway('resolveWithSeal', [wire, data])
  return callback === 'gateway'
    ? encodeFunctionData({ abi, functionName: 'resolve', args: [wire, data] })
    : '0x'
}

/** Records what a resolver makes of responses, by asking it. */
export function recorder(
  { chain, onCase }: VectorRun,
  resolver: Resolver,
  { signers, contractSignatures = [] }: Situation,
) {
  const { address } = resolver

  async function stateOf(name: string): Promise<VectorState> {
    const [grace, lastBeat, isDark, [root, depth], [holder, kind, sequence], trees] = await Promise.all([
      resolver.read.grace(),
      resolver.read.lastBeat(),
      resolver.read.isDark(),
      resolver.read.zone(),
      resolver.read.seals([namehash(name)]),
      resolver.read.sealTrees(),
    ])
    return {
      signers,
      grace: Number(grace),
      lastBeat,
      isDark,
      zone: { root, depth },
      seal: { holder, kind, sequence: Number(sequence) },
      trees,
      hasP256: true,
      contractSignatures,
    }
  }

  /** Records one case. */
  return async (id: string, question: Question, responses: Hex | readonly Hex[]): Promise<VectorCase> => {
    const { name, data } = question
    const state = await stateOf(name)
    const callback = callbackOf(state)
    const files = typeof responses === 'string' ? [responses] : responses
    const request = requestOf(callback, question)
    const recorded: VectorCase = {
      id,
      chainId: chain.client.chain.id,
      contract: address,
      time: Number(await getChainTime(chain)),
      state,
      name: dnsName(name),
      data,
      callback,
      request,
      responses: files,
      ...(await outcomeOf(resolver, callback, { ...question, request }, files)),
    }
    const ask: AskAgain = ({ data: call, responses: others }) => {
      const other = { name, data: call }
      return outcomeOf(resolver, callback, { ...other, request: requestOf(callback, other) }, others)
    }
    await onCase?.(recorded, ask)
    return recorded
  }
}

/** Which callback `resolve` names. */
function callbackOf({ isDark, seal, trees }: VectorState): Callback {
  if (isDark) return 'file'
  if (seal.kind === 1 || seal.kind === 2) return 'holder'
  return seal.kind === 0 && trees.length > 0 ? 'provenHolder' : 'gateway'
}

interface Asked extends Question {
  readonly request: Hex
}

async function outcomeOf(
  resolver: Resolver,
  callback: Callback,
  asked: Asked,
  responses: readonly Hex[],
): Promise<Outcome> {
  try {
    return { result: await readResult(resolver, callback, asked, responses) }
  } catch (error) {
    const revert = await revertOf(Promise.reject(error))
    if ('name' in revert) return { error: revert.name }
    const isUnsupported = revert.data.startsWith(toFunctionSelector('UnsupportedResolverProfile(bytes4)'))
    return { error: isUnsupported ? 'UnsupportedResolverProfile' : 'Revert' }
  }
}

function readResult(
  resolver: Resolver,
  callback: Callback,
  { name, data, request }: Asked,
  responses: readonly Hex[],
): Promise<Hex> {
  const [response = '0x'] = responses
  const node = namehash(name)
  if (callback === 'gateway') return resolver.read.resolveWithProof([response, request])
  if (callback === 'holder') return resolver.read.resolveByHolder([response, concat([node, data])])
  if (callback === 'file') return readFiles(resolver, { name, data }, responses)
  const whole = requestOf('gateway', { name, data })
  const question = encodePacked(['bytes32', 'uint32', 'bytes', 'bytes'], [node, size(data), data, whole])
  return resolver.read.resolveByProvenHolder([response, question])
}

/** As a client follows the lookups: one file for each. Throws the revert of the first that is no lookup. */
async function readFiles(resolver: Resolver, { name, data }: Question, files: readonly Hex[]): Promise<Hex> {
  let extraData = await lookupOf(resolver.read.resolve([dnsName(name), data]))
  for (const file of files.slice(0, -1))
    extraData = await lookupOf(resolver.read.resolveFromFile([file, extraData]))
  return resolver.read.resolveFromFile([files.at(-1) ?? '0x', extraData])
}

async function lookupOf(call: Promise<Hex>): Promise<Hex> {
  const revert = await revertOf(call)
  return 'name' in revert && revert.name === 'OffchainLookup' ? (revert.args[4] as Hex) : call
}

/** The files from the root to the bucket of a name. */
export function filesOf(zone: TileZone, name: string): readonly Hex[] {
  const files: Hex[] = []
  let [hash, bits] = [zone.root, zone.depth]
  for (;;) {
    const file = zone.files.get(`${hash.slice(2)}.json`) ?? '0x'
    files.push(file)
    if (bits === 0) return files
    const width = bits % 8 === 0 ? 8 : bits % 8
    bits -= width
    const shift = BigInt(256 - zone.depth + bits)
    const index = Number((BigInt(namehash(name)) >> shift) & BigInt(2 ** width - 1))
    hash = `0x${file.slice(2 + 64 * index, 66 + 64 * index)}`
  }
}

/** The text of a file of vectors. */
export function formatVectors(cases: readonly VectorCase[]): string {
  return `${JSON.stringify({ format: 1, cases }, null, 1)}\n`
}
