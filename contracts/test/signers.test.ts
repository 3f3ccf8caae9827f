import { zeroAddress } from 'viem'
import { afterAll, expect, test } from 'vitest'
import { startChain } from './support/chain.ts'
import { deployResolver, waitUntilMined } from './support/resolver.ts'
import { newResponsePayload, signedResponse, signerKey } from './support/response-payload.ts'
import { revertOf } from './support/revert.ts'

const chain = await startChain(11155111)
afterAll(chain.stop)

const [first, second, third] = [signerKey(1), signerKey(2), signerKey(3)]

test('rule: during a rotation responses of the old and of the new key are valid, and afterwards only of the new', async () => {
  const resolver = await deployResolver(chain, { signers: [first.address] })
  const payload = await newResponsePayload(chain, resolver.address)
  const byFirst = await signedResponse(payload, first)
  const bySecond = await signedResponse(payload, second)
  const resolve = (response: typeof byFirst) => resolver.read.resolveWithProof([response, payload.request])

  expect(await revertOf(resolve(bySecond))).toEqual({ name: 'UntrustedSigner', args: [second.address] })

  await waitUntilMined(chain, resolver.write.addSigner([second.address]))
  expect(await resolve(byFirst)).toBe(payload.result)
  expect(await resolve(bySecond)).toBe(payload.result)

  await waitUntilMined(chain, resolver.write.removeSigner([first.address]))
  expect(await revertOf(resolve(byFirst))).toEqual({ name: 'UntrustedSigner', args: [first.address] })
  expect(await resolve(bySecond)).toBe(payload.result)
})

test.each([
  [first, second, third],
  [second, third, first],
  [third, first, second],
])('rule: the set lists exactly its signers, in any order of removal (%#)', async (...keys) => {
  const all = [first.address, second.address, third.address]
  const resolver = await deployResolver(chain, { signers: all })
  const removed: string[] = []
  for (const { address } of keys) {
    await waitUntilMined(chain, resolver.write.removeSigner([address]))
    removed.push(address)
    const remaining = all.filter((other) => !removed.includes(other))
    expect((await resolver.read.signers()).toSorted()).toEqual(remaining.toSorted())
    expect(await Promise.all(all.map((other) => resolver.read.isSigner([other])))).toEqual(
      all.map((other) => remaining.includes(other)),
    )
  }
  await waitUntilMined(chain, resolver.write.addSigner([second.address]))
  expect(await resolver.read.signers()).toEqual([second.address])
})

test('rule: removing the last signer stops resolution until another is added', async () => {
  const resolver = await deployResolver(chain, { signers: [first.address] })
  const payload = await newResponsePayload(chain, resolver.address)
  await waitUntilMined(chain, resolver.write.removeSigner([first.address]))
  expect(await resolver.read.signers()).toEqual([])
  const refused = resolver.read.resolveWithProof([await signedResponse(payload, first), payload.request])
  expect(await revertOf(refused)).toEqual({ name: 'UntrustedSigner', args: [first.address] })

  await waitUntilMined(chain, resolver.write.addSigner([second.address]))
  const response = await signedResponse(payload, second)
  expect(await resolver.read.resolveWithProof([response, payload.request])).toBe(payload.result)
})

test('rule: every change of the set emits an event, those at construction included', async () => {
  const resolver = await deployResolver(chain, { signers: [first.address] })
  await waitUntilMined(chain, resolver.write.addSigner([second.address]))
  await waitUntilMined(chain, resolver.write.removeSigner([first.address]))

  const added = await resolver.getEvents.SignerAdded({}, { fromBlock: 0n })
  expect(added.map(({ args }) => args.signer)).toEqual([first.address, second.address])
  const removed = await resolver.getEvents.SignerRemoved({}, { fromBlock: 0n })
  expect(removed.map(({ args }) => args.signer)).toEqual([first.address])
})

test('ZeroSigner when the zero address is added, at construction and later', async () => {
  const refused = { name: 'ZeroSigner', args: [] }
  expect(await revertOf(deployResolver(chain, { signers: [first.address, zeroAddress] }))).toEqual(refused)
  const resolver = await deployResolver(chain)
  expect(await revertOf(resolver.write.addSigner([zeroAddress]))).toEqual(refused)
  expect(await resolver.read.isSigner([zeroAddress])).toBe(false)
})

test('AlreadySigner when a key is added twice, at construction and later', async () => {
  const refused = { name: 'AlreadySigner', args: [first.address] }
  expect(await revertOf(deployResolver(chain, { signers: [first.address, first.address] }))).toEqual(refused)
  const resolver = await deployResolver(chain, { signers: [first.address] })
  expect(await revertOf(resolver.write.addSigner([first.address]))).toEqual(refused)
})

test('NotSigner when a removed key is not in the set', async () => {
  const resolver = await deployResolver(chain, { signers: [first.address] })
  expect(await revertOf(resolver.write.removeSigner([second.address]))).toEqual({
    name: 'NotSigner',
    args: [second.address],
  })
})
