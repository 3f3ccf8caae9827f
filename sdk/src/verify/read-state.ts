import { AbiReader, type AbiValue, dynamic, encodeCall, selectorOf, word } from './abi.ts'
import { areEqual, concat, fromHex, type Hex, toBigInt, toHex } from './bytes.ts'
import { encodeName, nodeOf } from './dns-name.ts'
import { VerifyError } from './error.ts'
import { p256Example } from './p256-example.ts'
import { Refused } from './refusal.ts'
import { type Chain, isNodeFailure } from './rpc.ts'
import type { AccountSignature, HashTree, ResolverState } from './state.ts'

/** Of ENS, on mainnet and its test networks. */
export const ensRegistry: Hex = '0x00000000000c2e074ec69a0dfb2997ba6c7d2e1e'

const p256Precompile: Hex = '0x0000000000000000000000000000000000000100'
const erc1271Magic = selectorOf('isValidSignature(bytes32,bytes)')
const maxLabels = 32

/** What a client has to know beside the state: where the contract sends it. */
interface Hosts {
  /** Of gateways, as templates (EIP-3668). */
  readonly urls: readonly string[]
  /** Of files, without the name of the file. */
  readonly files: readonly string[]
}

export interface FoundState {
  readonly state: ResolverState
  readonly hosts: Hosts
  /** What the contract itself says whose word an answer is: 0 to 3. */
  readonly trust: number
}

/**
 * The resolver of a name, or of the nearest domain above it that has one (ENSIP-10).
 * @throws VerifyError `NoResolver`.
 */
export async function findResolver(chain: Chain, name: string, registry: Hex): Promise<Hex> {
  const labels = name.split('.')
  for (let from = 0; from < Math.min(labels.length, maxLabels); from++) {
    const node = nodeOf(encodeName(labels.slice(from).join('.')))
    const found = (await chain.call(registry, toHex(encodeCall('resolver(bytes32)', [word(node)])))).subarray(
      12,
      32,
    )
    if (found.some((part) => part !== 0)) return toHex(found)
  }
  throw new VerifyError(
    'NoResolver',
    `${name} has no resolver on chain ${chain.chainId}, and no domain above it has.`,
  )
}

/** @throws VerifyError `NotBynameResolver`. */
export async function readState(chain: Chain, resolver: Hex, name: Uint8Array): Promise<FoundState> {
  const read = (signature: string, values: readonly AbiValue[] = []) =>
    readView(chain, { resolver, signature, values })
  const [signers, isDark, lastBeat, zone, seal, trees, urls, files, trust, hasP256] = await Promise.all([
    read('signers()'),
    read('isDark()'),
    read('lastBeat()'),
    read('zone()'),
    read('seals(bytes32)', [word(nodeOf(name))]),
    read('sealTrees()'),
    read('urls()'),
    read('files()'),
    read('trustOf(bytes)', [dynamic(name)]),
    verifiesP256(chain),
  ])
  return decoded(() => ({
    state: {
      ...{ chainId: chain.chainId, resolver, hasP256 },
      signers: signers.addressList(0).map(toHex),
      isDark: isDark.uint(0) === 1n,
      lastBeat: lastBeat.uint(0),
      zone: toTree([zone.word(0), zone.word(1)]),
      seal: { holder: toHex(seal.word(0).subarray(12)), kind: Number(seal.uint(1)), sequence: seal.uint(2) },
      trees: trees.wordsList(0, 2).flatMap((tree) => toTree(tree) ?? []),
    },
    hosts: { urls: texts(urls), files: texts(files) },
    trust: Number(trust.uint(0)),
  }))
}

interface View {
  readonly resolver: Hex
  readonly signature: string
  readonly values: readonly AbiValue[]
}

async function readView(chain: Chain, { resolver, signature, values }: View): Promise<AbiReader> {
  const result = await chain.call(resolver, toHex(encodeCall(signature, values))).catch((error: unknown) => {
    throw isNodeFailure(error) ? error : notByname(signature, error)
  })
  if (result.length === 0) throw notByname(signature)
  return new AbiReader(result, 'MalformedResponse')
}

function notByname(signature: string, cause?: unknown): VerifyError {
  const message = `The resolver did not answer ${signature}: it is no Byname resolver, or the node does not serve this block.`
  return new VerifyError('NotBynameResolver', message, { cause })
}

function decoded<T>(decode: () => T): T {
  try {
    return decode()
  } catch (error) {
    if (error instanceof Refused) throw notByname('as a Byname resolver does', error)
    throw error
  }
}

function toTree([root, depth]: readonly Uint8Array[]): HashTree | null {
  if (!root || !depth || root.every((part) => part === 0)) return null
  return { root: toHex(root), depth: Number(toBigInt(depth)) }
}

function texts(reader: AbiReader): readonly string[] {
  return reader.bytesList(0).map((bytes) => new TextDecoder().decode(bytes))
}

/** EIP-7951: a signature that is right is 1; a chain without it has no code there. */
async function verifiesP256(chain: Chain): Promise<boolean> {
  const result = await chain.call(p256Precompile, p256Example)
  return result.length === 32 && toBigInt(result) === 1n
}

/** ERC-1271 at the block of the chain. */
export async function isValidOnChain(
  chain: Chain,
  { account, hash, signature }: AccountSignature,
): Promise<boolean> {
  const data = encodeCall('isValidSignature(bytes32,bytes)', [
    word(fromHex(hash)),
    dynamic(fromHex(signature)),
  ])
  const result = await chain.call(account, toHex(data)).catch((error: unknown) => {
    if (isNodeFailure(error)) throw error
    return new Uint8Array()
  })
  return result.length >= 32 && areEqual(result.subarray(0, 32), concat(erc1271Magic, new Uint8Array(28)))
}
