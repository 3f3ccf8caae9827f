import { createHash } from 'node:crypto'
import { p256 } from '@noble/curves/nist.js'
import {
  type Address,
  bytesToHex,
  concat,
  encodePacked,
  getAddress,
  type Hex,
  hexToBytes,
  keccak256,
  numberToHex,
} from 'viem'

const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

export interface PasskeyOptions {
  /** The byte of the authenticator data: 1, a person was there; 4, and was verified. */
  readonly flags?: number
  readonly type?: string
  /** Of the client data, in place of the hash that is signed. */
  readonly challenge?: Hex
  /** Bytes behind what the client data has to begin with. */
  readonly rest?: string
  readonly highS?: boolean
  /** Bytes of the counter, 4 of an authenticator, and of what follows. */
  readonly counter?: readonly number[]
}

/** A passkey as an authenticator has it (WebAuthn), implemented independently of the contract. */
export interface Passkey {
  readonly address: Address
  /** Signs a hash for a site, and encodes it as the contract reads it. */
  sign(hash: Hex, options?: PasskeyOptions): Hex
}

function toBytes32(value: bigint): Hex {
  return `0x${value.toString(16).padStart(64, '0')}`
}

/** The same for the same seed, and so are its signatures. */
export function newPasskey(site = 'names.example', seed?: number): Passkey {
  const secret =
    seed === undefined ? p256.utils.randomSecretKey() : hexToBytes(numberToHex(seed, { size: 32 }))
  const key = bytesToHex(p256.getPublicKey(secret, false).subarray(1))
  return {
    address: getAddress(`0x${keccak256(key).slice(-40)}`),
    sign(hash, { flags = 5, type = 'webauthn.get', challenge = hash, rest, highS = false, counter } = {}) {
      const authenticatorData = Buffer.concat([
        createHash('sha256').update(site).digest(),
        Buffer.from([flags, ...(counter ?? [0, 0, 0, 1])]),
      ])
      const text = Buffer.from(hexToBytes(challenge)).toString('base64url')
      const clientData = Buffer.from(
        `{"type":"${type}","challenge":"${text}"${rest ?? `,"origin":"https://${site}","crossOrigin":false}`}`,
      )
      const signed = Buffer.concat([authenticatorData, createHash('sha256').update(clientData).digest()])
      const signature = p256.sign(signed, secret)
      const s = BigInt(bytesToHex(signature.subarray(32)))
      const isHigh = s > order / 2n
      return concat([
        key,
        bytesToHex(signature.subarray(0, 32)),
        toBytes32(isHigh === highS ? s : order - s),
        encodePacked(['uint16'], [authenticatorData.length]),
        bytesToHex(authenticatorData),
        bytesToHex(clientData),
      ])
    },
  }
}
