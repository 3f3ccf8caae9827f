import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** The keys of a subscription (RFC 8291 §2), base64url: a point of P-256 without compression, and 16 bytes. */
export interface SubscriptionKeys {
  readonly p256dh: string
  readonly auth: string
}

/** Of one message; chosen in vectors only. */
interface MessageKeys {
  readonly privateKey: Uint8Array
  readonly salt: Uint8Array
}

/** Of the one record of a message, and the least that push services take in (RFC 8030 §7.2). */
const recordBytes = 4096

/** Ends the text of the last record (RFC 8188 §2). */
const lastRecord = Uint8Array.of(2)

/** The most that a message can say, with header, delimiter and tag. */
export const maxPushBytes = recordBytes - 86 - 17

/**
 * The body of a push message, which the browser alone can read: `aes128gcm` (RFC 8188) with the keys of RFC 8291.
 *
 * @throws Error `ERR_CRYPTO_ECDH_INVALID_PUBLIC_KEY` where `p256dh` is no point of the curve.
 */
export function encryptPush(text: Uint8Array, keys: SubscriptionKeys, chosen?: MessageKeys): Buffer {
  const ecdh = createECDH('prime256v1')
  if (chosen) ecdh.setPrivateKey(chosen.privateKey)
  else ecdh.generateKeys()
  const salt = chosen?.salt ?? randomBytes(16)
  const [ownPublic, theirPublic] = [ecdh.getPublicKey(), Buffer.from(keys.p256dh, 'base64url')]
  const secret = ecdh.computeSecret(theirPublic)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirPublic, ownPublic])
  const input = derive(secret, Buffer.from(keys.auth, 'base64url'), info, 32)
  const key = derive(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(input, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const sizes = Buffer.alloc(5)
  sizes.writeUInt32BE(recordBytes)
  sizes.writeUInt8(ownPublic.length, 4)
  const encrypted = [cipher.update(text), cipher.update(lastRecord), cipher.final(), cipher.getAuthTag()]
  return Buffer.concat([salt, sizes, ownPublic, ...encrypted])
}

function derive(secret: Uint8Array, salt: Uint8Array, info: Uint8Array, bytes: number): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, salt, info, bytes))
}
