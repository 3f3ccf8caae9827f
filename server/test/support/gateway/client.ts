import {
  type Address,
  decodeAbiParameters,
  decodeFunctionResult,
  encodeFunctionData,
  encodePacked,
  type Hex,
  keccak256,
  namehash,
  parseAbiParameters,
  recoverAddress,
  zeroAddress,
} from 'viem'
import { expect } from 'vitest'
import { toHex } from '../../../src/crypto/hex.ts'
import type { Resolver } from '../../../src/model/resolver.ts'
import { signerAddress, type TestService } from '../service/service.ts'
import { encodeResolve, encodeTextCall, resolverAbi } from './calls.ts'

/** A decoded gateway response. */
export interface DecodedResponse {
  /** The return value of the resolver contract. */
  readonly result: Hex
  /** Unix seconds. */
  readonly expires: number
}

/** Call data for the gateway: `resolve` of a name with a record call. */
export function encodeLookup(name: string, call: Hex): Hex {
  return toHex(encodeResolve(name, call))
}

/** The record call for the Ethereum address of a name. */
export function addressCall(name: string): Hex {
  return encodeFunctionData({ abi: resolverAbi, functionName: 'addr', args: [namehash(name)] })
}

export function postLookup({ call }: Pick<TestService, 'call'>, { id }: Pick<Resolver, 'id'>, data: string) {
  return call('POST', `/ccip/${id}`, { body: { data, sender: zeroAddress } })
}

/** Sends call data in the GET form, as for the URL of a resolver that ends in `.json`. */
export function getLookup({ call }: Pick<TestService, 'call'>, { id }: Pick<Resolver, 'id'>, data: string) {
  return call('GET', `/ccip/${id}/${zeroAddress}/${data}.json`)
}

/** Expects a response that the resolver's contract accepts: not expired, and signed for this request. */
export async function decodeResponse(
  { chainId, address, signingScheme }: Resolver,
  callData: Hex,
  response: { readonly status: number; readonly body: unknown },
  signer: Address = signerAddress,
): Promise<DecodedResponse> {
  expect(response.status, JSON.stringify(response.body)).toBe(200)
  const { data } = response.body as { data: Hex }
  const [result, expires, signature] = decodeAbiParameters(parseAbiParameters('bytes, uint64, bytes'), data)
  const chain: readonly [['uint256'], [bigint]] | readonly [[], []] =
    signingScheme === 'chain-bound' ? [['uint256'], [BigInt(chainId)]] : [[], []]
  const packed = encodePacked(
    ['bytes2', 'address', ...chain[0], 'uint64', 'bytes32', 'bytes32'],
    ['0x1900', address, ...chain[1], expires, keccak256(callData), keccak256(result)],
  )
  expect(await recoverAddress({ hash: keccak256(packed), signature })).toBe(signer)
  expect(Number(expires)).toBeGreaterThan(Date.now() / 1000)
  return { result, expires: Number(expires) }
}

/** Looks a name up through the gateway. */
export async function lookupName(
  service: Pick<TestService, 'call'>,
  resolver: Resolver,
  name: string,
  call: Hex,
): Promise<Hex> {
  const callData = encodeLookup(name, call)
  return (await decodeResponse(resolver, callData, await postLookup(service, resolver, callData))).result
}

/** The Ethereum address that a name resolves to; the zero address when it has none. */
export async function resolveAddress(
  service: Pick<TestService, 'call'>,
  resolver: Resolver,
  name: string,
): Promise<Address> {
  const [address] = decodeAbiParameters(
    parseAbiParameters('address'),
    await lookupName(service, resolver, name, addressCall(name)),
  )
  return address
}

/** The text that a name resolves to. */
export async function resolveText(
  service: Pick<TestService, 'call'>,
  resolver: Resolver,
  name: string,
  key: string,
): Promise<string> {
  return decodeFunctionResult({
    abi: resolverAbi,
    functionName: 'text',
    data: await lookupName(service, resolver, name, encodeTextCall(name, key)),
  })
}
