import { encodePacked, type Hex, namehash, zeroHash } from 'viem'
import { afterAll, expect, test } from 'vitest'
import { getChainTime, owner, setTime, startChain } from './support/chain.ts'
import { decodeText, textCall } from './support/record-calls.ts'
import { deployResolver, type Resolver, waitUntilMined } from './support/resolver.ts'
import { signerKey } from './support/response-payload.ts'
import { revertOf } from './support/revert.ts'
import { byKey, changeOf, seal } from './support/seal.ts'
import { sealTreeOf } from './support/seal-tree.ts'
import { account, type RecordSet, signSet } from './support/sealed.ts'
import { bucketFileHash } from './support/tiles.ts'
import { encodeBucket, textRecord, type ZoneRecord } from './support/zone.ts'

const chainId = 11155111
const chain = await startChain(chainId)
afterAll(chain.stop)

const hour = 3600n
const issuer = signerKey(1)
const holder = signerKey(2)
const thief = signerKey(3)
const name = 'alice.demo.eth'

function setOf(value: string, validUntil: bigint): RecordSet {
  return { name, sequence: 1n, validUntil, records: [textRecord('url', value)] }
}

function signedSets(response: Hex): ZoneRecord {
  return ['0x7f', response]
}

/** Anchors one bucket with these records of the name, and lets the grace period end. */
async function darken(resolver: Resolver, records: readonly ZoneRecord[]): Promise<Hex> {
  const bucket = encodeBucket({ [name]: records })
  await darkenBy(resolver, bucket)
  return bucket
}

async function darkenBy(resolver: Resolver, bucket: Hex): Promise<void> {
  await waitUntilMined(chain, resolver.write.setHeartbeat([owner.address, 0]))
  await waitUntilMined(chain, resolver.write.beat([bucketFileHash(bucket), 0, zeroHash, 0n]))
  await setTime(chain, (await getChainTime(chain)) + hour + 1n)
}

function read(resolver: Resolver, bucket: Hex): Promise<Hex> {
  const question = encodePacked(
    ['bytes32', 'uint8', 'uint8', 'bytes32', 'bytes'],
    [bucketFileHash(bucket), 0, 0, namehash(name), textCall(name, 'url')],
  )
  return resolver.read.resolveFromFile([bucket, question])
}

async function deploySealed(): Promise<Resolver> {
  const resolver = await deployResolver(chain, { grace: hour })
  await waitUntilMined(chain, resolver.write.setIssuer([issuer.address]))
  await seal(chain, resolver, changeOf(name, holder.address), byKey(issuer), byKey(holder))
  return resolver
}

test('rule: in the dark a sealed name is what its holder has signed, whatever else the file says', async () => {
  const resolver = await deploySealed()
  const validUntil = (await getChainTime(chain)) + 2n * hour
  const response = await signSet(resolver, chainId, setOf('of the holder', validUntil), holder)
  const bucket = await darken(resolver, [textRecord('url', 'of the anchor'), signedSets(response)])
  expect(decodeText(await read(resolver, bucket))).toBe('of the holder')
  await setTime(chain, validUntil + 1000n * hour)
  expect(decodeText(await read(resolver, bucket))).toBe('of the holder')
})

test('SetExpired for a signature that had ended when the last beat was', async () => {
  const resolver = await deploySealed()
  const validUntil = (await getChainTime(chain)) - 1n
  const response = await signSet(resolver, chainId, setOf('old', validUntil), holder)
  const bucket = await darken(resolver, [signedSets(response)])
  expect(await revertOf(read(resolver, bucket))).toEqual({ name: 'SetExpired', args: [validUntil] })
})

test.each<[string, (resolver: Resolver) => Promise<readonly ZoneRecord[]>]>([
  ['without a signed set', async () => [textRecord('url', 'of the anchor')]],
  [
    'with a set of the anchor',
    async (resolver) => [signedSets(await signSet(resolver, chainId, setOf('x', 4_000_000_000n), thief))],
  ],
])('rule: the anchor cannot answer for a sealed name by a file %s', async (_what, recordsOf) => {
  const resolver = await deploySealed()
  const bucket = await darken(resolver, await recordsOf(resolver))
  await expect(read(resolver, bucket)).rejects.toThrow()
})

test('rule: with trees of seals a file proves for each name what they say', async () => {
  const resolver = await deployResolver(chain, { grace: hour })
  const sealedTree = sealTreeOf([{ name, kind: account, holder: holder.address }], 3)
  await waitUntilMined(chain, resolver.write.addSealTree([sealedTree.root, sealedTree.depth]))
  const response = await signSet(resolver, chainId, setOf('of the holder', 4_000_000_000n), holder)
  const proof: ZoneRecord = ['0x7e', sealedTree.proofOf(name)]
  const proven = await darken(resolver, [proof, signedSets(response)])
  expect(decodeText(await read(resolver, proven))).toBe('of the holder')
  for (const records of [
    [textRecord('url', 'of the anchor')],
    [textRecord('url', 'of the anchor'), proof],
    [textRecord('url', 'of the anchor'), ['0x7e', sealTreeOf([], 3).proofOf(name)] as const],
  ]) {
    const bucket = await darken(resolver, records)
    await expect(read(resolver, bucket)).rejects.toThrow()
  }
})

test('rule: with trees of seals an unsealed name needs the proof that no tree has it', async () => {
  const resolver = await deployResolver(chain, { grace: hour })
  const others = sealTreeOf([{ name: 'bob.demo.eth', kind: account, holder: holder.address }], 3)
  await waitUntilMined(chain, resolver.write.addSealTree([others.root, others.depth]))
  const url = textRecord('url', 'of the anchor')
  const proven = await darken(resolver, [url, ['0x7e', others.proofOf(name)]])
  expect(decodeText(await read(resolver, proven))).toBe('of the anchor')
  const bare = await darken(resolver, [url])
  expect(await revertOf(read(resolver, bare))).toEqual({ name: 'InvalidSealProof', args: [0n] })
})

test('rule: a name that the file does not have has no records', async () => {
  const resolver = await deployResolver(chain, { grace: hour })
  const bucket = await darken(resolver, [])
  expect(decodeText(await read(resolver, bucket))).toBe('')
})

test('rule: the anchor cannot deny a sealed name by a file without it, or without its records', async () => {
  const inStorage = await deploySealed()
  const byTree = await deployResolver(chain, { grace: hour })
  const tree = sealTreeOf([{ name, kind: account, holder: holder.address }], 3)
  await waitUntilMined(chain, byTree.write.addSealTree([tree.root, tree.depth]))
  for (const names of [{}, { [name]: [] }]) {
    const bucket = encodeBucket(names)
    await darkenBy(inStorage, bucket)
    expect(await revertOf(read(inStorage, bucket))).toEqual({ name: 'MalformedSet', args: [] })
    await darkenBy(byTree, bucket)
    expect(await revertOf(read(byTree, bucket))).toEqual({ name: 'InvalidSealProof', args: [0n] })
  }
})
