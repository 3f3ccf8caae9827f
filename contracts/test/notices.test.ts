import { namehash, zeroAddress, zeroHash } from 'viem'
import { afterAll, describe, expect, test } from 'vitest'
import { getChainTime, otherAccount, setTime, startChain } from './support/chain.ts'
import { deployResolver, type Resolver, waitUntilMined } from './support/resolver.ts'
import { dnsName, signerKey } from './support/response-payload.ts'
import { revertOf } from './support/revert.ts'
import { byKey, changeOf, seal } from './support/seal.ts'
import { sealTreeOf } from './support/seal-tree.ts'
import { account, open } from './support/sealed.ts'

const chain = await startChain(11155111)
afterAll(chain.stop)

const day = 86_400n
const notice = 7n * day
const lifetime = 30n * day
const issuer = signerKey(1)
const holder = signerKey(2)
const name = 'alice.demo.eth'
const node = namehash(name)
const notReady = { name: 'NotReady', args: [0n] }

async function deploy(): Promise<Resolver> {
  const resolver = await deployResolver(chain, { notice })
  await waitUntilMined(chain, resolver.write.setIssuer([issuer.address]))
  return resolver
}

async function deploySealed(): Promise<Resolver> {
  const resolver = await deploy()
  await seal(chain, resolver, changeOf(name, holder.address), byKey(issuer), byKey(holder))
  return resolver
}

async function giveNotice(resolver: Resolver): Promise<bigint> {
  await waitUntilMined(chain, resolver.write.giveNotice([node]))
  return resolver.read.unsealableAt([node])
}

async function announce(resolver: Resolver, number: number): Promise<bigint> {
  await waitUntilMined(chain, resolver.write.announceSealTree([namehash(`${number}`), number]))
  return resolver.read.treesReplaceableAt()
}

async function unsealAt(resolver: Resolver, timestamp: bigint): Promise<void> {
  await chain.client.setNextBlockTimestamp({ timestamp })
  await waitUntilMined(chain, resolver.write.unseal([node]))
}

describe('a notice', () => {
  test('rule: counts for 30 days, to the second; then the owner gives another one', async () => {
    const resolver = await deploySealed()
    const readyAt = await giveNotice(resolver)
    await setTime(chain, readyAt + lifetime + 1n)
    expect(await revertOf(resolver.write.unseal([node]))).toEqual({ name: 'NoticeLapsed', args: [readyAt] })
    const again = await giveNotice(resolver)
    await unsealAt(resolver, again + lifetime)
    expect(await resolver.read.seals([node])).toEqual([zeroAddress, open, 2n])
  })

  test('rule: given before a first seal, it does not count for that', async () => {
    const resolver = await deploy()
    const readyAt = await giveNotice(resolver)
    await setTime(chain, readyAt)
    await seal(chain, resolver, changeOf(name, holder.address), byKey(issuer), byKey(holder))
    expect(await revertOf(resolver.write.unseal([node]))).toEqual(notReady)
    const release = changeOf(name, zeroAddress, { kind: open, sequence: 2n })
    await giveNotice(resolver)
    await seal(chain, resolver, release, byKey(holder))
    const again = changeOf(name, holder.address, { sequence: 3n })
    await seal(chain, resolver, again, byKey(issuer), byKey(holder))
    expect(await resolver.read.unsealableAt([node])).toBe(0n)
  })

  test('rule: serves once, and its withdrawal is an event', async () => {
    const resolver = await deploySealed()
    await unsealAt(resolver, await giveNotice(resolver))
    expect(await revertOf(resolver.write.unseal([node]))).toEqual(notReady)
    await giveNotice(resolver)
    await waitUntilMined(chain, resolver.write.withdrawNotice([node]))
    const all = { fromBlock: 0n }
    expect(await resolver.getEvents.Unsealed({ node }, all)).toHaveLength(1)
    expect(await resolver.getEvents.NoticeGiven({ node }, all)).toHaveLength(2)
    expect(await resolver.getEvents.NoticeWithdrawn({ node }, all)).toHaveLength(1)
  })

  test('rule: ends a recovery with the seal', async () => {
    const resolver = await deploy()
    const change = changeOf(name, holder.address, { recovery: otherAccount.address })
    await seal(chain, resolver, change, byKey(issuer), byKey(holder))
    const start = resolver.write.startRecovery([node, issuer.address, account], { account: otherAccount })
    await waitUntilMined(chain, start)
    await unsealAt(resolver, await giveNotice(resolver))
    expect(await revertOf(resolver.write.finishRecovery([node]))).toEqual(notReady)
    const again = resolver.write.startRecovery([node, issuer.address, account], { account: otherAccount })
    expect(await revertOf(again)).toEqual({ name: 'NotRecovery', args: [otherAccount.address] })
  })

  test('rule: unseals a name of a tree, whatever the tree says', async () => {
    const resolver = await deploy()
    const tree = sealTreeOf([{ name, kind: account, holder: holder.address }], 0)
    await waitUntilMined(chain, resolver.write.addSealTree([tree.root, 0]))
    expect(await resolver.read.trustOf([dnsName(name)])).toBe(3)
    await unsealAt(resolver, await giveNotice(resolver))
    expect(await resolver.read.trustOf([dnsName(name)])).toBe(0)
    expect(await resolver.read.trustOf([dnsName('bob.demo.eth')])).toBe(3)
  })
})

describe('an announced tree', () => {
  test('rule: counts for 30 days, to the second; then the owner announces it anew', async () => {
    const resolver = await deploy()
    const readyAt = await announce(resolver, 1)
    await setTime(chain, readyAt + lifetime + 1n)
    const replacing = resolver.write.replaceSealTrees()
    expect(await revertOf(replacing)).toEqual({ name: 'NoticeLapsed', args: [readyAt] })
    const again = await announce(resolver, 1)
    await chain.client.setNextBlockTimestamp({ timestamp: again + lifetime })
    await waitUntilMined(chain, resolver.write.replaceSealTrees())
    expect(await revertOf(resolver.write.replaceSealTrees())).toEqual(notReady)
  })

  test('rule: another announcement takes its place, with a notice of its own', async () => {
    const resolver = await deploy()
    const first = await announce(resolver, 1)
    await setTime(chain, first - 10n)
    const second = await announce(resolver, 2)
    expect(second).toBe((await getChainTime(chain)) + notice)
    await setTime(chain, first + 10n)
    expect(await revertOf(resolver.write.replaceSealTrees())).toEqual({ name: 'NotReady', args: [second] })
    await setTime(chain, second)
    await waitUntilMined(chain, resolver.write.replaceSealTrees())
    expect(await resolver.read.sealTrees()).toEqual([{ root: namehash('2'), depth: 2 }])
  })

  test('InvalidTree for no root and for a depth of 25', async () => {
    const resolver = await deploy()
    for (const [root, depth] of [
      [zeroHash, 4],
      [node, 25],
    ] as const)
      expect(await revertOf(resolver.write.announceSealTree([root, depth]))).toEqual({
        name: 'InvalidTree',
        args: [],
      })
    await announce(resolver, 24)
  })

  test('rule: every step with trees is an event', async () => {
    const resolver = await deploy()
    await waitUntilMined(chain, resolver.write.addSealTree([namehash('9'), 9]))
    const replaceableAt = await announce(resolver, 1)
    await setTime(chain, replaceableAt)
    await waitUntilMined(chain, resolver.write.replaceSealTrees())
    const all = { fromBlock: 0n }
    const argsOf = (events: readonly { readonly args: unknown }[]) => events.map(({ args }) => args)
    expect(argsOf(await resolver.getEvents.SealTreeAdded(all))).toEqual([{ root: namehash('9'), depth: 9 }])
    expect(argsOf(await resolver.getEvents.SealTreeAnnounced(all))).toEqual([
      { root: namehash('1'), depth: 1, replaceableAt },
    ])
    expect(argsOf(await resolver.getEvents.SealTreesReplaced(all))).toEqual([
      { root: namehash('1'), depth: 1 },
    ])
    expect(argsOf(await resolver.getEvents.IssuerChanged(all))).toEqual([{ issuer: issuer.address }])
  })
})
