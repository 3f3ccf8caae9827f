import { type Address, hashMessage, numberToHex, toBytes, toHex } from 'viem'
import { createSiweMessage } from 'viem/siwe'
import { createLocalSigner } from '../../../server/src/signing/local-signer.ts'
import { apiKey, chainId, domain } from '../databases/zone.ts'
import type { RequestSource } from './load.ts'
import { postRequest } from './requests.ts'

/** A signer, with the headers of all its requests. */
export interface Wallet {
  readonly address: Address
  readonly headers: Readonly<Record<string, string>>
}

export interface SingleUse {
  /** Host and port of the service. */
  readonly domain?: string
  readonly resources?: string[]
}

/** Private key of the first wallet. */
const firstKey = 0x1000_0000

const halfDayMs = 12 * 3_600_000

/** Wallet `number`, with a signed message that is valid for half a day; `singleUse` makes it one for one operation. */
export function walletAt(number: number, issuedAt = new Date(), singleUse: SingleUse = {}): Wallet {
  const signer = createLocalSigner(numberToHex(firstKey + number, { size: 32 }))
  const { address } = signer
  const { domain: host = 'localhost:3333' } = singleUse
  const message = createSiweMessage({
    address,
    chainId,
    domain: host,
    uri: `http://${host}/`,
    version: '1',
    statement: `Sign to prove that ${address} may have this name.`,
    nonce: `benchmark${number}`,
    issuedAt,
    ...singleUse,
    expirationTime: new Date(issuedAt.getTime() + halfDayMs),
  })
  return {
    address,
    headers: {
      'x-address': address,
      'x-message': message.replaceAll('\n', '\\n'),
      'x-signature': toHex(signer.sign(toBytes(hashMessage(message)))),
    },
  }
}

/** A signed request that adds a name. */
export function addRequest({ address, headers }: Wallet, label: string): Buffer {
  return postRequest(
    '/ens/v1/subname/add',
    {
      username: label,
      ensDomain: domain,
      chainId,
      addresses: [{ coinType: 60, address }],
      text: [
        { key: 'avatar', value: `https://example.com/avatars/${label}.png` },
        { key: 'description', value: `${label} of the benchmark` },
      ],
    },
    { 'x-api-key': apiKey, ...headers },
  )
}

/** Adds of new names, each by a new wallet. */
export function addRequests(count: number): RequestSource {
  const requests = Array.from({ length: count }, (_, number) =>
    addRequest(walletAt(number), `added-${number}`),
  )
  return { requestOf: (index) => requests[index] }
}

/** A signed request by the holder that changes a text record. */
export function updateRequest(
  { headers }: Wallet,
  label: string,
  text: { key: string; value: string },
): Buffer {
  return postRequest(
    '/ens/v1/subname/update',
    { username: label, ensDomain: domain, chainId, text: [text] },
    headers,
  )
}
