import { concat, hashTypedData, namehash } from 'viem'
import { afterAll, expect, test } from 'vitest'
import { startChain } from './support/chain.ts'
import { newPasskey, type PasskeyOptions } from './support/passkey.ts'
import { deployResolver, waitUntilMined } from './support/resolver.ts'
import { addrCall, signerKey } from './support/response-payload.ts'
import { revertOf } from './support/revert.ts'
import { byKey, changeOf, present, seal } from './support/seal.ts'
import { encodeSet, later, passkey, type RecordSet, recordSetData } from './support/sealed.ts'
import { addressRecord } from './support/zone.ts'

const chainId = 11155111
const chain = await startChain(chainId)
afterAll(chain.stop)

const issuer = signerKey(1)
const key = newPasskey()
const name = 'alice.demo.eth'
const resolver = await deployResolver(chain)
await waitUntilMined(chain, resolver.write.setIssuer([issuer.address]))
await seal(chain, resolver, changeOf(name, key.address, { kind: passkey }), byKey(issuer), async (data) =>
  key.sign(hashTypedData(data)),
)

const set: RecordSet = {
  name,
  sequence: 1n,
  validUntil: later,
  records: [addressRecord(60, '0x70997970C51812dc3A010C7d01b50e0d17dc79C8')],
}
const hash = hashTypedData(recordSetData(resolver, chainId, set))

function answer(signature: `0x${string}`) {
  const question = concat([namehash(name), addrCall(name)])
  return resolver.read.resolveByHolder([encodeSet(set, signature), question])
}

const refused = { name: 'NotSignedByHolder', args: [] }

test('rule: a passkey signs record sets; whatever follows the challenge', async () => {
  for (const rest of [undefined, '', '}', ',"origin":"https://names.example"}', ',"x":"\u{1f98a}"}'])
    await answer(key.sign(hash, rest === undefined ? {} : { rest }))
  await answer(key.sign(hash, { flags: 1 }))
})

test.each<[string, PasskeyOptions]>([
  ['for another hash', { challenge: `0x${'11'.repeat(32)}` }],
  ['for a hash that is part of its challenge', { challenge: concat([hash, '0x00']) }],
  ['that makes a passkey', { type: 'webauthn.create' }],
  ['made without a person', { flags: 4 }],
  ['with the higher s', { highS: true }],
])('NotSignedByHolder for a signature %s', async (_what, options) => {
  expect(await revertOf(answer(key.sign(hash, options)))).toEqual(refused)
})

test('rule: the authenticator data have a counter, and extensions where there are any', async () => {
  for (const counter of [[], [0], [0, 0], [0, 0, 1]])
    expect(await revertOf(answer(key.sign(hash, { counter }))), `${counter.length}`).toEqual(refused)
  for (const counter of [[0, 0, 0, 0], [0, 0, 0, 1, 0xa1], Array.from({ length: 300 }, () => 7)])
    await answer(key.sign(hash, { counter }))
})

test('NotSignedByHolder for another passkey, and for the key of one with the signature of another', async () => {
  const other = newPasskey()
  expect(await revertOf(answer(other.sign(hash)))).toEqual(refused)
  const mixed = concat([`0x${key.sign(hash).slice(2, 130)}`, `0x${other.sign(hash).slice(130)}`])
  expect(await revertOf(answer(mixed))).toEqual(refused)
})

test('rule: a signature that is cut is refused, wherever', async () => {
  const signature = key.sign(hash, { rest: '' })
  for (let length = 2; length < signature.length; length += 2)
    expect(await revertOf(answer(signature.slice(0, length) as `0x${string}`)), `${length}`).toEqual(refused)
  await answer(signature)
})

test('UnsupportedKind where the chain does not verify P-256', async () => {
  const bare = await startChain(chainId, { hardfork: 'prague' })
  try {
    const own = await deployResolver(bare)
    await waitUntilMined(bare, own.write.setIssuer([issuer.address]))
    const change = changeOf(name, key.address, { kind: passkey })
    const sealing = present(bare, own, change, byKey(issuer), async (data) => key.sign(hashTypedData(data)))
    expect(await revertOf(sealing)).toEqual({ name: 'UnsupportedKind', args: [passkey] })
  } finally {
    await bare.stop()
  }
})
