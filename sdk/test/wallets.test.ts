import { Wallet as EthersWallet } from 'ethers'
import { createWalletClient, custom, getAddress, toHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'
import { describe, expect, it } from 'vitest'
import { openClaims } from '../../server/test/support/entities/claims.ts'
import { describeService } from '../../server/test/support/service/describe-service.ts'
import { checksumAddress } from '../src/checksum-address.ts'
import { createClient, createMessage, type Wallet } from '../src/index.ts'

interface ProviderRequest {
  readonly method: string
  readonly params?: unknown
}

/** A wallet of a browser, with its address in lower case as many have it. */
function browserWallet() {
  const account = privateKeyToAccount(generatePrivateKey())
  const request = async ({ method, params }: ProviderRequest): Promise<unknown> => {
    if (method === 'eth_requestAccounts' || method === 'eth_accounts') return [account.address.toLowerCase()]
    if (method !== 'personal_sign') throw new Error(`${method} is not expected.`)
    const [raw] = params as [`0x${string}`]
    return account.signMessage({ message: { raw } })
  }
  return { request, address: account.address }
}

type TestWallet = readonly [title: string, wallet: Wallet, address: string]

function wallets(): readonly TestWallet[] {
  const account = privateKeyToAccount(generatePrivateKey())
  const local = privateKeyToAccount(generatePrivateKey())
  const injected = browserWallet()
  const remote = browserWallet()
  const ethers = EthersWallet.createRandom()
  return [
    ['an account of viem', account, account.address],
    [
      'a wallet client of viem with an account',
      createWalletClient({ account: local, chain: mainnet, transport: custom(injected) }),
      local.address,
    ],
    [
      'a wallet client of viem on a wallet of the browser',
      createWalletClient({ chain: mainnet, transport: custom(remote) }),
      remote.address,
    ],
    ['a signer of ethers', ethers, ethers.address],
    ['a wallet of the browser (EIP-1193)', { request: injected.request }, injected.address],
  ]
}

describeService('Wallets', (service) => {
  it.each(wallets())('rule: %s claims and releases a name', async (_title, wallet, address) => {
    const domain = await service().onboard()
    await openClaims(service(), domain)
    const client = createClient({ url: service().url, wallet })
    const name = `alice.${domain.name}`
    expect(await client.names.claim({ name })).toMatchObject({ state: 'issued', record: { holder: address } })
    expect(await client.names.update(name, { texts: { a: 'b' } })).toMatchObject({
      records: { texts: { a: 'b' } },
    })
    expect(await client.names.release(name)).toMatchObject({ name })
  })

  it('rule: a name that is not ASCII is signed in the normal form of the given function', async () => {
    const domain = await service().onboard()
    await openClaims(service(), domain)
    const wallet = privateKeyToAccount(generatePrivateKey())
    const normalize = (name: string) => name.toLowerCase().normalize('NFC')
    const client = createClient({ url: service().url, wallet, normalize })
    expect(await client.names.claim({ name: `Bu\u0308cher.${domain.name}` })).toMatchObject({
      name: `bücher.${domain.name}`,
    })
  })

  it('rule: a message of another site is refused, and one of an allowed origin accepted', async () => {
    const domain = await service().onboard()
    await openClaims(service(), domain)
    const wallet = privateKeyToAccount(generatePrivateKey())
    const client = createClient({ url: service().url, wallet, origin: 'https://shop.example' })
    const name = `alice.${domain.name}`
    await expect(client.names.claim({ name })).rejects.toMatchObject({ name: 'InvalidSignatureException' })
    const owner = createClient({ url: service().url, apiKey: service().key })
    await owner.domains.update(domain.name, { allowedOrigins: ['https://shop.example'] })
    expect(await client.names.claim({ name })).toMatchObject({ state: 'issued' })
  })
})

describe('What is signed', () => {
  const fields = {
    address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    chainId: 1,
    origin: 'https://a.example/x',
    issuedAt: new Date(0),
  }

  it.each([
    [{ action: 'edit' }, []],
    [{ action: 'sign-in' }, ['byname:action/sign-in']],
    [
      { action: 'claim', name: 'ä.b.eth', invitationLinkId: 'l1' },
      ['byname:action/claim', 'byname:name/%C3%A4.b.eth', 'byname:invitation-link/l1'],
    ],
    [
      { action: 'transfer', name: 'a.b.eth', to: '0xAB' },
      ['byname:action/transfer', 'byname:name/a.b.eth', 'byname:to/0xab'],
    ],
    [
      { action: 'transfer', name: 'a.b.eth', to: '0xAB', clearOtherAddresses: true },
      ['byname:action/transfer', 'byname:name/a.b.eth', 'byname:to/0xab', 'byname:addresses/clear'],
    ],
    [
      { action: 'onboard-domain', domain: 'b.eth', workspaceId: 'w' },
      ['byname:action/onboard-domain', 'byname:domain/b.eth', 'byname:workspace/w'],
    ],
    [{ action: 'export', domain: 'b.eth' }, ['byname:action/export', 'byname:domain/b.eth']],
  ] as const)('rule: the message for %o has exactly its resources', (purpose, resources) => {
    const lines = createMessage({ ...fields, purpose }).split('\n')
    expect(lines.slice(0, 2)).toEqual([
      'a.example wants you to sign in with your Ethereum account:',
      fields.address,
    ])
    expect(lines).toContain('Expiration Time: 1970-01-01T00:10:00.000Z')
    expect(lines.filter((line) => line.startsWith('- '))).toEqual(resources.map((uri) => `- ${uri}`))
  })

  it('rule: addresses are spelled by EIP-55', () => {
    for (let index = 0; index < 50; index += 1) {
      const address = toHex(crypto.getRandomValues(new Uint8Array(20)))
      expect(checksumAddress(address.toUpperCase().replace('0X', '0x'))).toBe(getAddress(address))
    }
  })
})
