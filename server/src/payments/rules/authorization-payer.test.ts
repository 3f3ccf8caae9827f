import {
  concatHex,
  type Hex,
  numberToHex,
  serializeCompactSignature,
  signatureToCompactSignature,
  slice,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { signOwnTransfer, terms } from '../../../test/support/payments/authorizations.ts'
import { lowerCaseHex } from '../../crypto/hex.ts'
import { authorizationDigest, recoverPayer } from './authorization.ts'

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

const payer = privateKeyToAccount(generatePrivateKey())
const { signature, ...transfer } = await signOwnTransfer(payer)
const digest = authorizationDigest(transfer, terms)
const [r, s, v] = [slice(signature, 0, 32), slice(signature, 32, 64), Number(slice(signature, 64))]

function withV(last: number): Hex {
  return concatHex([r, s, numberToHex(last, { size: 1 })])
}

/** The second signature that goes with every one: the same on the curve, and refused by tokens. */
const highS = concatHex([r, numberToHex(order - BigInt(s), { size: 32 }), numberToHex(55 - v, { size: 1 })])

const compact = serializeCompactSignature(signatureToCompactSignature({ r, s, yParity: v - 27 }))

test('rule: the signer of an authorization is recovered from the digest', async () => {
  expect(recoverPayer(digest, signature)).toBe(lowerCaseHex(payer.address))
})

test('rule: recovery bytes 0 and 1 mean 27 and 28', async () => {
  expect(recoverPayer(digest, withV(v - 27))).toBe(lowerCaseHex(payer.address))
})

test.each([
  ['nothing', '0x'],
  ['one byte less', slice(signature, 0, 64)],
  ['one byte more', concatHex([signature, '0x00'])],
  ['the compact form (EIP-2098)', compact],
  ['another recovery byte', withV(29)],
  ['a high s', highS],
  ['no point of the curve', `0x${'ff'.repeat(32)}${'11'.repeat(32)}1b`],
  ['zeros', `0x${'00'.repeat(64)}1b`],
] as const)('rule: %s is not the signature of an EOA', async (_, other) => {
  expect(recoverPayer(digest, other)).toBeNull()
})

test('rule: from a different digest a different signer is recovered', async () => {
  const other = authorizationDigest({ ...transfer, value: 4_999n }, terms)
  expect(recoverPayer(other, signature)).not.toBe(lowerCaseHex(payer.address))
})
