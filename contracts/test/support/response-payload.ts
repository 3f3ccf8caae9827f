import { bynameResolverAbi as abi } from '@byname/contracts/BynameResolver'
import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  type Hex,
  keccak256,
  namehash,
  parseAbi,
  toHex,
} from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { packetToBytes } from 'viem/ens'
import { type Chain, getChainTime } from './chain.ts'

/** The signed fields: a result for a request, one resolver on one chain, and an expiry (Unix seconds). */
export interface ResponsePayload {
  readonly chainId: number
  readonly resolver: Address
  readonly request: Hex
  readonly result: Hex
  readonly expires: bigint
}

const recordCalls = parseAbi(['function addr(bytes32 node) view returns (address)'])

/** A different signing key for each `seed` (1 to 255). */
export function signerKey(seed: number): PrivateKeyAccount {
  return privateKeyToAccount(toHex(seed, { size: 32 }))
}

/** The record call `addr(node)` of `name`. */
export function addrCall(name: string): Hex {
  return encodeFunctionData({ abi: recordCalls, args: [namehash(name)] })
}

/** `name` in DNS wire form. */
export function dnsName(name: string): Hex {
  return toHex(packetToBytes(name))
}

/** The gateway call data that reads the address of `name`. */
export function addrRequest(name: string): Hex {
  return encodeFunctionData({ abi, functionName: 'resolve', args: [dnsName(name), addrCall(name)] })
}

/** The return data of `addr`. */
export function addrResult(address: Address): Hex {
  return encodeAbiParameters([{ type: 'address' }], [address])
}

/** A response for the address of alice.demo.eth, valid for five minutes from the chain's current time. */
export async function newResponsePayload(chain: Chain, resolver: Address): Promise<ResponsePayload> {
  return {
    chainId: chain.client.chain.id,
    resolver,
    request: addrRequest('alice.demo.eth'),
    result: addrResult('0x70997970C51812dc3A010C7d01b50e0d17dc79C8'),
    expires: (await getChainTime(chain)) + 300n,
  }
}

/** The digest, implemented independently of the contract. */
export function responseDigest({ chainId, resolver, request, result, expires }: ResponsePayload): Hex {
  return keccak256(
    encodePacked(
      ['bytes2', 'address', 'uint256', 'uint64', 'bytes32', 'bytes32'],
      ['0x1900', resolver, BigInt(chainId), expires, keccak256(request), keccak256(result)],
    ),
  )
}

/** A gateway's response with any bytes as its signature. */
export function encodeResponse(
  { result, expires }: Pick<ResponsePayload, 'result' | 'expires'>,
  signature: Hex,
): Hex {
  return encodeAbiParameters(
    [{ type: 'bytes' }, { type: 'uint64' }, { type: 'bytes' }],
    [result, expires, signature],
  )
}

/** A gateway's response, signed by `signer`. */
export async function signedResponse(payload: ResponsePayload, signer: PrivateKeyAccount): Promise<Hex> {
  return encodeResponse(payload, await signer.sign({ hash: responseDigest(payload) }))
}
