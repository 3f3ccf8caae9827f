import { secp256k1 } from '@noble/curves/secp256k1.js'
import type { Curve } from './secp256k1.ts'

export const javascriptCurve: Curve = {
  backend: 'javascript',
  sign: (digest, key) => {
    const [recovery = 0, ...rs] = secp256k1.sign(digest, key, { prehash: false, format: 'recovered' })
    return { rs: Uint8Array.from(rs), recovery }
  },
  recover: (digest, rs, recovery) =>
    secp256k1.Signature.fromBytes(rs, 'compact')
      .addRecoveryBit(recovery)
      .recoverPublicKey(digest)
      .toBytes(false),
  isPrivateKey: secp256k1.utils.isValidSecretKey,
  getPublicKey: (key) => secp256k1.getPublicKey(key, false),
}
