import NameStone, { AuthenticationError } from '@namestone/namestone-sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createKey } from '../../support/credentials/api-keys.ts'
import { createWallet } from '../../support/credentials/signed-headers.ts'
import { startTestSandbox, type TestSandbox, user, viemClient } from '../../support/service/sandbox.ts'

let sandbox: TestSandbox
let key: string

beforeAll(async () => {
  sandbox = await startTestSandbox()
  const { context, file } = sandbox
  const scopes = ['names:revoke', 'domains:write'] as const
  ;({ key } = await createKey({ context, workspaceId: file.workspaceId }, { scopes }))
})
afterAll(() => sandbox.stop())

function clientOf(apiKey?: string, network = 'public_v1') {
  return new NameStone(apiKey, { baseUrl: `${sandbox.file.url}/api/${network}` })
}

async function point(domain: string, chainId: 1 | 11155111 = 1) {
  const { resolver } = sandbox.file.chains[chainId]
  await sandbox.devnet.pointName(chainId, domain, { owner: user(sandbox, 0).address, resolver })
}

interface Enabling {
  /** Number of the account that asks; absent: the owner of the domain. */
  readonly index?: number
  /** Number of the account that signs; absent: the same. */
  readonly signer?: number
  readonly network?: string
  readonly cycle_key?: '1'
}

/** Signs the message of the service, and sends it. */
async function enable(domain: string, enabling: Enabling = {}) {
  const { index = 0, signer = index, network = 'public_v1', ...more } = enabling
  const { address } = user(sandbox, index)
  const client = clientOf(key, network)
  // Unmodified clients send no key here.
  const message = await clientOf(undefined, network).getSiweMessage({ address, domain: 'namestone.com' })
  const signature = await user(sandbox, signer).signMessage({ message })
  return client.enableDomain({
    company_name: 'Acme',
    email: 'a@a.example',
    address,
    domain,
    signature,
    ...more,
  })
}

describe('enableDomain', () => {
  it.each([
    ['public_v1', 1],
    ['public_v1_sepolia', 11155111],
  ] as const)('onboards a domain, whose names resolve, at %s', async (network, chainId) => {
    const domain = `enabled${chainId}.eth`
    await point(domain, chainId)
    expect(await enable(domain, { network })).toEqual({ message: 'Domain enabled!', api_key: key, domain })
    expect(await enable(domain, { network })).toEqual({
      message: 'Domain already enabled!',
      api_key: key,
      domain,
    })
    const { address } = createWallet()
    await clientOf(key, network).setName({
      domain,
      name: 'alice',
      address,
      text_records: { url: 'https://a.example' },
    })
    const client = viemClient(sandbox, chainId)
    expect(await client.getEnsAddress({ name: `alice.${domain}` })).toBe(address)
    expect(await client.getEnsText({ name: `alice.${domain}`, key: 'url' })).toBe('https://a.example')
    await clientOf(key, network).deleteName({ domain, name: 'alice' })
    expect(await client.getEnsAddress({ name: `alice.${domain}` })).toBeNull()
  })

  it('refuses a domain of another wallet, one with another resolver, and a signature of another wallet', async () => {
    await point('others.eth')
    await expect(enable('others.eth', { index: 1 })).rejects.toThrow(
      '{"error":"Your wallet needs to own the domain"}',
    )
    await expect(enable('others.eth', { signer: 1 })).rejects.toThrow('{"error":"Invalid signature"}')
    const resolver = sandbox.devnet.addresses(1).publicResolver
    await sandbox.devnet.pointName(1, 'elsewhere.eth', { owner: user(sandbox, 0).address, resolver })
    await expect(enable('elsewhere.eth')).rejects.toThrow('{"error":"Invalid domain resolver"}')
  })

  it('takes a message of the period before, and none that is older', async () => {
    const { address } = user(sandbox, 0)
    const message = await clientOf().getSiweMessage({ address })
    const signature = await user(sandbox, 0).signMessage({ message })
    const send = (domain: string) =>
      clientOf(key).enableDomain({ company_name: 'Acme', email: 'a@a.example', address, domain, signature })
    try {
      await point('later.eth')
      sandbox.clock.offsetMs += 300_000
      expect(await send('later.eth')).toMatchObject({ message: 'Domain enabled!' })
      await point('late.eth')
      sandbox.clock.offsetMs += 300_000
      await expect(send('late.eth')).rejects.toThrow('{"error":"Invalid signature"}')
    } finally {
      sandbox.clock.offsetMs = 0
    }
  })

  it('cycles no key that may not manage keys', async () => {
    await point('cycled.eth')
    await enable('cycled.eth')
    await expect(enable('cycled.eth', { cycle_key: '1' })).rejects.toThrow(AuthenticationError)
  })
})
