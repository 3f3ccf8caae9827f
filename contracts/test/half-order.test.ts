import { createECDH, createHash } from 'node:crypto'
import {
  bytesToHex,
  concat,
  encodePacked,
  getAddress,
  type Hex,
  hashTypedData,
  hexToBytes,
  keccak256,
  numberToHex,
  size,
} from 'viem'
import { afterAll, expect, test } from 'vitest'
import { startChain } from './support/chain.ts'
import { revertOf } from './support/revert.ts'
import { byKey, changeOf, seal } from './support/seal.ts'
import { account, encodeSet, passkey, recordSetData } from './support/sealed.ts'
import { answer, deployWithSeal, holder, name, set } from './support/sealed-resolver.ts'

const chainId = 11155111
const chain = await startChain(chainId)
afterAll(chain.stop)

const orders = {
  secp256k1: 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n,
  prime256v1: 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n,
}
const nonce = 0x5eed5eed5eedn

function toBytes32(value: bigint): Hex {
  return numberToHex(value, { size: 32 })
}

function modulo(value: bigint, order: bigint): bigint {
  return ((value % order) + order) % order
}

function invert(value: bigint, order: bigint): bigint {
  let [result, base] = [1n, modulo(value, order)]
  for (let exponent = order - 2n; exponent > 0n; exponent >>= 1n) {
    if (exponent & 1n) result = (result * base) % order
    base = (base * base) % order
  }
  return result
}

/** x and y of a multiple of the generator. */
function pointOf(curve: keyof typeof orders, scalar: bigint): Hex {
  const ecdh = createECDH(curve)
  ecdh.setPrivateKey(hexToBytes(toBytes32(scalar)))
  return bytesToHex(ecdh.getPublicKey().subarray(1))
}

/** A signature of a hash with any s, and the key that has made it: of a signature with a fixed nonce the key follows. */
function signWith(curve: keyof typeof orders, hash: Hex, s: bigint) {
  const order = orders[curve]
  const point = pointOf(curve, nonce)
  const r = BigInt(point.slice(0, 66))
  const privateKey = modulo((s * nonce - BigInt(hash)) * invert(r, order), order)
  const isOdd = BigInt(point) & 1n
  const key = pointOf(curve, privateKey)
  const address = getAddress(`0x${keccak256(key).slice(-40)}`)
  return { r: toBytes32(r), s: toBytes32(s), v: isOdd ? 28 : 27, key, address }
}

test.each([
  ['half of the order', orders.secp256k1 / 2n, true],
  ['one more', orders.secp256k1 / 2n + 1n, false],
  ['one', 1n, true],
] as const)('rule: an s of %s by an account', async (_what, s, accepted) => {
  const resolver = await deployWithSeal(chain)
  const next = { ...set, sequence: 4n }
  const signed = signWith('secp256k1', hashTypedData(recordSetData(resolver, chainId, next)), s)
  await seal(chain, resolver, changeOf(name, signed.address, { sequence: 4n }), byKey(holder))
  const signature = encodePacked(['bytes32', 'bytes32', 'uint8'], [signed.r, signed.s, signed.v])
  const answering = answer(resolver, encodeSet(next, signature))
  if (accepted) await answering
  else expect(await revertOf(answering)).toEqual({ name: 'NotSignedByHolder', args: [] })
  expect(await resolver.read.seals([changeOf(name, signed.address).node])).toEqual([
    signed.address,
    account,
    4n,
  ])
})

test.each([
  ['half of the order', orders.prime256v1 / 2n, true],
  ['one more', orders.prime256v1 / 2n + 1n, false],
] as const)('rule: an s of %s by a passkey', async (_what, s, accepted) => {
  const resolver = await deployWithSeal(chain)
  const next = { ...set, sequence: 4n }
  const challenge = hashTypedData(recordSetData(resolver, chainId, next))
  const authenticatorData = concat([`0x${'11'.repeat(32)}`, '0x0100000000'])
  const text = Buffer.from(hexToBytes(challenge)).toString('base64url')
  const clientData = Buffer.from(`{"type":"webauthn.get","challenge":"${text}"}`)
  const clientHash = createHash('sha256').update(clientData).digest()
  const hash = createHash('sha256').update(hexToBytes(authenticatorData)).update(clientHash).digest('hex')
  const signed = signWith('prime256v1', `0x${hash}`, s)
  const change = changeOf(name, signed.address, { sequence: 4n, kind: passkey })
  await seal(chain, resolver, change, byKey(holder))
  const signature = concat([
    signed.key,
    signed.r,
    signed.s,
    encodePacked(['uint16'], [size(authenticatorData)]),
    authenticatorData,
    bytesToHex(clientData),
  ])
  const answering = answer(resolver, encodeSet(next, signature))
  if (accepted) await answering
  else expect(await revertOf(answering)).toEqual({ name: 'NotSignedByHolder', args: [] })
})
