import { randomBytes } from 'node:crypto'
import { minedReceipt } from '@byname/devnet/mined-receipt'
import { type Address, getAddress, type Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readDomainSetup } from '../../../src/core/domains/setup.ts'
import { parseDomain } from '../../../src/ens/names.ts'
import { createChainClients } from '../../../src/rpc/operator.ts'
import { localWallet } from '../../support/chain/deployer.ts'
import { startFaultyRpc } from '../../support/chain/faulty-rpc.ts'
import { createWallet } from '../../support/credentials/signed-headers.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { startTestSandbox, type TestSandbox, user } from '../../support/service/sandbox.ts'

interface WireSetup {
  readonly name: string
  readonly owner: Address | null
  readonly generation: number | null
  readonly expiry: { readonly expirySeconds: string; readonly status: string } | null
  readonly isController: boolean | null
  readonly onChainResolver: Address | null
  readonly isConfigured: boolean
  readonly transaction: { readonly to: Address; readonly data: Hex } | null
  readonly isOnboarded: boolean
  readonly ensId: string | null
}

/** No contract. */
const otherResolver = '0x1111111111111111111111111111111111111111'

describe('The setup of a domain', () => {
  let sandbox: TestSandbox
  let owner: Address
  beforeAll(async () => {
    sandbox = await startTestSandbox()
    owner = user(sandbox, 0).address
  })
  afterAll(() => sandbox.stop())

  const read = async (name: string, address = owner, headers = {}) =>
    dataOf<WireSetup>(
      await sandbox.call('GET', `/byname/v1/domains/${name}/setup?chainId=1&address=${address}`, { headers }),
    )

  const send = async (from: Address, { to, data }: { readonly to?: Address; readonly data: Hex }) => {
    const wallet = localWallet(sandbox.devnet.rpcUrl(1))
    const hash = await wallet.sendTransaction({ account: from, chain: null, data, ...(to && { to }) })
    return minedReceipt(wallet, hash)
  }

  const newLabel = () => `s${randomBytes(6).toString('hex')}`

  it('rule: the transaction of a registered domain sets our resolver', async () => {
    const label = newLabel()
    await sandbox.devnet.registerName(1, label, { owner, resolver: otherResolver })
    const before = await read(`${label}.eth`)
    expect(before).toMatchObject({
      ...{ owner, generation: 1, isController: true, isConfigured: false },
      ...{ onChainResolver: otherResolver, isOnboarded: false, ensId: null },
    })
    if (!before.transaction) throw new Error('There is no transaction.')
    await send(owner, before.transaction)
    expect(await read(`${label}.eth`)).toMatchObject({
      isConfigured: true,
      onChainResolver: getAddress(sandbox.file.chains[1].resolver),
      transaction: null,
    })
  })

  it('rule: the transaction of a wrapped domain is for the NameWrapper', async () => {
    const label = newLabel()
    await sandbox.devnet.registerName(1, label, { owner, resolver: otherResolver })
    await sandbox.devnet.wrapName(1, label)
    const { owner: wrapped, transaction } = await read(`${label}.eth`)
    expect(wrapped).toBe(owner)
    if (!transaction) throw new Error('There is no transaction.')
    expect(transaction.to).toBe(sandbox.devnet.addresses(1).nameWrapper)
    await send(owner, transaction)
    expect((await read(`${label}.eth`)).isConfigured).toBe(true)
  })

  it('rule: another wallet is no controller', async () => {
    expect((await read('demo.eth', createWallet().address)).isController).toBe(false)
  })

  it('rule: the expiry is that of the expiries of names, and null for a name below a second-level name', async () => {
    const names = ['demo.eth']
    const expiries = await sandbox.call('POST', '/ens/v1/ens/expiry', { body: { names, chainId: 1 } })
    const { expiry } = await read('demo.eth')
    expect(expiry).toMatchObject({ name: 'demo.eth', status: 'active' })
    expect([expiry]).toEqual(dataOf(expiries))
    expect((await read('team.demo.eth')).expiry).toBeNull()
  })

  it('rule: an expiry that cannot be read is null, and a chain that cannot be read is an error', async () => {
    const node = await startFaultyRpc(sandbox.devnet.rpcUrl(1))
    const chains = createChainClients({ rpcUrls: { 1: node.url }, timeoutMs: 5_000 })
    const domain = { caller: {}, domain: parseDomain('demo.eth'), chainId: 1 } as const
    const readSetup = () => readDomainSetup({ ...sandbox.context, chains }, domain)
    const whole = await readSetup()
    expect(whole).toMatchObject({ isConfigured: true, expiry: { status: 'active' } })
    // Of the reads of a setup, the expiry alone takes the time of a block.
    const removeFault = node.addFault({
      kind: 'error',
      method: 'eth_getBlockByNumber',
      ...{ code: -32_000, message: 'failed' },
    })
    expect(await readSetup()).toEqual({ ...whole, expiry: null })
    removeFault()
    node.addFault({ kind: 'respond', status: 503, body: '' })
    await expect(readSetup()).rejects.toMatchObject({ name: 'UpstreamException' })
    await node.close()
  })

  it('rule: a name that is not registered has no owner, no expiry and no transaction', async () => {
    expect(await read(`${newLabel()}.eth`)).toMatchObject({
      owner: null,
      generation: null,
      expiry: null,
      transaction: null,
    })
  })

  it('rule: the ids of an onboarded domain are for callers that may read it', async () => {
    expect(await read('demo.eth')).toMatchObject({ isOnboarded: true, isConfigured: true, ensId: null })
    const own = await read('demo.eth', owner, { 'x-api-key': sandbox.file.apiKey })
    expect(own.ensId).toEqual(expect.any(String))
  })

  it('rule: a resolver that a wallet deployed is registered, and any other contract is not', async () => {
    const headers = { 'x-api-key': sandbox.file.adminKey }
    const prepared = await sandbox.call('POST', '/byname/v1/offchain-resolvers/deployment?chainId=1', {
      headers,
      body: { owner },
    })
    const { id, data, urls } = dataOf<{ id: string; data: Hex; urls: readonly string[] }>(prepared)
    expect(urls[0]).toBe(`${sandbox.file.url}/ccip/${id}`)
    const { contractAddress } = await send(owner, { data })
    const register = (address: unknown) =>
      sandbox.call('POST', '/byname/v1/offchain-resolvers?chainId=1', { headers, body: { id, address } })
    for (const foreign of [otherResolver, sandbox.devnet.addresses(1).registry])
      expectError(await register(foreign), 400, 'BadRequestException')
    const registered = dataOf<{ id: string; resolverAddress: string }>(await register(contractAddress), 201)
    expect(registered).toMatchObject({ id })
    expect(registered.resolverAddress.toLowerCase()).toBe(contractAddress)
    expectError(await register(contractAddress), 400, 'BadRequestException')
  })
})
