import { AbiReader, selectorOf } from './abi.ts'
import { areEqual, byte, compareBytes, concat, fromHex, keccak, toHex, uint } from './bytes.ts'
import { recoverAddress } from './recover.ts'
import { assertHolds } from './refusal.ts'
import type { ResolverState } from './state.ts'

const maxLifetimeSeconds = 3600n
const maxSiblings = 16
const signaturePrefix = Uint8Array.of(0x19, 0x00)
const offchainLookup = selectorOf('OffchainLookup(address,string[],bytes,bytes4,bytes)')

export interface LiveInput {
  readonly state: ResolverState
  /** `resolve(name, data)`, also where a client was sent with `resolveWithSeal(name, data)`. */
  readonly callData: Uint8Array
  readonly response: Uint8Array
  /** Unix seconds of the block. */
  readonly time: bigint
}

export interface LiveAnswer {
  readonly result: Uint8Array
  readonly expires: bigint
  readonly signer: Uint8Array
  readonly siblings: number
  /** Whether the gateway has signed an error in the place of a result. */
  readonly isError: boolean
}

/** @throws Refused unless one of the signers has signed the result for this call, chain, contract and time. */
export function verifyLive({ state, callData, response, time }: LiveInput): LiveAnswer {
  const { result, expires, signature } = decodeResponse(response)
  assertHolds(expires >= time, 'AnswerExpired', `The answer was valid until ${expires}, and it is ${time}.`)
  assertHolds(
    expires <= time + maxLifetimeSeconds,
    'LifetimeTooLong',
    `The answer is valid until ${expires}, which is more than an hour after ${time}.`,
  )
  const { siblings, hash } = signedHash(state, digestOf(state, { callData, result, expires }), signature)
  const signer = recoverAddress(hash, signature.subarray(0, 65))
  assertHolds(
    state.signers.some((trusted) => areEqual(fromHex(trusted), signer)) && signer.some((part) => part !== 0),
    'UntrustedSigner',
    `${toHex(signer)} has signed, and the contract does not have this signer.`,
  )
  const isError = result.length % 32 === 4
  assertHolds(
    !(isError && areEqual(result.subarray(0, 4), offchainLookup)),
    'NestedLookup',
    'The signed result is another lookup.',
  )
  return { result, expires, signer, siblings, isError }
}

function decodeResponse(response: Uint8Array) {
  const reader = new AbiReader(response, 'MalformedResponse')
  const expires = reader.uint(1)
  assertHolds(expires < 1n << 64n, 'MalformedResponse', 'The expiry has more than 8 bytes.')
  return { result: reader.bytes(0), expires, signature: reader.bytes(2) }
}

interface SignedResult {
  readonly callData: Uint8Array
  readonly result: Uint8Array
  readonly expires: bigint
}

type Contract = Pick<ResolverState, 'chainId' | 'resolver'>

function digestOf(contract: Contract, { callData, result, expires }: SignedResult): Uint8Array {
  return keccak(contractPrefix(contract), uint(expires, 8), keccak(callData), keccak(result))
}

/** The hash below the signature: the digest, or the root digest of the tree that the siblings lead to. */
function signedHash(contract: Contract, digest: Uint8Array, signature: Uint8Array) {
  const pathLength = signature.length - 65
  assertHolds(
    pathLength >= 0 && pathLength % 32 === 0,
    'InvalidSignatureLength',
    `A signature has 65 bytes and 32 for each sibling, not ${signature.length}.`,
  )
  const siblings = pathLength / 32
  assertHolds(
    siblings <= maxSiblings,
    'PathTooDeep',
    `The path has ${siblings} siblings, more than ${maxSiblings}.`,
  )
  if (siblings === 0) return { siblings, hash: digest }
  let root = digest
  for (let at = 65; at < signature.length; at += 32) root = nodeHash(root, signature.subarray(at, at + 32))
  return { siblings, hash: rootDigestOf(contract, root) }
}

function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  const [smaller, larger] = compareBytes(left, right) <= 0 ? [left, right] : [right, left]
  return keccak(byte(1), smaller, larger)
}

function rootDigestOf(contract: Contract, root: Uint8Array): Uint8Array {
  return keccak(contractPrefix(contract), root)
}

function contractPrefix({ chainId, resolver }: Contract): Uint8Array {
  return concat(signaturePrefix, fromHex(resolver), uint(chainId, 32))
}
