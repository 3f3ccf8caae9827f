import { namehash, zeroAddress } from 'viem'
import { afterAll, describe, expect, test } from 'vitest'
import { getChainTime, otherAccount, owner, setTime, startChain } from './support/chain.ts'
import { deployResolver, type Resolver, waitUntilMined } from './support/resolver.ts'
import { signerKey } from './support/response-payload.ts'
import { revertOf } from './support/revert.ts'
import { byKey, changeOf, present, seal } from './support/seal.ts'
import { account, changeData, later, open, passkey } from './support/sealed.ts'

const chain = await startChain(11155111)
afterAll(chain.stop)

const issuer = signerKey(1)
const holder = signerKey(2)
const next = signerKey(3)
const thief = signerKey(4)
const name = 'alice.demo.eth'
const node = namehash(name)
const hour = 3600n
const day = 24n * hour
const notAuthorized = { name: 'NotAuthorized', args: [] }

async function deploy(notice = 0n): Promise<Resolver> {
  const resolver = await deployResolver(chain, { notice })
  await waitUntilMined(chain, resolver.write.setIssuer([issuer.address]))
  return resolver
}

async function deploySealed(notice = 0n, recovery: `0x${string}` = zeroAddress): Promise<Resolver> {
  const resolver = await deploy(notice)
  await seal(chain, resolver, changeOf(name, holder.address, { recovery }), byKey(issuer), byKey(holder))
  return resolver
}

const sealed = [holder.address, account, 1n]

describe('a first seal', () => {
  test('rule: needs the issuer and the holder; anyone may present it', async () => {
    const resolver = await deploySealed()
    expect(await resolver.read.seals([node])).toEqual(sealed)
    const [event] = await resolver.getEvents.Sealed({}, { fromBlock: 0n })
    expect(event?.args).toEqual({
      node,
      holder: holder.address,
      kind: account,
      recovery: zeroAddress,
      sequence: 1n,
    })
  })

  test.each([
    ['the holder alone', holder, holder],
    ['a thief', thief, holder],
  ])('NotAuthorized when it is authorized by %s', async (_who, by, consents) => {
    const resolver = await deploy()
    const change = changeOf(name, holder.address)
    expect(await revertOf(present(chain, resolver, change, byKey(by), byKey(consents)))).toEqual(
      notAuthorized,
    )
  })

  test('NotAuthorized without an issuer, for a signature that recovers to zero too', async () => {
    const resolver = await deployResolver(chain)
    const change = changeOf(name, holder.address)
    for (const authorize of [byKey(issuer), async () => `0x${'00'.repeat(64)}1b` as const])
      expect(await revertOf(present(chain, resolver, change, authorize, byKey(holder)))).toEqual(
        notAuthorized,
      )
  })

  test.each([
    ['no account', undefined],
    ['the issuer', byKey(issuer)],
    ['a thief', byKey(thief)],
  ])('NoConsent when %s consents', async (_who, consent) => {
    const resolver = await deploy()
    const change = changeOf(name, holder.address)
    expect(await revertOf(present(chain, resolver, change, byKey(issuer), consent))).toEqual({
      name: 'NoConsent',
      args: [],
    })
  })

  test('ChangeExpired after its last second', async () => {
    const resolver = await deploy()
    const until = (await getChainTime(chain)) + 100n
    const change = changeOf(name, holder.address, { until })
    await setTime(chain, until + 1n)
    expect(await revertOf(present(chain, resolver, change, byKey(issuer), byKey(holder)))).toEqual({
      name: 'ChangeExpired',
      args: [until],
    })
    const next = (await getChainTime(chain)) + 100n
    await chain.client.setNextBlockTimestamp({ timestamp: next })
    await seal(chain, resolver, { ...change, until: next }, byKey(issuer), byKey(holder))
  })

  test.each([0, open, 4, 255])('UnsupportedKind for kind %i', async (kind) => {
    const resolver = await deploy()
    const change = changeOf(name, holder.address, { kind })
    expect(await revertOf(present(chain, resolver, change, byKey(issuer), byKey(holder)))).toEqual({
      name: 'UnsupportedKind',
      args: [kind],
    })
  })

  test('SequenceTooLow for number 0', async () => {
    const resolver = await deploy()
    const change = changeOf(name, holder.address, { sequence: 0n })
    expect(await revertOf(present(chain, resolver, change, byKey(issuer), byKey(holder)))).toEqual({
      name: 'SequenceTooLow',
      args: [0n],
    })
  })

  test.each(['node', 'holder', 'kind', 'recovery', 'sequence', 'until'] as const)(
    'rule: no signature holds for another %s',
    async (field) => {
      const resolver = await deploy()
      const signed = changeOf(name, holder.address)
      const other = {
        node: namehash('bob.demo.eth'),
        holder: next.address,
        kind: passkey,
        recovery: thief.address,
        sequence: 2n,
        until: later - 1n,
      }
      const data = changeData(resolver, chain.client.chain.id, signed)
      const signatures = [await issuer.signTypedData(data), await holder.signTypedData(data)] as const
      const presented = { ...signed, [field]: other[field] }
      expect(await revertOf(resolver.write.change([presented, ...signatures, '0x']))).toEqual(notAuthorized)
    },
  )

  test('rule: no signature holds for another contract, another chain or another domain', async () => {
    const [resolver, twin] = [await deploy(), await deploy()]
    const change = changeOf(name, holder.address)
    const right = changeData(resolver, chain.client.chain.id, change)
    for (const domain of [
      { ...right.domain, verifyingContract: twin.address },
      { ...right.domain, chainId: 1 },
      { ...right.domain, name: 'Other' },
      { ...right.domain, version: '2' },
    ]) {
      const data = { ...right, domain } as typeof right
      const signatures = [await issuer.signTypedData(data), await holder.signTypedData(data)] as const
      expect(await revertOf(resolver.write.change([change, ...signatures, '0x']))).toEqual(notAuthorized)
    }
  })
})

describe('a sealed name', () => {
  test.each([
    ['the issuer', byKey(issuer)],
    ['a thief', byKey(thief)],
    ['the new holder', byKey(next)],
  ])('NotAuthorized when %s gives it away, in both kinds of domain', async (_who, authorize) => {
    for (const notice of [0n, day]) {
      const resolver = await deploySealed(notice)
      const change = changeOf(name, next.address, { sequence: 2n })
      expect(await revertOf(present(chain, resolver, change, authorize, byKey(next)))).toEqual(notAuthorized)
      expect(await resolver.read.seals([node])).toEqual(sealed)
    }
  })

  test('rule: its holder gives it to another one, who then gives it on', async () => {
    const resolver = await deploySealed()
    await seal(chain, resolver, changeOf(name, next.address, { sequence: 9n }), byKey(holder))
    expect(await resolver.read.seals([node])).toEqual([next.address, account, 9n])
    const back = changeOf(name, holder.address, { sequence: 10n })
    expect(await revertOf(present(chain, resolver, back, byKey(holder)))).toEqual(notAuthorized)
    await seal(chain, resolver, back, byKey(next))
  })

  test('SequenceTooLow for a change that was presented before, or a number of before', async () => {
    const resolver = await deploySealed()
    const change = changeOf(name, holder.address, { sequence: 5n })
    await seal(chain, resolver, change, byKey(holder))
    for (const sequence of [1n, 4n, 5n])
      expect(await revertOf(present(chain, resolver, { ...change, sequence }, byKey(holder)))).toEqual({
        name: 'SequenceTooLow',
        args: [5n],
      })
  })

  test('rule: its holder gives the seal up, and a new one needs the issuer', async () => {
    const resolver = await deploySealed()
    const release = changeOf(name, zeroAddress, { kind: open, sequence: 2n })
    await seal(chain, resolver, release, byKey(holder))
    expect(await resolver.read.seals([node])).toEqual([zeroAddress, open, 2n])
    const again = changeOf(name, holder.address, { sequence: 3n })
    expect(await revertOf(present(chain, resolver, again, byKey(holder), byKey(holder)))).toEqual(
      notAuthorized,
    )
    const replayed = changeOf(name, holder.address, { sequence: 1n })
    expect(await revertOf(present(chain, resolver, replayed, byKey(issuer), byKey(holder)))).toEqual({
      name: 'SequenceTooLow',
      args: [2n],
    })
    await seal(chain, resolver, again, byKey(issuer), byKey(holder))
  })

  test.each<[object, object]>([
    [{ holder: thief.address }, { name: 'UnsupportedKind', args: [open] }],
    [{ recovery: thief.address }, { name: 'ZeroHolder', args: [] }],
  ])('rule: no release with %o', async (changes, refused) => {
    const resolver = await deploySealed()
    const release = changeOf(name, zeroAddress, { kind: open, sequence: 2n, ...changes })
    expect(await revertOf(present(chain, resolver, release, byKey(holder)))).toEqual(refused)
  })
})

describe('recovery', () => {
  const byRecovery = { account: otherAccount }

  test('rule: gives the name to a new holder after 72 hours without an objection', async () => {
    const resolver = await deploySealed(0n, otherAccount.address)
    await waitUntilMined(chain, resolver.write.startRecovery([node, next.address, account], byRecovery))
    const [, , readyAt] = await resolver.read.recoveries([node])
    expect(readyAt).toBe((await getChainTime(chain)) + 72n * hour)
    const [event] = await resolver.getEvents.RecoveryStarted({ node }, { fromBlock: 0n })
    expect(event?.args).toEqual({ node, holder: next.address, kind: account, readyAt })
    expect(await revertOf(resolver.write.finishRecovery([node]))).toEqual({
      name: 'NotReady',
      args: [readyAt],
    })
    await chain.client.setNextBlockTimestamp({ timestamp: readyAt })
    await waitUntilMined(chain, resolver.write.finishRecovery([node]))
    expect(await resolver.read.seals([node])).toEqual([next.address, account, 2n])
    expect(await revertOf(resolver.write.finishRecovery([node]))).toEqual({ name: 'NotReady', args: [0n] })
  })

  test('rule: the holder ends it by any change', async () => {
    const resolver = await deploySealed(0n, otherAccount.address)
    await waitUntilMined(chain, resolver.write.startRecovery([node, next.address, account], byRecovery))
    const change = changeOf(name, holder.address, { sequence: 2n, recovery: otherAccount.address })
    await seal(chain, resolver, change, byKey(holder))
    await setTime(chain, (await getChainTime(chain)) + 73n * hour)
    expect(await revertOf(resolver.write.finishRecovery([node]))).toEqual({ name: 'NotReady', args: [0n] })
  })

  test('NotRecovery for every other account, and for a name without one', async () => {
    const resolver = await deploySealed(0n, otherAccount.address)
    const refused = { name: 'NotRecovery', args: [owner.address] }
    expect(await revertOf(resolver.write.startRecovery([node, next.address, account]))).toEqual(refused)
    const other = namehash('bob.demo.eth')
    expect(await revertOf(resolver.write.startRecovery([other, next.address, account]))).toEqual(refused)
  })

  test.each([0, open, 4])('UnsupportedKind for a new holder of kind %i', async (kind) => {
    const resolver = await deploySealed(0n, otherAccount.address)
    const start = resolver.write.startRecovery([node, next.address, kind], byRecovery)
    expect(await revertOf(start)).toEqual({ name: 'UnsupportedKind', args: [kind] })
  })
})

describe('the owner', () => {
  test('Irrevocable: gives no notice in a domain without one', async () => {
    const resolver = await deploySealed()
    const irrevocable = { name: 'Irrevocable', args: [] }
    expect(await revertOf(resolver.write.giveNotice([node]))).toEqual(irrevocable)
    expect(await revertOf(resolver.write.announceSealTree([node, 0]))).toEqual(irrevocable)
    expect(await revertOf(resolver.write.unseal([node]))).toEqual({ name: 'NotReady', args: [0n] })
    expect(await revertOf(resolver.write.replaceSealTrees())).toEqual({ name: 'NotReady', args: [0n] })
  })

  test('rule: unseals after the notice and not before', async () => {
    const resolver = await deploySealed(7n * day, otherAccount.address)
    await waitUntilMined(chain, resolver.write.giveNotice([node]))
    const readyAt = (await getChainTime(chain)) + 7n * day
    expect(await revertOf(resolver.write.unseal([node]))).toEqual({ name: 'NotReady', args: [readyAt] })
    await setTime(chain, readyAt - 2n)
    expect(await revertOf(resolver.write.unseal([node]))).toEqual({ name: 'NotReady', args: [readyAt] })
    await chain.client.setNextBlockTimestamp({ timestamp: readyAt })
    await waitUntilMined(chain, resolver.write.unseal([node]))
    expect(await resolver.read.seals([node])).toEqual([zeroAddress, open, 2n])
    expect(await resolver.read.recoveryOf([node])).toBe(zeroAddress)
  })

  test('rule: a change of holder does not end a notice, withdrawing it does', async () => {
    const resolver = await deploySealed(day)
    await waitUntilMined(chain, resolver.write.giveNotice([node]))
    await seal(chain, resolver, changeOf(name, next.address, { sequence: 2n }), byKey(holder))
    expect(await resolver.read.unsealableAt([node])).toBeGreaterThan(0n)
    await waitUntilMined(chain, resolver.write.withdrawNotice([node]))
    await setTime(chain, (await getChainTime(chain)) + 2n * day)
    expect(await revertOf(resolver.write.unseal([node]))).toEqual({ name: 'NotReady', args: [0n] })
  })
})
