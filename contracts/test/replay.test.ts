import { concat, type Hex } from 'viem'
import { afterAll, expect, test } from 'vitest'
import { owner, startChain } from './support/chain.ts'
import { deployResolver } from './support/resolver.ts'
import {
  addrRequest,
  addrResult,
  newResponsePayload,
  signedResponse,
  signerKey,
} from './support/response-payload.ts'
import { revertOf } from './support/revert.ts'

const sepolia = await startChain(11155111)
afterAll(sepolia.stop)
const mainnet = await startChain(1)
afterAll(mainnet.stop)

const signer = signerKey(1)
const settings = { signers: [signer.address] }
const resolver = await deployResolver(sepolia, settings)
const sameAddressResolver = await deployResolver(mainnet, settings)
const otherResolver = await deployResolver(sepolia, settings)

/** The digest differs, so that the recovered address is not a signer. */
const untrustedSigner = { name: 'UntrustedSigner', args: [expect.not.stringMatching(signer.address)] }

test('rule: a response is valid for the chain, resolver and request it was signed for', async () => {
  const payload = await newResponsePayload(sepolia, resolver.address)
  const response = await signedResponse(payload, signer)
  expect(await resolver.read.resolveWithProof([response, payload.request])).toBe(payload.result)
})

test('UntrustedSigner on another chain, at the same address and with the same signer', async () => {
  expect(sameAddressResolver.address).toBe(resolver.address)
  expect(await sameAddressResolver.read.isSigner([signer.address])).toBe(true)
  const payload = await newResponsePayload(sepolia, resolver.address)
  const response = await signedResponse(payload, signer)
  expect(await revertOf(sameAddressResolver.read.resolveWithProof([response, payload.request]))).toEqual(
    untrustedSigner,
  )
})

test('UntrustedSigner at another resolver of the same chain and signer', async () => {
  const payload = await newResponsePayload(sepolia, resolver.address)
  const response = await signedResponse(payload, signer)
  expect(await revertOf(otherResolver.read.resolveWithProof([response, payload.request]))).toEqual(
    untrustedSigner,
  )
})

test.each([
  ['another name', addrRequest('bob.demo.eth')],
  ['no request', '0x'],
  ['the request and more', concat([addrRequest('alice.demo.eth'), '0x00'])],
] as [string, Hex][])('UntrustedSigner when the response is submitted for %s', async (_what, request) => {
  const response = await signedResponse(await newResponsePayload(sepolia, resolver.address), signer)
  expect(await revertOf(resolver.read.resolveWithProof([response, request]))).toEqual(untrustedSigner)
})

test('UntrustedSigner when the gateway answers another call than the requested one', async () => {
  const request = addrRequest('alice.demo.eth')
  const payload = await newResponsePayload(sepolia, resolver.address)
  const otherPayload = {
    ...payload,
    request: addrRequest('mallory.demo.eth'),
    result: addrResult(owner.address),
  }
  const response = await signedResponse(otherPayload, signer)
  expect(await revertOf(resolver.read.resolveWithProof([response, request]))).toEqual(untrustedSigner)
})
