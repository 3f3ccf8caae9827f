import { p256 } from '@noble/curves/nist.js'
import { sha256 } from '@noble/hashes/sha2.js'
import {
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  type Hex,
  hashTypedData,
  hexToBytes,
  keccak256,
  numberToHex,
  parseAbi,
  size,
  toHex,
} from 'viem'
import { privateKeyToAccount, sign } from 'viem/accounts'
import { namehash, packetToBytes } from 'viem/ens'
import type { AnswerInput, ResolverState } from '../../src/verify.ts'

/**
 * Answers as gateways, holders and publishers give them, made by viem and the words of docs/format.md: nothing of the verifier
 * takes part.
 */

const keyOf = (text: string) => keccak256(toHex(text))
const account = (text: string) => ({ key: keyOf(text), address: privateKeyToAccount(keyOf(text)).address })

export const signer = account('a signer of the gateway')
export const holder = account('a holder')
export const delegate = account('a delegate')
export const another = account('another account')
const passkeySecret = sha256(hexToBytes(keyOf('a passkey')))
const passkeyPublic = toHex(p256.getPublicKey(passkeySecret, false).slice(1))
const passkeyHolder = `0x${keccak256(passkeyPublic).slice(26)}` as const

export const contract = { chainId: 1n, resolver: '0x00000000000000000000000000000000000c0ffe' } as const
export const name = 'alice.acme.eth'
export const wire = toHex(packetToBytes(name))
export const node = namehash(name)
export const time = 1_800_000_000n

export const abi = parseAbi([
  'function resolve(bytes name, bytes data)',
  'function resolveWithSeal(bytes name, bytes data)',
  'function addr(bytes32 node) view returns (address)',
  'function addr(bytes32 node, uint256 coinType) view returns (bytes)',
  'function text(bytes32 node, string key) view returns (string)',
  'function multicall(bytes[] data) view returns (bytes[])',
])

export const askText = (key: string, of: Hex = node) =>
  encodeFunctionData({ abi, functionName: 'text', args: [of, key] })
export const textResult = (value: string) => encodeAbiParameters([{ type: 'string' }], [value])

export const liveState: ResolverState = {
  ...contract,
  signers: [signer.address],
  isDark: false,
  lastBeat: 0n,
  zone: null,
  seal: null,
  trees: [],
  hasP256: true,
}

export async function signHash(hash: Hex, key: Hex = signer.key): Promise<Hex> {
  return sign({ hash, privateKey: key, to: 'hex' })
}

interface LiveParts {
  readonly callData: Hex
  readonly result: Hex
  readonly expires: bigint
  readonly of?: { readonly chainId: bigint; readonly resolver: Hex }
}

export function digestOf({ callData, result, expires, of = contract }: LiveParts): Hex {
  return keccak256(
    encodePacked(
      ['bytes2', 'address', 'uint256', 'uint64', 'bytes32', 'bytes32'],
      ['0x1900', of.resolver, of.chainId, expires, keccak256(callData), keccak256(result)],
    ),
  )
}

const hashNode = (left: Hex, right: Hex) =>
  keccak256(concat(['0x01', ...(BigInt(left) < BigInt(right) ? [left, right] : [right, left])]))

/** Each leaf with its siblings; the last node of an odd level is carried up. */
function merklePaths(leaves: readonly Hex[]): {
  readonly root: Hex
  readonly paths: readonly (readonly Hex[])[]
} {
  const paths: Hex[][] = leaves.map(() => [])
  let level = leaves.map((hash, leaf) => ({ hash, leaves: [leaf] }))
  while (level.length > 1) {
    const next: typeof level = []
    for (let at = 0; at < level.length; at += 2) {
      const [left, right] = [level[at], level[at + 1]]
      if (!left) break
      if (!right) {
        next.push(left)
        continue
      }
      for (const leaf of left.leaves) paths[leaf]?.push(right.hash)
      for (const leaf of right.leaves) paths[leaf]?.push(left.hash)
      next.push({ hash: hashNode(left.hash, right.hash), leaves: [...left.leaves, ...right.leaves] })
    }
    level = next
  }
  return { root: level[0]?.hash ?? '0x', paths }
}

async function signPath(digest: Hex, leaves: readonly Hex[], key: Hex = signer.key): Promise<Hex> {
  if (leaves.length <= 1) return signHash(digest, key)
  const { root, paths } = merklePaths(leaves)
  const rootDigest = keccak256(
    encodePacked(
      ['bytes2', 'address', 'uint256', 'bytes32'],
      ['0x1900', contract.resolver, contract.chainId, root],
    ),
  )
  return concat([await signHash(rootDigest, key), ...(paths[leaves.indexOf(digest)] ?? [])])
}

export function encodeLive(result: Hex, expires: bigint, signature: Hex): Hex {
  return encodeAbiParameters(
    [{ type: 'bytes' }, { type: 'uint64' }, { type: 'bytes' }],
    [result, expires, signature],
  )
}

interface LiveOptions {
  readonly data?: Hex
  readonly result?: Hex
  readonly expires?: bigint
  readonly key?: Hex
  readonly others?: readonly Hex[]
  readonly state?: ResolverState
  readonly callName?: 'resolve' | 'resolveWithSeal'
}

/** Signed by the gateway, as a leaf beside others where there are any. */
export async function liveAnswer(
  options: LiveOptions = {},
): Promise<AnswerInput & { readonly response: Hex }> {
  const { data = askText('url'), result = textResult('https://a.example'), expires = time + 300n } = options
  const callData = encodeFunctionData({
    abi,
    functionName: options.callName ?? 'resolve',
    args: [wire, data],
  })
  const digest = digestOf({ callData, result, expires })
  const signature = await signPath(digest, [digest, ...(options.others ?? [])], options.key)
  const response = encodeLive(result, expires, signature)
  return { state: options.state ?? liveState, request: { name: wire, data }, response, time }
}

export type Entry = readonly [key: Hex, value: Hex]

export const textKey = (key: string): Hex => concat(['0x02', toHex(key)])
export const addressKey = (coinType: number): Hex => concat(['0x01', numberToHex(coinType, { size: 4 })])

export function packRecords(entries: readonly Entry[]): Hex {
  return concat(
    entries.flatMap(([key, value]) => [
      numberToHex(size(key), { size: 2 }),
      numberToHex(size(value), { size: 4 }),
      key,
      value,
    ]),
  )
}

export const types = {
  Record: [
    { name: 'key', type: 'bytes' },
    { name: 'value', type: 'bytes' },
  ],
  RecordSet: [
    { name: 'node', type: 'bytes32' },
    { name: 'sequence', type: 'uint64' },
    { name: 'validUntil', type: 'uint64' },
    { name: 'records', type: 'Record[]' },
  ],
  Delegation: [
    { name: 'node', type: 'bytes32' },
    { name: 'delegate', type: 'address' },
    { name: 'sequence', type: 'uint64' },
    { name: 'validUntil', type: 'uint64' },
  ],
} as const

export interface Contract {
  readonly chainId: bigint
  readonly resolver: Hex
}

export const domainOf = ({ chainId, resolver }: Contract) =>
  ({ name: 'Byname', version: '1', chainId: Number(chainId), verifyingContract: resolver }) as const

export const domain = domainOf(contract)

export interface SetOptions {
  readonly entries?: readonly Entry[]
  readonly sequence?: bigint
  readonly validUntil?: bigint
  readonly of?: Hex
  readonly at?: Contract
  readonly sign?: (hash: Hex) => Promise<Hex> | Hex
}

export const entries: readonly Entry[] = [
  [addressKey(60), another.address],
  [addressKey(0x8000_0000), signer.address],
  [textKey('email'), toHex('a@a.example')],
  [textKey('url'), toHex('https://a.example')],
  ['0x03', '0xe30101701220aa'],
]

function setDigest(options: SetOptions): Hex {
  const { sequence = 1n, validUntil = time + 1000n } = options
  const records = (options.entries ?? entries).map(([key, value]) => ({ key, value }))
  const message = { node: options.of ?? node, sequence, validUntil, records }
  return hashTypedData({ domain: domainOf(options.at ?? contract), types, primaryType: 'RecordSet', message })
}

export async function signedSet(options: SetOptions = {}): Promise<Hex> {
  const { sequence = 1n, validUntil = time + 1000n } = options
  const signature = await (options.sign ?? ((hash) => signHash(hash, holder.key)))(setDigest(options))
  const records = packRecords(options.entries ?? entries)
  return concat([
    numberToHex(sequence, { size: 8 }),
    numberToHex(validUntil, { size: 8 }),
    numberToHex(size(signature), { size: 2 }),
    numberToHex(size(records), { size: 4 }),
    signature,
    records,
  ])
}

interface DelegationOptions {
  readonly sequence?: bigint
  readonly validUntil?: bigint
  readonly to?: Hex
  readonly key?: Hex
}

export async function delegation(options: DelegationOptions = {}): Promise<Hex> {
  const { sequence = 1n, validUntil = time + 1000n, to = delegate.address } = options
  const message = { node, delegate: to, sequence, validUntil }
  const hash = hashTypedData({ domain, types, primaryType: 'Delegation', message })
  const signature = await signHash(hash, options.key ?? holder.key)
  return concat([
    to,
    numberToHex(sequence, { size: 8 }),
    numberToHex(validUntil, { size: 8 }),
    numberToHex(size(signature), { size: 2 }),
    signature,
  ])
}

/** An assertion over the hash, as browsers make it. */
export function signByPasskey(hash: Hex, clientDataOf = clientData): Hex {
  const data = clientDataOf(hash)
  const authenticatorData = concat([keccak256('0x'), '0x05', '0x00000001'])
  const signed = sha256(hexToBytes(concat([authenticatorData, toHex(sha256(hexToBytes(data)))])))
  const signature = p256.sign(signed, passkeySecret, { prehash: false, lowS: true })
  return concat([
    passkeyPublic,
    toHex(signature),
    numberToHex(size(authenticatorData), { size: 2 }),
    authenticatorData,
    data,
  ])
}

export function clientData(hash: Hex): Hex {
  const challenge = Buffer.from(hexToBytes(hash)).toString('base64url')
  return toHex(
    `{"type":"webauthn.get","challenge":"${challenge}","origin":"https://acme.example","crossOrigin":false}`,
  )
}

export const sealedState: ResolverState = {
  ...liveState,
  seal: { holder: holder.address, kind: 1, sequence: 1n },
}
export const passkeyState: ResolverState = {
  ...liveState,
  seal: { holder: passkeyHolder, kind: 2, sequence: 1n },
}

export async function sealedAnswer(
  response: Promise<Hex> | Hex = signedSet(),
  data: Hex = askText('url'),
): Promise<AnswerInput & { readonly response: Hex }> {
  return { state: sealedState, request: { name: wire, data }, response: await response, time }
}
