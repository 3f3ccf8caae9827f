import { namehash, zeroAddress } from 'viem'
import { afterAll, expect, test } from 'vitest'
import { otherAccount, setTime, startChain } from './support/chain.ts'
import { deployResolver, type Resolver, waitUntilMined } from './support/resolver.ts'
import { signerKey } from './support/response-payload.ts'
import { revertOf } from './support/revert.ts'
import { byKey, changeOf, present, seal } from './support/seal.ts'
import { account, open, passkey } from './support/sealed.ts'

const chain = await startChain(11155111)
afterAll(chain.stop)

const step = 2n ** 42n
const last = 2n ** 64n - 1n
const issuer = signerKey(1)
const holder = signerKey(2)
const next = signerKey(3)
const name = 'alice.demo.eth'
const node = namehash(name)
const recovery = otherAccount.address

async function deploy(): Promise<Resolver> {
  const resolver = await deployResolver(chain, { notice: 1n })
  await waitUntilMined(chain, resolver.write.setIssuer([issuer.address]))
  return resolver
}

async function deploySealed(sequence = 1n): Promise<Resolver> {
  const resolver = await deploy()
  const change = changeOf(name, holder.address, { sequence, recovery })
  await seal(chain, resolver, change, byKey(issuer), byKey(holder))
  return resolver
}

test.each([step + 1n, last])('SequenceTooHigh for a first seal with number %i', async (sequence) => {
  const resolver = await deploy()
  const change = changeOf(name, holder.address, { sequence })
  expect(await revertOf(present(chain, resolver, change, byKey(issuer), byKey(holder)))).toEqual({
    name: 'SequenceTooHigh',
    args: [step],
  })
})

test.each([step + 8n, last])('SequenceTooHigh for a change from number 7 to %i', async (sequence) => {
  const resolver = await deploySealed(7n)
  const change = changeOf(name, holder.address, { sequence })
  expect(await revertOf(present(chain, resolver, change, byKey(holder)))).toEqual({
    name: 'SequenceTooHigh',
    args: [step + 7n],
  })
})

test('rule: no number that a holder chooses keeps the owner from unsealing, or the issuer from sealing again', async () => {
  const resolver = await deploySealed(step)
  const greatest = changeOf(name, holder.address, { sequence: 2n * step })
  await seal(chain, resolver, greatest, byKey(holder))
  await waitUntilMined(chain, resolver.write.giveNotice([node]))
  await setTime(chain, (await resolver.read.unsealableAt([node])) + 1n)
  await waitUntilMined(chain, resolver.write.unseal([node]))
  expect(await resolver.read.seals([node])).toEqual([zeroAddress, open, 2n * step + 1n])
  const again = changeOf(name, next.address, { sequence: 2n * step + 2n })
  await seal(chain, resolver, again, byKey(issuer), byKey(next))
})

test('rule: nor a recovery, and the recovered holder can go on', async () => {
  const resolver = await deploySealed(step)
  const byRecovery = { account: otherAccount }
  await waitUntilMined(chain, resolver.write.startRecovery([node, next.address, account], byRecovery))
  const [, , readyAt] = await resolver.read.recoveries([node])
  await setTime(chain, readyAt)
  await waitUntilMined(chain, resolver.write.finishRecovery([node]))
  await seal(chain, resolver, changeOf(name, holder.address, { sequence: 2n * step }), byKey(next))
  expect(await resolver.read.seals([node])).toEqual([holder.address, account, 2n * step])
})

test.each([account, passkey])('ZeroHolder: no name is sealed for the zero address, kind %i', async (kind) => {
  const zeroHolder = { name: 'ZeroHolder', args: [] }
  const forZero = changeOf(name, zeroAddress, { kind, sequence: 2n })
  const unsealed = await deploy()
  expect(await revertOf(present(chain, unsealed, forZero, byKey(issuer)))).toEqual(zeroHolder)
  const resolver = await deploySealed()
  expect(await revertOf(present(chain, resolver, forZero, byKey(holder)))).toEqual(zeroHolder)
  const starting = resolver.write.startRecovery([node, zeroAddress, kind], { account: otherAccount })
  expect(await revertOf(starting)).toEqual(zeroHolder)
})
