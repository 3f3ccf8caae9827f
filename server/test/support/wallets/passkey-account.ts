import { createHash, randomBytes } from 'node:crypto'
import { p256 } from '@noble/curves/nist.js'
import { type Address, createPublicClient, createTestClient, type Hex, http, toHex } from 'viem'
import { toCoinbaseSmartAccount, toWebAuthnAccount, type WebAuthnAccount } from 'viem/account-abstraction'
import { mainnet, sepolia } from 'viem/chains'
import { deploy, localWallet } from '../chain/deployer.ts'

/** Of Base Account 1.1, on every chain; viem makes the calls and the signatures for it. */
const factory: Address = '0xba5ed110efdba3d005bfc882d75358acbbb85842'

/** To which its passkeys belong. */
const site = 'keys.coinbase.com'

/** Puts a factory of accounts with passkeys where that of Base Account is. */
export async function placePasskeyFactory(rpcUrl: string): Promise<void> {
  const code = await localWallet(rpcUrl).getCode({ address: await deploy(rpcUrl, 'PasskeyAccountFactory') })
  if (!code) throw new Error('The factory has no code.')
  const client = createTestClient({ mode: 'anvil', transport: http(rpcUrl) })
  await client.setCode({ address: factory, bytecode: code })
}

/** As `navigator.credentials.get` returns it. */
interface Assertion {
  readonly authenticatorData: Uint8Array
  readonly clientDataJson: Uint8Array
  /** ASN.1. */
  readonly signature: Uint8Array
}

export interface Passkey {
  /** In base64url. */
  readonly id: string
  /** Both coordinates. */
  readonly publicKey: Hex
  readonly assert: (challenge: Uint8Array) => Promise<Assertion>
}

/** The account of a passkey as Base Account has it: its address, also before it is deployed, and its signatures. */
export function passkeyAccount(rpcUrl: string, chainId: number, passkey: Passkey) {
  const client = createPublicClient({ chain: chainId === 1 ? mainnet : sepolia, transport: http(rpcUrl) })
  return toCoinbaseSmartAccount({ client, owners: [ownerOf(passkey)], version: '1.1' })
}

function ownerOf({ id, publicKey, assert }: Passkey): WebAuthnAccount {
  const getFn = async (options: { readonly publicKey?: { readonly challenge: unknown } } | undefined) => {
    const { authenticatorData, clientDataJson, signature } = await assert(
      // Safe because viem passes the hash that is signed.
      new Uint8Array(options?.publicKey?.challenge as ArrayBuffer),
    )
    const response = {
      authenticatorData: bufferOf(authenticatorData),
      clientDataJSON: bufferOf(clientDataJson),
      signature: bufferOf(signature),
    }
    return { id, type: 'public-key', response }
  }
  // Safe because viem reads these members of a credential, and no other member of its DOM type.
  return toWebAuthnAccount({ credential: { id, publicKey }, getFn: getFn as never, rpId: site })
}

function bufferOf(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer
}

/** In this process, for tests without a browser. */
export function createPasskey(): Passkey {
  const secret = p256.utils.randomSecretKey()
  return {
    id: randomBytes(16).toString('base64url'),
    publicKey: toHex(p256.getPublicKey(secret, false).subarray(1)),
    assert: async (challenge) => {
      const client = { type: 'webauthn.get', challenge: Buffer.from(challenge).toString('base64url') }
      const clientDataJson = Buffer.from(JSON.stringify({ ...client, origin: `https://${site}` }))
      // User present and verified, and a counter of 0.
      const flags = Uint8Array.of(0x05, 0, 0, 0, 0)
      const authenticatorData = Buffer.concat([sha256(Buffer.from(site)), flags])
      const signed = Buffer.concat([authenticatorData, sha256(clientDataJson)])
      const signature = p256.sign(signed, secret, { format: 'der' })
      return { authenticatorData, clientDataJson, signature }
    },
  }
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}
