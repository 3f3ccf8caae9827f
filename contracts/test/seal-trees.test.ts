import { concat, encodePacked, type Hex, namehash, size, toFunctionSelector } from 'viem'
import { afterAll, describe, expect, test } from 'vitest'
import { getChainTime, startChain } from './support/chain.ts'
import { deployResolver, type Resolver, waitUntilMined } from './support/resolver.ts'
import {
  addrCall,
  addrRequest,
  dnsName,
  newResponsePayload,
  signedResponse,
  signerKey,
} from './support/response-payload.ts'
import { revertOf } from './support/revert.ts'
import { byKey, changeOf, present, seal } from './support/seal.ts'
import { type SealTree, sealTreeOf } from './support/seal-tree.ts'
import { account, later, type RecordSet, signSet } from './support/sealed.ts'
import { addressRecord } from './support/zone.ts'

const chainId = 11155111
const chain = await startChain(chainId)
afterAll(chain.stop)

const day = 86_400n
const issuer = signerKey(1)
const holder = signerKey(2)
const gatewaySigner = signerKey(3)
const thief = signerKey(4)
const name = 'alice.demo.eth'
const members = Array.from({ length: 40 }, (_, index) => ({
  name: `n${index}.demo.eth`,
  kind: account,
  holder: holder.address,
}))
const sealedAlice = { name, kind: account, holder: holder.address }

function setOf(each: string): RecordSet {
  const records = [addressRecord(60, '0x70997970C51812dc3A010C7d01b50e0d17dc79C8')]
  return { name: each, sequence: 1n, validUntil: later, records }
}

async function deploy(trees: readonly SealTree[], notice = 0n): Promise<Resolver> {
  const resolver = await deployResolver(chain, { signers: [gatewaySigner.address], notice })
  await waitUntilMined(chain, resolver.write.setIssuer([issuer.address]))
  for (const { root, depth } of trees) await waitUntilMined(chain, resolver.write.addSealTree([root, depth]))
  return resolver
}

function answer(resolver: Resolver, each: string, proof: Hex, body: Hex): Promise<Hex> {
  const call = addrCall(each)
  return resolver.read.resolveByProvenHolder([
    encodePacked(['uint32', 'bytes', 'bytes'], [size(proof), proof, body]),
    encodePacked(
      ['bytes32', 'uint32', 'bytes', 'bytes'],
      [namehash(each), size(call), call, addrRequest(each)],
    ),
  ])
}

async function byGateway(resolver: Resolver, each: string): Promise<Hex> {
  const payload = await newResponsePayload(chain, resolver.address)
  return signedResponse({ ...payload, request: addrRequest(each) }, gatewaySigner)
}

test.each([0, 1, 4, 9])(
  'rule: with a tree of depth %i sealed names are the holder’s, others the gateway’s',
  async (depth) => {
    const tree = sealTreeOf([...members, sealedAlice], depth)
    const resolver = await deploy([tree])
    await answer(resolver, name, tree.proofOf(name), await signSet(resolver, chainId, setOf(name), holder))
    const other = 'bob.demo.eth'
    await answer(resolver, other, tree.proofOf(other), await byGateway(resolver, other))
    const gatewayForSealed = answer(resolver, name, tree.proofOf(name), await byGateway(resolver, name))
    await expect(gatewayForSealed).rejects.toThrow()
    const holderForOther = await signSet(resolver, chainId, setOf(other), holder)
    await expect(answer(resolver, other, tree.proofOf(other), holderForOther)).rejects.toThrow()
  },
)

test('rule: the gateway is asked for the seal too', async () => {
  const tree = sealTreeOf(members, 3)
  const resolver = await deploy([tree])
  const call = addrCall(name)
  const request = addrRequest(name)
  expect(await revertOf(resolver.read.resolve([dnsName(name), call]))).toMatchObject({
    name: 'OffchainLookup',
    args: [
      resolver.address,
      expect.anything(),
      concat([toFunctionSelector('resolveWithSeal(bytes,bytes)'), `0x${request.slice(10)}`]),
      toFunctionSelector('resolveByProvenHolder(bytes,bytes)'),
      encodePacked(['bytes32', 'uint32', 'bytes', 'bytes'], [namehash(name), size(call), call, request]),
    ],
  })
})

describe('proofs', () => {
  const tree = sealTreeOf([...members, sealedAlice], 5)

  test('rule: the absence of a sealed name is not provable by a bucket of others', async () => {
    const resolver = await deploy([tree])
    const body = await byGateway(resolver, name)
    for (const { name: each } of members) {
      const proof = tree.proofOf(each)
      if (proof === tree.proofOf(name)) continue
      expect(await revertOf(answer(resolver, name, proof, body))).toEqual({
        name: 'InvalidSealProof',
        args: [0n],
      })
    }
  })

  test('rule: a tree without names proves that of each', async () => {
    const empty = sealTreeOf([], 0)
    const resolver = await deploy([empty])
    await answer(resolver, name, empty.proofOf(name), await byGateway(resolver, name))
    const nothing = answer(resolver, name, '0x', '0x')
    expect(await revertOf(nothing)).toEqual({ name: 'InvalidSealProof', args: [0n] })
  })

  test('InvalidSealProof for a proof that is cut, wherever', async () => {
    const resolver = await deploy([tree])
    const proof = tree.proofOf(name)
    for (let length = 0; length < size(proof); length += 3) {
      const cut = answer(resolver, name, `0x${proof.slice(2, 2 + 2 * length)}`, '0x')
      expect(await revertOf(cut), `${length}`).toEqual({ name: 'InvalidSealProof', args: [0n] })
    }
  })

  test('rule: no byte of a proof can be left out, added or changed', async () => {
    const resolver = await deploy([tree])
    const proof = tree.proofOf(name)
    const body = await byGateway(resolver, name)
    for (let length = 0; length < size(proof); length += 5)
      await expect(answer(resolver, name, proof.slice(0, 2 + 2 * length) as Hex, body)).rejects.toThrow()
    for (let index = 0; index < size(proof); index += 3) {
      const digit = 2 + 2 * index
      const changed = proof[digit] === '0' ? '1' : '0'
      const mutant = `${proof.slice(0, digit)}${changed}${proof.slice(digit + 1)}` as Hex
      await expect(answer(resolver, name, mutant, body)).rejects.toThrow()
    }
  })

  test('rule: a tree in which a thief is the holder changes nothing for a name of an earlier one', async () => {
    const forged = sealTreeOf([{ ...sealedAlice, holder: thief.address }], 2)
    const resolver = await deploy([tree, forged])
    const stolen = await signSet(resolver, chainId, setOf(name), thief)
    for (const proof of [
      forged.proofOf(name),
      concat([tree.proofOf(name), forged.proofOf(name)]),
      concat([forged.proofOf(name), tree.proofOf(name)]),
    ])
      await expect(answer(resolver, name, proof, stolen)).rejects.toThrow()
    await answer(resolver, name, tree.proofOf(name), await signSet(resolver, chainId, setOf(name), holder))
  })

  test('rule: of several trees the proofs follow each other, up to the first with the name', async () => {
    const later = sealTreeOf([{ name: 'bob.demo.eth', kind: account, holder: thief.address }], 1)
    const resolver = await deploy([tree, later])
    const bob = 'bob.demo.eth'
    const both = concat([tree.proofOf(bob), later.proofOf(bob)])
    await answer(resolver, bob, both, await signSet(resolver, chainId, setOf(bob), thief))
    const carol = 'carol.demo.eth'
    const none = concat([tree.proofOf(carol), later.proofOf(carol)])
    await answer(resolver, carol, none, await byGateway(resolver, carol))
    const half = answer(resolver, carol, tree.proofOf(carol), await byGateway(resolver, carol))
    expect(await revertOf(half)).toEqual({ name: 'InvalidSealProof', args: [1n] })
  })
})

describe('changes', () => {
  const tree = sealTreeOf([sealedAlice], 4)

  test('rule: the holder of a tree gives the name away with the proof, and storage then outranks it', async () => {
    const resolver = await deploy([tree])
    const change = changeOf(name, thief.address)
    await seal(chain, resolver, change, byKey(holder), undefined, tree.proofOf(name))
    expect(await resolver.read.seals([namehash(name)])).toEqual([thief.address, account, 1n])
    expect(await revertOf(resolver.read.resolve([dnsName(name), addrCall(name)]))).toMatchObject({
      args: [
        resolver.address,
        expect.anything(),
        expect.anything(),
        toFunctionSelector('resolveByHolder(bytes,bytes)'),
        expect.anything(),
      ],
    })
  })

  test('rule: the issuer cannot seal a name of a tree for another one', async () => {
    const resolver = await deploy([tree])
    const change = changeOf(name, thief.address)
    const stealing = present(chain, resolver, change, byKey(issuer), byKey(thief), tree.proofOf(name))
    expect(await revertOf(stealing)).toEqual({ name: 'NotAuthorized', args: [] })
    const unproven = present(chain, resolver, change, byKey(issuer), byKey(thief))
    expect(await revertOf(unproven)).toEqual({ name: 'InvalidSealProof', args: [0n] })
  })

  test('TooManyTrees after sixteen, InvalidTree for no root and for a depth of 25', async () => {
    const resolver = await deploy(Array.from({ length: 16 }, () => tree))
    expect(await resolver.read.sealTrees()).toHaveLength(16)
    expect(await revertOf(resolver.write.addSealTree([tree.root, 4]))).toEqual({
      name: 'TooManyTrees',
      args: [],
    })
    const deepest = await deploy([{ ...tree, depth: 24 }])
    expect(await deepest.read.sealTrees()).toEqual([{ root: tree.root, depth: 24 }])
    const invalid = { name: 'InvalidTree', args: [] }
    expect(await revertOf(resolver.write.addSealTree([`0x${'00'.repeat(32)}`, 4]))).toEqual(invalid)
    expect(await revertOf(resolver.write.addSealTree([tree.root, 25]))).toEqual(invalid)
  })

  test('rule: in a revocable domain one tree replaces all after the notice, and storage still outranks it', async () => {
    const resolver = await deploy([tree], 7n * day)
    const replacing = sealTreeOf([{ ...sealedAlice, holder: thief.address }], 4)
    await waitUntilMined(chain, resolver.write.announceSealTree([replacing.root, 4]))
    const readyAt = (await getChainTime(chain)) + 7n * day
    expect(await revertOf(resolver.write.replaceSealTrees())).toEqual({ name: 'NotReady', args: [readyAt] })
    await chain.client.setNextBlockTimestamp({ timestamp: readyAt })
    await waitUntilMined(chain, resolver.write.replaceSealTrees())
    expect(await resolver.read.sealTrees()).toEqual([{ root: replacing.root, depth: 4 }])
    const stolen = await signSet(resolver, chainId, setOf(name), thief)
    await answer(resolver, name, replacing.proofOf(name), stolen)
  })
})
