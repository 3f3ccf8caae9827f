import { JustaName } from '@justaname.id/sdk'
import type { PrivateKeyAccount } from 'viem/accounts'
import { vi } from 'vitest'
import type { TestSandbox } from '../support/sandbox.ts'

/**
 * The official client, unmodified. It knows one server only, so its requests are led here by the environment variable
 * that its HTTP library reads: they arrive in clear, with targets in absolute form.
 */
export function officialClient({ file }: TestSandbox): JustaName {
  for (const name of Object.keys(process.env)) if (/proxy$/i.test(name)) vi.stubEnv(name, undefined)
  vi.stubEnv('HTTPS_PROXY', file.url)
  const { domain: ensDomain, apiKey, chains } = file
  return JustaName.init({
    config: { domain: 'localhost', origin: 'http://localhost:3333/' },
    networks: [
      { chainId: 1, providerUrl: chains['1'].rpcUrl },
      { chainId: 11155111, providerUrl: chains['11155111'].rpcUrl },
    ],
    ensDomains: [
      { chainId: 1, ensDomain, apiKey },
      { chainId: 11155111, ensDomain, apiKey },
    ],
    defaultChainId: 1,
  })
}

/** Signs a challenge that the client makes, for as many operations as come before it expires. */
export async function signIn(client: JustaName, wallet: PrivateKeyAccount, chainId: 1 | 11155111 = 1) {
  const { challenge } = client.siwe.requestChallenge({ address: wallet.address, chainId })
  const signature = await wallet.signMessage({ message: challenge })
  return { xMessage: challenge, xAddress: wallet.address, xSignature: signature }
}
