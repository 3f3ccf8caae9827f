import { p256 } from '@noble/curves/nist.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concat, fromHex, fromHexOf, toHex, uint } from '../../../sdk/src/verify/bytes.ts'
import { isSignedByPasskey } from '../../../sdk/src/verify/passkey.ts'
import { recordSetDigest } from '../../../sdk/src/verify/typed-data.ts'
import type { recordSetData } from '../seals/typed-data.ts'
import { t } from '../text/messages.ts'
import type { ConnectedWallet } from './wallet.ts'

/**
 * The passkey that holds a name, asked for once before, for a random challenge: only then is it known that the visitor has it.
 * @param holder The address that its key gives.
 * @throws Error in words.
 */
export async function connectPasskey(holder: string): Promise<ConnectedWallet> {
  await signByPasskey(holder, crypto.getRandomValues(new Uint8Array(32)))
  return passkeyWallet(holder)
}

/** A passkey as a wallet that signs sets and nothing else (WebAuthn). `holder`: the address that its key gives. */
export function passkeyWallet(holder: string): ConnectedWallet {
  const request: ConnectedWallet['provider']['request'] = async ({ method, params }) => {
    if (method === 'wallet_switchEthereumChain') return null
    if (method !== 'eth_signTypedData_v4') throw new Error(t('sealed.passkey-only'))
    // Safe because our own code is the only caller.
    const [, json] = params as readonly [string, string]
    return toHex(await signByPasskey(holder, digestOf(JSON.parse(json))))
  }
  return { id: 'passkey', lastingId: 'passkey', name: '', icon: null, address: holder, provider: { request } }
}

function digestOf({ domain, message }: ReturnType<typeof recordSetData>): Uint8Array {
  const resolver = toHex(fromHexOf(domain.verifyingContract, 20))
  return recordSetDigest(
    { chainId: BigInt(domain.chainId), resolver },
    {
      node: fromHex(message.node),
      sequence: BigInt(message.sequence),
      validUntil: BigInt(message.validUntil),
      records: message.records.map(({ key, value }) => ({ key: fromHex(key), value: fromHex(value) })),
    },
  )
}

/** As the contract takes it: x, y, r, s (low), length of the authenticator data, these, the client data. */
async function signByPasskey(holder: string, digest: Uint8Array): Promise<Uint8Array> {
  const { authenticatorData, clientDataJSON, signature } = await assertion(digest)
  const [data, clientData] = [new Uint8Array(authenticatorData), new Uint8Array(clientDataJSON)]
  const given = p256.Signature.fromBytes(new Uint8Array(signature), 'der')
  const low = given.hasHighS() ? new p256.Signature(given.r, p256.Point.Fn.neg(given.s)) : given
  const signed = sha256(concat(data, sha256(clientData)))
  // An assertion has no key: it is one of the two that can have made the signature.
  for (const bit of [0, 1]) {
    const key = low.addRecoveryBit(bit).recoverPublicKey(signed).toBytes(false).subarray(1)
    const numbers = [uint(low.r, 32), uint(low.s, 32), uint(data.length, 2)]
    const response = concat(key, ...numbers, data, clientData)
    if (isSignedByPasskey(fromHexOf(holder, 20), digest, response)) return response
  }
  throw new Error(t('sealed.other-passkey'))
}

async function assertion(digest: Uint8Array): Promise<AuthenticatorAssertionResponse> {
  // Copied: the type of the browser asks for a buffer that is not shared.
  const publicKey = { challenge: Uint8Array.from(digest), userVerification: 'preferred' } as const
  const credential = await navigator.credentials.get({ publicKey }).catch(() => null)
  const response = credential instanceof PublicKeyCredential ? credential.response : null
  if (response instanceof AuthenticatorAssertionResponse) return response
  throw new Error(t('sealed.passkey'))
}
