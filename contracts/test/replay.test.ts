import { concat, type Hex } from 'viem'
import { afterAll, expect, test } from 'vitest'
import { addrRequest, addrResult, freshAnswer, signedResponse, signerKey } from './support/answer.ts'
import { owner, startChain } from './support/chain.ts'
import { deployResolver } from './support/resolver.ts'
import { revertOf } from './support/revert.ts'

const sepolia = await startChain(11155111)
afterAll(sepolia.stop)
const mainnet = await startChain(1)
afterAll(mainnet.stop)

const signer = signerKey(1)
const settings = { signers: [signer.address] }
const resolver = await deployResolver(sepolia, settings)
const twin = await deployResolver(mainnet, settings)
const neighbour = await deployResolver(sepolia, settings)

/** The signature is of something else, so that what it recovers to is no signer. */
const foreign = { name: 'UntrustedSigner', args: [expect.not.stringMatching(signer.address)] }

test('rule: an answer is good for the chain, resolver and request it was signed for', async () => {
  const answer = await freshAnswer(sepolia, resolver.address)
  const response = await signedResponse(answer, signer)
  expect(await resolver.read.resolveWithProof([response, answer.request])).toBe(answer.result)
})

test('UntrustedSigner on another chain, at the same address and with the same signer', async () => {
  expect(twin.address).toBe(resolver.address)
  expect(await twin.read.isSigner([signer.address])).toBe(true)
  const answer = await freshAnswer(sepolia, resolver.address)
  const response = await signedResponse(answer, signer)
  expect(await revertOf(twin.read.resolveWithProof([response, answer.request]))).toEqual(foreign)
})

test('UntrustedSigner at another resolver of the same chain and signer', async () => {
  const answer = await freshAnswer(sepolia, resolver.address)
  const response = await signedResponse(answer, signer)
  expect(await revertOf(neighbour.read.resolveWithProof([response, answer.request]))).toEqual(foreign)
})

test.each([
  ['another name', addrRequest('bob.demo.eth')],
  ['no request', '0x'],
  ['the request and more', concat([addrRequest('alice.demo.eth'), '0x00'])],
] as [string, Hex][])('UntrustedSigner when the answer is handed in for %s', async (_what, request) => {
  const response = await signedResponse(await freshAnswer(sepolia, resolver.address), signer)
  expect(await revertOf(resolver.read.resolveWithProof([response, request]))).toEqual(foreign)
})

test('UntrustedSigner when the gateway answers another question than it was asked', async () => {
  const asked = addrRequest('alice.demo.eth')
  const answer = await freshAnswer(sepolia, resolver.address)
  const answered = { ...answer, request: addrRequest('mallory.demo.eth'), result: addrResult(owner.address) }
  const response = await signedResponse(answered, signer)
  expect(await revertOf(resolver.read.resolveWithProof([response, asked]))).toEqual(foreign)
})
