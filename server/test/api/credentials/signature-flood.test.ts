import { randomBytes } from 'node:crypto'
import { type Anvil, startAnvil } from '@byname/devnet/anvil'
import { type Address, type Hex, serializeErc6492Signature, toHex } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deploy } from '../../support/chain/deployer.ts'
import { type FaultyRpc, startFaultyRpc } from '../../support/chain/faulty-rpc.ts'
import {
  createWallet,
  type SignedMessage,
  signMessage,
  toSignedHeaders,
} from '../../support/credentials/signed-headers.ts'
import { ethereumAddress, seedSubname, subnameBody } from '../../support/entities/subnames.ts'
import { type ApiResponse, dataOf, expectError } from '../../support/http/api-client.ts'
import { startTestService, type TestService } from '../../support/service/service.ts'
import { waitUntil } from '../../support/wait-until.ts'

/** On-chain checks in a minute, of a client and of a signer; and concurrent ones. */
const expensiveLimit = 20
const maxConcurrent = 40
/** Checks of one signer that each client has beside the signer's quota. */
const checksPerClient = 5

describe('On-chain signature checks', () => {
  let anvil: Anvil
  let node: FaultyRpc
  let service: TestService
  const owner = createWallet()
  let wallet: Address

  beforeAll(async () => {
    anvil = await startAnvil({ chainId: 1 })
    node = await startFaultyRpc(anvil.rpcUrl)
    wallet = await deploy(anvil.rpcUrl, 'SmartAccount', owner.address)
  })
  afterAll(async () => {
    await node.close()
    await anvil.stop()
  })
  beforeEach(async () => {
    const settings = {
      RPC_URL_1: node.url,
      RATE_LIMIT_EXPENSIVE_PER_IP: `${expensiveLimit}`,
      TRUSTED_PROXIES: 'loopback',
      SIGNER_MONITOR_INTERVAL: '0',
    }
    const overload = { maxConcurrentChainReads: maxConcurrent, maxConcurrentListings: 4 }
    service = await startTestService(undefined, settings, { overload })
    node.methods.length = 0
    return () => service.stop()
  })

  /** Writes to a name of demo.eth from a client's address. */
  const update = (
    label: string,
    from: string,
    headers: Readonly<Record<string, string>>,
  ): Promise<ApiResponse> =>
    service.call('POST', '/ens/v1/subname/update', {
      headers: { 'x-forwarded-for': from, ...headers },
      body: { ...subnameBody(service.demo[1], label), text: [{ key: 'url', value: 'https://a.example' }] },
    })

  const issueTo = (label: string, holder: Address) =>
    seedSubname(service, service.demo[1], label, { addresses: [ethereumAddress(holder)] })

  /** A message in the name of an address, with an invalid signature, a different one each time. */
  const forge = async (address: Address, bytes = 65): Promise<SignedMessage> => ({
    ...(await signMessage(createWallet(), { chainId: 1, address })),
    signature: toHex(randomBytes(bytes)),
  })

  const attacker = (number: number) => `203.0.113.${number}`
  const times = <Result>(count: number, act: (index: number) => Promise<Result>) =>
    Promise.all(Array.from({ length: count }, (_, index) => act(index)))
  const statusesOf = (responses: readonly ApiResponse[]) => new Set(responses.map(({ status }) => status))

  it("rule: forged signatures of an EOA cost the operator's RPC one small call, from any number of clients", async () => {
    const holder = createWallet()
    await issueTo('plain', holder.address)
    const first = await update('plain', attacker(0), toSignedHeaders(await forge(holder.address)))
    expect(first.status).toBe(401)
    const rest = await times(200, async (index) =>
      update('plain', attacker(index % 40), toSignedHeaders(await forge(holder.address, 8_000))),
    )
    expect(statusesOf(rest)).toEqual(new Set([401]))
    expect(node.methods).toEqual(['eth_getCode'])
    dataOf(await update('plain', attacker(0), toSignedHeaders(await signMessage(holder, { chainId: 1 }))))
    expect(node.methods).toEqual(['eth_getCode'])
  })

  it('rule: a contract wallet can write while others forge its signature from many addresses', async () => {
    await issueTo('vault', wallet)
    const responses: ApiResponse[] = []
    let isOver = false
    const attack = times(30, async (index) => {
      while (!isOver)
        responses.push(await update('vault', attacker(index), toSignedHeaders(await forge(wallet, 4_000))))
    })
    await waitUntil('attackers are refused for their number', () =>
      responses.some(({ status }) => status === 429),
    )
    for (let write = 0; write < checksPerClient; write++) {
      const headers = toSignedHeaders(await signMessage(owner, { chainId: 1, address: wallet }))
      dataOf(await update('vault', '198.51.100.1', headers))
    }
    isOver = true
    await attack
    expect([...statusesOf(responses)].sort()).toEqual(expect.arrayContaining([401, 429]))
    const refused = new Set([401, 429, 503])
    expect([...statusesOf(responses)].every((status) => refused.has(status))).toBe(true)
    const rejectedCount = responses.filter(({ status }) => status === 401).length
    expect(rejectedCount).toBeLessThanOrEqual(30 * checksPerClient + expensiveLimit)
    expect(node.methods.length).toBeLessThanOrEqual(rejectedCount + checksPerClient + maxConcurrent)
  })

  it('429 for a client above its number of signature checks; a repeated signature is not checked again', async () => {
    await issueTo('spent', wallet)
    const repeated = toSignedHeaders(await forge(wallet))
    const repeats = await times(1, () => update('spent', attacker(1), repeated))
    for (let again = 0; again < 3 * expensiveLimit; again++)
      repeats.push(await update('spent', attacker(1), repeated))
    expect(statusesOf(repeats)).toEqual(new Set([401]))
    expect(node.methods).toEqual(['eth_getCode', 'eth_call'])
    const responses: ApiResponse[] = []
    for (let count = 0; count < expensiveLimit + 5; count++)
      responses.push(await update('spent', attacker(1), toSignedHeaders(await forge(wallet))))
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(expensiveLimit - 1)
    expect(responses.at(-1)?.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
    expect(node.methods.filter((method) => method === 'eth_call')).toHaveLength(expensiveLimit)
  })

  it('rule: undeployed wallets (ERC-6492) have the same bounds, with any claimed signers', async () => {
    await issueTo('undeployed', wallet)
    const undeployed = async (): Promise<SignedMessage> => {
      const forged = await forge(createWallet().address)
      const inner = { address: wallet, data: '0x' as Hex, signature: forged.signature }
      return { ...forged, signature: serializeErc6492Signature(inner) }
    }
    const responses: ApiResponse[] = []
    for (let count = 0; count < expensiveLimit + 5; count++)
      responses.push(await update('undeployed', attacker(2), toSignedHeaders(await undeployed())))
    expect(statusesOf(responses)).toEqual(new Set([401, 429]))
    expect(node.methods).toHaveLength(expensiveLimit)
  })

  it('503 or 429 immediately, while an RPC hangs, for all signatures above the concurrency limit', async () => {
    const holder = createWallet()
    await issueTo('hanging', wallet)
    await issueTo('untouched', holder.address)
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const removeFault = node.addFault({ kind: 'hold-call', until: released })
    const refused: ApiResponse[] = []
    const open = times(300, async (index) => {
      const response = await update('hanging', attacker(index % 50), toSignedHeaders(await forge(wallet)))
      if (response.status === 503 || response.status === 429) refused.push(response)
      return response
    })
    await waitUntil('all but those that wait are refused', () => refused.length === 300 - maxConcurrent)
    expect(node.methods).toHaveLength(maxConcurrent)
    dataOf(await update('untouched', attacker(1), toSignedHeaders(await signMessage(holder, { chainId: 1 }))))
    removeFault()
    release()
    expect((await open).filter(({ status }) => status === 401)).toHaveLength(maxConcurrent)
    const honest = toSignedHeaders(await signMessage(owner, { chainId: 1, address: wallet }))
    dataOf(await update('hanging', '198.51.100.2', honest))
  })

  it('429 for one search too many with ensRegistered; other searches succeed', async () => {
    const search = (more: string) =>
      service.call('GET', `/ens/v1/subname/search?chainId=1&name=demo${more}`, {
        headers: { 'x-forwarded-for': attacker(3) },
      })
    const responses = []
    for (let count = 0; count < expensiveLimit + 1; count++)
      responses.push(await search('&ensRegistered=true'))
    expect(responses.map(({ status }) => status)).toEqual([...Array<number>(expensiveLimit).fill(200), 429])
    expect((await search('')).status).toBe(200)
  })

  it('503 immediately for a search above the limit of chain reads while the chain hangs; searches without the chain succeed', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const removeFault = node.addFault({ kind: 'hold-call', until: released })
    const search = (client: number, more = '&ensRegistered=true') =>
      service.call('GET', `/ens/v1/subname/search?chainId=1&name=demo${more}`, {
        headers: { 'x-forwarded-for': attacker(client) },
      })
    const waiting: Promise<ApiResponse>[] = []
    for (let client = 0; client < maxConcurrent; client++) {
      const before = node.methods.length
      waiting.push(search(client))
      await waitUntil('the search reads the chain', () => node.methods.length > before)
    }
    const checkCount = node.methods.length
    expectError(await search(maxConcurrent), 503, 'ServiceUnavailableException')
    dataOf(await search(maxConcurrent, ''))
    expect(node.methods).toHaveLength(checkCount)
    removeFault()
    release()
    for (const response of await Promise.all(waiting)) dataOf(response)
  })
})
