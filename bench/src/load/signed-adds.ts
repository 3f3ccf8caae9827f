import { hashMessage, numberToHex, toBytes, toHex } from 'viem'
import { createSiweMessage } from 'viem/siwe'
import { createSigner } from '../../../server/src/gateway/signer.ts'
import { apiKey, chainId, domain } from '../data/zone.ts'
import { postRequest } from './requests.ts'

/** Number of the first wallet: its private key. */
const firstWallet = 0x1000_0000

const hour = 3_600_000

/**
 * Prepares `count` requests that each add a name of its own, signed by a wallet of its own. The labels start with
 * `prefix`.
 */
export function prepareAdds(count: number, prefix: string): readonly Buffer[] {
  const issuedAt = new Date()
  return Array.from({ length: count }, (_, number) => {
    const wallet = createSigner(numberToHex(firstWallet + number, { size: 32 }))
    const message = createSiweMessage({
      address: wallet.address,
      chainId,
      domain: 'localhost:3333',
      uri: 'http://localhost:3333/',
      version: '1',
      statement: `Sign to prove that ${wallet.address} may have this name.`,
      nonce: `benchmark${number}`,
      issuedAt,
      expirationTime: new Date(issuedAt.getTime() + hour),
    })
    const signature = toHex(wallet.sign(toBytes(hashMessage(message))))
    return postRequest('/ens/v1/subname/add', addBody(`${prefix}-${number}`, wallet.address), {
      'x-api-key': apiKey,
      'x-address': wallet.address,
      'x-message': message.replaceAll('\n', '\\n'),
      'x-signature': signature,
    })
  })
}

const addBody = (label: string, address: string) => ({
  username: label,
  ensDomain: domain,
  chainId,
  addresses: [{ coinType: 60, address }],
  text: [
    { key: 'avatar', value: `https://example.com/avatars/${label}.png` },
    { key: 'description', value: `${label} of the benchmark` },
  ],
})
