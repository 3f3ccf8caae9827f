import { JustaName } from '@justaname.id/sdk'
import type { LocalAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import { startValidatingProxy, type ValidatingProxy } from '../support/openapi/validating-proxy.ts'
import { startTestSandbox, type TestSandbox } from '../support/service/sandbox.ts'
import { watchMethods } from './official-client-methods.ts'

interface StartedClient {
  readonly sandbox: TestSandbox
  readonly client: JustaName
  /** The client's public methods that no test has called yet, as `subnames.addSubname`. */
  readonly uncalled: () => readonly string[]
}

/**
 * Starts a sandbox and the client for all tests of a file, and stops them after it. What passes between them is compared with
 * the OpenAPI document.
 */
export function useOfficialClient(onStart: (started: StartedClient) => void): void {
  let sandbox: TestSandbox | undefined
  let proxy: ValidatingProxy | undefined
  beforeAll(async () => {
    sandbox = await startTestSandbox()
    proxy = await startValidatingProxy(sandbox.file.url)
    const client = officialClient(sandbox, proxy.url)
    onStart({ sandbox, client, uncalled: watchMethods(client) })
  })
  afterAll(async () => {
    vi.unstubAllEnvs()
    await proxy?.close()
    await sandbox?.stop()
    expect(proxy?.passed.length).toBeGreaterThan(0)
    expect(proxy?.violations).toEqual([])
  })
}

/**
 * The official client, unmodified. Its server is fixed, so the environment variable that its HTTP library reads names
 * a proxy: requests arrive unencrypted, with targets in absolute form.
 */
function officialClient({ file }: TestSandbox, proxyUrl: string): JustaName {
  for (const name of Object.keys(process.env)) if (/proxy$/i.test(name)) vi.stubEnv(name, undefined)
  vi.stubEnv('HTTPS_PROXY', proxyUrl)
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

/** The headers of a signer of a challenge that the client requested: accepted by every operation until it expires. */
export async function signedBy(client: JustaName, wallet: LocalAccount, chainId: 1 | 11155111 = 1) {
  const { challenge } = client.siwe.requestChallenge({ address: wallet.address, chainId })
  const signature = await wallet.signMessage({ message: challenge })
  return { xMessage: challenge, xAddress: wallet.address, xSignature: signature }
}
