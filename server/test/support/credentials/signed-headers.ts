import { randomBytes } from 'node:crypto'
import {
  type Address,
  getAddress,
  type Hex,
  hashMessage,
  hashTypedData,
  serializeSignature,
  toBytes,
  toHex,
} from 'viem'
import { type LocalAccount, signTransaction, toAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { curve, publicKeyToAddress } from '../../../src/crypto/secp256k1.ts'

/** Overrides of the default message: for localhost, valid from now on for two minutes. */
export interface MessageFields {
  readonly chainId: number
  /** With a scheme or without. */
  readonly domain?: string
  /** Absent: what is signed, in ASCII. */
  readonly statement?: string
  /** Absent: the root of the domain. */
  readonly uri?: string
  /** The address in the message; absent: that of the signer. */
  readonly address?: Address
  readonly issuedAt?: Date
  readonly expirationTime?: Date | undefined
  readonly notBefore?: Date
  readonly resources?: string[]
  /** Absent: a random one. */
  readonly nonce?: string
}

export interface SignedMessage {
  readonly address: Address
  readonly message: string
  readonly signature: Hex
}

/** The signer: an EOA, or the owner of a contract wallet with the address of the contract. */
export type Signer = Pick<LocalAccount, 'address' | 'signMessage'>

const twoMinutesMs = 120_000

/** A new EOA. It signs natively: tests make thousands, and viem's JavaScript takes four times as long. */
export function createWallet() {
  const key = randomBytes(32)
  const sign = async (hash: Hex) => {
    const { rs, recovery } = curve.sign(toBytes(hash), key)
    return serializeSignature({ r: toHex(rs.subarray(0, 32)), s: toHex(rs.subarray(32)), yParity: recovery })
  }
  return toAccount({
    address: getAddress(publicKeyToAddress(curve.getPublicKey(key))),
    signMessage: ({ message }) => sign(hashMessage(message)),
    signTypedData: (data) => sign(hashTypedData(data)),
    signTransaction: (transaction, options) =>
      signTransaction({ privateKey: toHex(key), transaction, ...options }),
  })
}

/** Signs an EIP-4361 message as clients build it: a nonce of their own, 17 characters long. */
export async function signMessage(wallet: Signer, fields: MessageFields): Promise<SignedMessage> {
  const { address = wallet.address, issuedAt = new Date(), domain = 'localhost:3333' } = fields
  const [host = '', scheme] = domain.split('://').reverse()
  const message = createSiweMessage({
    uri: `${scheme ?? 'http'}://${host}/`,
    version: '1',
    statement: `Sign to prove that ${address} may change this name.`,
    nonce: randomBytes(9).toString('hex').slice(1),
    expirationTime: new Date(issuedAt.getTime() + twoMinutesMs),
    ...fields,
    domain: host,
    ...(scheme !== undefined && { scheme }),
    address,
    issuedAt,
  })
  return { address, message, signature: await wallet.signMessage({ message }) }
}

/** Encodes each line feed as the two characters that clients send for it. */
export function escapeLineFeeds(message: string): string {
  return message.replaceAll('\n', '\\n')
}

/** The three headers of a signed request. */
export function toSignedHeaders(
  { address, message, signature }: SignedMessage,
  encode: (message: string) => string = escapeLineFeeds,
) {
  return { 'x-address': address, 'x-message': encode(message), 'x-signature': signature }
}

export async function signedHeaders(wallet: Signer, fields: MessageFields) {
  return toSignedHeaders(await signMessage(wallet, fields))
}
