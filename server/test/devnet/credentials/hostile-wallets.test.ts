import { randomBytes } from 'node:crypto'
import { type Anvil, startAnvil } from '@byname/devnet/anvil'
import { type Address, encodeFunctionData, padHex, parseAbi, serializeErc6492Signature, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deploy, localWallet, mineBlock } from '../../support/chain/deployer.ts'
import { deployHostileContract, type HostileResponse } from '../../support/chain/hostile-contract.ts'
import { type RpcProxy, startRpcProxy } from '../../support/chain/rpc-proxy.ts'
import { createWallet, type Signer, signMessage } from '../../support/credentials/signed-headers.ts'
import { createSignedFixture, signedOperations } from '../../support/credentials/signed-operations.ts'
import { claimHeaders, openClaims, sendClaim } from '../../support/entities/claims.ts'
import { getSubname } from '../../support/entities/subnames.ts'
import { type ApiResponse, dataOf, expectError } from '../../support/http/api-client.ts'
import { startTestService, type TestService } from '../../support/service/service.ts'

const isValidSignature = 'isValidSignature(bytes32,bytes)'
const factoryAbi = parseAbi([
  'function create(address owner, bytes32 salt) returns (address)',
  'function addressOf(address owner, bytes32 salt) view returns (address)',
])

const magic = padHex('0x1626ba7e', { size: 32, dir: 'right' })

/** Milliseconds: more than any answer takes, less than the timeout of an RPC call. */
const promptly = 5_000

const perIp = 8

describe('A contract wallet of an attacker', () => {
  let mainnet: Anvil
  let sepolia: Anvil
  let node: RpcProxy
  let service: TestService

  beforeAll(async () => {
    ;[mainnet, sepolia] = await Promise.all([startAnvil({ chainId: 1 }), startAnvil({ chainId: 11155111 })])
    node = await startRpcProxy(mainnet.rpcUrl)
    service = await startTestService(undefined, {
      RPC_URL_1: node.url,
      RPC_URL_11155111: sepolia.rpcUrl,
      RATE_LIMIT_EXPENSIVE_PER_IP: '0',
      WRITE_LIMIT_PER_IP: `${perIp}`,
      TRUSTED_PROXIES: 'loopback',
    })
  })
  afterAll(async () => {
    await service?.stop()
    await node?.close()
    await mainnet?.stop()
    await sepolia?.stop()
  })

  const open = async (chainId: 1 | 11155111 = 1) => {
    const domain = await service.onboard({ chainId })
    await openClaims(service, domain)
    return domain
  }
  const signerOf = (address: Address, owner: Signer = createWallet()): Signer => ({
    address,
    signMessage: owner.signMessage,
  })
  /** Each from another address, unless it is given. */
  let clients = 0
  const from = (client = `203.0.113.${clients++}`) => ({ 'x-forwarded-for': client })
  const expectRefused = async (send: () => Promise<ApiResponse>, calls: readonly string[]) => {
    node.methods.length = 0
    const startedAt = performance.now()
    expectError(await send(), 401, 'InvalidSignatureException')
    expect(performance.now() - startedAt).toBeLessThan(promptly)
    expect(node.methods).toEqual(calls)
  }

  it.each<[string, HostileResponse]>([
    ['burns all gas', { kind: 'burnGas' }],
    ['returns 1 MB', { kind: 'returnZeros', length: 1_000_000 }],
    ['returns 100 KB', { kind: 'returnZeros', length: 100_000 }],
    ['returns nothing', { kind: 'return' }],
    ['returns the four bytes alone', { kind: 'return', data: '0x1626ba7e' }],
    ['returns the value of another function', { kind: 'return', data: padHex('0x01', { size: 32 }) }],
    ['reverts with the value', { kind: 'revert', data: magic }],
    ['reverts with a reason of 100 KB', { kind: 'revertZeros', length: 100_000 }],
  ])('401 for a claim by a wallet that %s; rule: the same claim again makes no call', async (_, answer) => {
    const [domain, wallet] = [await open(), await deployHostileContract(mainnet.rpcUrl)]
    await wallet.answer(isValidSignature, answer)
    const headers = { ...(await claimHeaders(signerOf(wallet.address), domain, 'alice')), ...from() }
    const send = () => sendClaim(service, domain, 'alice', headers)
    await expectRefused(send, ['eth_getCode', 'eth_call'])
    await expectRefused(send, [])
    expect((await getSubname(service, domain, 'alice')).status).toBe(404)
  })

  it('rule: a wallet that answers differently in each block writes only where it accepts, and its message is good once', async () => {
    const [domain, wallet] = [await open(), await deployHostileContract(mainnet.rpcUrl)]
    await wallet.answer(isValidSignature, { kind: 'alternate', data: magic })
    const mine = () => mineBlock(mainnet.rpcUrl, wallet.address)
    const accepts = async () => (await localWallet(mainnet.rpcUrl).getBlockNumber()) % 2n === 0n
    const outcomes = { accepted: 0, refused: 0 }
    for (let round = 0; round < 6; round++) {
      const label = `name-${round}`
      const isAccepted = await accepts()
      const headers = { ...(await claimHeaders(signerOf(wallet.address), domain, label)), ...from() }
      const twice = [1, 2].map(() => sendClaim(service, domain, label, headers))
      const statuses = (await Promise.all(twice)).map(({ status }) => status)
      if (isAccepted) expect(statuses.filter((status) => status === 201)).toHaveLength(1)
      else expect(statuses).toEqual([401, 401])
      expect((await getSubname(service, domain, label)).status).toBe(isAccepted ? 200 : 404)
      outcomes[isAccepted ? 'accepted' : 'refused']++
      await mine()
    }
    expect(outcomes).toEqual({ accepted: 3, refused: 3 })
  })

  it.each(Object.entries(signedOperations))(
    '401 for %s in the name of a wallet that returns 1 MB',
    async (_, send) => {
      const wallet = await deployHostileContract(mainnet.rpcUrl)
      await wallet.answer(isValidSignature, { kind: 'returnZeros', length: 1_000_000 })
      const holder = signerOf(wallet.address)
      const fixture = await createSignedFixture(service, { holder })
      expectError(
        await send(fixture, await signMessage(holder, { chainId: 1 })),
        401,
        'InvalidSignatureException',
      )
    },
  )

  it('401 for a factory that burns all gas, with the longest signature that a header takes', async () => {
    const [domain, factory] = [await open(), await deployHostileContract(mainnet.rpcUrl)]
    await factory.answer('create(address,bytes32)', { kind: 'burnGas' })
    const owner = createWallet()
    const data = encodeFunctionData({
      abi: factoryAbi,
      functionName: 'create',
      args: [owner.address, padHex('0x', { size: 32 })],
    })
    const wrapped: Signer = {
      address: createWallet().address,
      signMessage: async (message) =>
        serializeErc6492Signature({
          address: factory.address,
          data: `${data}${'00'.repeat(6_000)}`,
          signature: await owner.signMessage(message),
        }),
    }
    const headers = { ...(await claimHeaders(wrapped, domain, 'alice')), ...from() }
    await expectRefused(() => sendClaim(service, domain, 'alice', headers), ['eth_call'])
  })

  it('429 when wallets that are not deployed, which cost nothing, have used the budget of their address', async () => {
    const domain = await open()
    const [owner, factory] = [createWallet(), await deploy(mainnet.rpcUrl, 'SmartAccountFactory')]
    const mint = async (): Promise<Signer> => {
      const args = [owner.address, toHex(randomBytes(32))] as const
      const address = await localWallet(mainnet.rpcUrl).readContract({
        address: factory,
        abi: factoryAbi,
        functionName: 'addressOf',
        args,
      })
      const data = encodeFunctionData({ abi: factoryAbi, functionName: 'create', args })
      return {
        address,
        signMessage: async (message) =>
          serializeErc6492Signature({ address: factory, data, signature: await owner.signMessage(message) }),
      }
    }
    const claimAs = async (label: string, client: string) =>
      sendClaim(service, domain, label, {
        ...(await claimHeaders(await mint(), domain, label)),
        ...from(client),
      })
    const statuses: number[] = []
    for (let index = 0; index < perIp + 2; index++)
      statuses.push((await claimAs(`name-${index}`, '198.51.100.7')).status)
    expect(statuses).toEqual([...Array.from({ length: perIp }, () => 201), 429, 429])
    expect((await getSubname(service, domain, `name-${perIp}`)).status).toBe(404)
    dataOf(await claimAs('elsewhere', '198.51.100.8'), 201)
  })

  it('401 on another chain for a message of a wallet that has the same address and owner on both', async () => {
    const owner = createWallet()
    const chains = [await startAnvil({ chainId: 1 }), await startAnvil({ chainId: 11155111 })]
    const addresses: Address[] = []
    for (const { rpcUrl } of chains) addresses.push(await deploy(rpcUrl, 'SmartAccount', owner.address))
    const [address] = addresses
    if (!address) throw new Error('No wallet was deployed.')
    expect(new Set(addresses).size).toBe(1)
    const other = await startTestService(undefined, {
      RPC_URL_1: chains[0]?.rpcUrl ?? '',
      RPC_URL_11155111: chains[1]?.rpcUrl ?? '',
    })
    const { demo } = other
    for (const domain of Object.values(demo)) await openClaims(other, domain)
    const wallet = signerOf(address, owner)
    const headers = await claimHeaders(wallet, demo[1], 'alice')
    expectError(await sendClaim(other, demo[11155111], 'alice', headers), 401, 'InvalidSignatureException')
    dataOf(await sendClaim(other, demo[1], 'alice', headers), 201)
    expectError(await sendClaim(other, demo[11155111], 'alice', headers), 401, 'InvalidSignatureException')
    dataOf(
      await sendClaim(other, demo[11155111], 'alice', await claimHeaders(wallet, demo[11155111], 'alice')),
      201,
    )
    await other.stop()
    for (const anvil of chains) await anvil.stop()
  })
})
