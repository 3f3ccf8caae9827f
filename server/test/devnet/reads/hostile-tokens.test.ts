import { type Anvil, startAnvil } from '@byname/devnet/anvil'
import { type Address, encodeErrorResult, type Hex, maxUint256, padHex, parseAbi, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readTokenBalance } from '../../../src/chain/tokens.ts'
import type { ErrorName } from '../../../src/errors.ts'
import type { Domain } from '../../../src/model/domain.ts'
import { chainClientOf, createChainClients } from '../../../src/rpc/operator.ts'
import { mineBlock } from '../../support/chain/deployer.ts'
import {
  deployHostileContract,
  type HostileContract,
  type HostileResponse,
} from '../../support/chain/hostile-contract.ts'
import { type RpcProxy, startRpcProxy } from '../../support/chain/rpc-proxy.ts'
import { createWallet, type Signer } from '../../support/credentials/signed-headers.ts'
import { claimHeaders, sendClaim } from '../../support/entities/claims.ts'
import { setPolicy } from '../../support/entities/policies.ts'
import { type ApiResponse, dataOf, expectError } from '../../support/http/api-client.ts'
import { startHttpServer, type TestServer } from '../../support/http/http-server.ts'
import { startTestService, type TestService } from '../../support/service/service.ts'

const balanceOf = 'balanceOf(address)'
const ownerOf = 'ownerOf(uint256)'

const word = (value: bigint) => toHex(value, { size: 32 })
const one: HostileResponse = { kind: 'return', data: word(1n) }

/** Milliseconds: more than any answer takes, less than the timeout of an RPC call. */
const promptly = 5_000

describe('A token contract of an attacker', () => {
  let anvil: Anvil
  let node: RpcProxy
  let service: TestService
  let token: HostileContract
  let gateway: TestServer
  let lookups = 0

  beforeAll(async () => {
    anvil = await startAnvil({ chainId: 1 })
    node = await startRpcProxy(anvil.rpcUrl)
    gateway = await startHttpServer((_, response) => {
      lookups++
      response.end(JSON.stringify({ data: word(1n) }))
    })
    const settings = { RPC_URL_1: node.url, RATE_LIMIT_EXPENSIVE_PER_IP: '0' }
    service = await startTestService(undefined, settings, {
      outboundAllowedOrigins: new Set([new URL(gateway.url).origin]),
    })
  })
  afterAll(async () => {
    await service?.stop()
    await gateway?.close()
    await node?.close()
    await anvil?.stop()
  })

  const gate = async (gateOf: object = {}): Promise<Domain> => {
    token = await deployHostileContract(anvil.rpcUrl)
    const domain = await service.onboard()
    const tokenGate = { chainId: 1, standard: 'ERC-721', contract: token.address, minimum: '1', ...gateOf }
    await setPolicy(service, domain, { claims: 'open', namesPerWallet: 1, tokenGate })
    return domain
  }
  const lookup = (): Hex =>
    encodeErrorResult({
      abi: parseAbi(['error OffchainLookup(address, string[], bytes, bytes4, bytes)']),
      args: [token.address, [gateway.url], '0x', '0x70a08231', '0x'],
    })
  const mine = () => mineBlock(anvil.rpcUrl, token.address)
  const toWord = (address: Address) => padHex(address, { size: 32 })

  /** A claim whose message can be sent again. */
  const prepare = async (
    domain: Domain,
    label: string,
    wallet: Signer = createWallet(),
    tokenId?: string,
  ) => {
    const headers = await claimHeaders(wallet, domain, label)
    return () => sendClaim(service, domain, label, headers, undefined, tokenId)
  }
  const refuse = async (send: () => Promise<ApiResponse>, status: number, error: ErrorName) => {
    node.methods.length = 0
    const startedAt = performance.now()
    expectError(await send(), status, error)
    expect(performance.now() - startedAt).toBeLessThan(promptly)
    expect(node.methods.toSorted()).toEqual(['eth_call', 'eth_chainId'])
  }

  it.each<[string, HostileResponse]>([
    ['burns all gas', { kind: 'burnGas' }],
    ['returns 1 MB', { kind: 'returnZeros', length: 1_000_000 }],
    ['returns 100 KB', { kind: 'returnZeros', length: 100_000 }],
    ['returns nothing', { kind: 'return' }],
    ['returns 31 bytes', { kind: 'return', data: `0x${'11'.repeat(31)}` }],
    ['returns 33 bytes', { kind: 'return', data: `0x${'11'.repeat(33)}` }],
    ['reverts', { kind: 'revert' }],
    ['reverts with a reason of 100 KB', { kind: 'revertZeros', length: 100_000 }],
  ])(
    '502 for a claim whose token %s; rule: nothing is counted, and the same message is good later',
    async (_, answer) => {
      const domain = await gate()
      await token.answer(balanceOf, answer)
      const send = await prepare(domain, 'alice')
      for (const _attempt of ['first', 'second']) await refuse(send, 502, 'UpstreamException')
      await token.answer(balanceOf, one)
      dataOf(await send(), 201)
    },
  )

  it('502 for a token that reverts with an OffchainLookup, which is not followed', async () => {
    const domain = await gate()
    await token.answer(balanceOf, { kind: 'revert', data: lookup() })
    await refuse(await prepare(domain, 'alice'), 502, 'UpstreamException')
    expect(lookups).toBe(0)
  })

  it.each<[string, number, ErrorName, () => HostileResponse]>([
    ['burns all gas', 403, 'PolicyRefusedException', () => ({ kind: 'burnGas' })],
    ['reverts', 403, 'PolicyRefusedException', () => ({ kind: 'revert' })],
    [
      'reverts with an OffchainLookup',
      403,
      'PolicyRefusedException',
      () => ({ kind: 'revert', data: lookup() }),
    ],
    ['is of another wallet', 403, 'PolicyRefusedException', () => ({ kind: 'return', data: word(1n) })],
    ['returns 100 KB', 502, 'UpstreamException', () => ({ kind: 'returnZeros', length: 100_000 })],
    ['returns nothing', 502, 'UpstreamException', () => ({ kind: 'return' })],
    ['returns a number', 502, 'UpstreamException', () => ({ kind: 'return', data: word(maxUint256) })],
  ])(
    'rule: a token that is good for one name is not used up when it %s: %d',
    async (_, status, error, answer) => {
      const domain = await gate({ isOncePerToken: true })
      const wallet = createWallet()
      await token.answer(ownerOf, answer())
      const send = await prepare(domain, 'alice', wallet, '7')
      await refuse(send, status, error)
      await token.answer(ownerOf, { kind: 'return', data: toWord(wallet.address) })
      dataOf(await send(), 201)
    },
  )

  it('rule: a token whose owner is each claimant in turn is good for one name', async () => {
    const domain = await gate({ isOncePerToken: true })
    const tokenId = `${maxUint256}`
    for (const [index, status] of [201, 403, 403].entries()) {
      const wallet = createWallet()
      await token.answer(ownerOf, { kind: 'return', data: toWord(wallet.address) })
      const response = await (await prepare(domain, `name-${index}`, wallet, tokenId))()
      if (status === 201) dataOf(response, 201)
      else expectError(response, 403, 'PolicyRefusedException')
    }
  })

  it.each(['07', '0x7', '-1', '1e3', `${2n ** 256n}`, '9'.repeat(79), ''])(
    '400 for the token id %j',
    async (tokenId) => {
      const domain = await gate({ isOncePerToken: true })
      expectError(
        await (await prepare(domain, 'alice', createWallet(), tokenId))(),
        400,
        'BadRequestException',
      )
    },
  )

  it('rule: with a balance that changes each block, two claims at once give a wallet one name at most', async () => {
    const domain = await gate()
    await token.answer(balanceOf, { kind: 'alternate', data: word(1n) })
    for (let round = 0; round < 4; round++) {
      const wallet = createWallet()
      const sends = await Promise.all([0, 1].map((which) => prepare(domain, `r${round}-${which}`, wallet)))
      const [, ...responses] = await Promise.all([mine(), ...sends.map((send) => send())])
      expect(responses.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(1)
      for (const response of responses.filter(({ status }) => status !== 201))
        expectError(response, 403, 'PolicyRefusedException')
    }
    // Without a race, each of two blocks decides for itself.
    const statuses = []
    for (const label of ['even', 'odd']) {
      await mine()
      statuses.push((await (await prepare(domain, label))()).status)
    }
    expect(statuses.toSorted()).toEqual([201, 403])
  })

  it('rule: an answer that is too long counts as one of the node, which is not reported as down', async () => {
    const reports: boolean[] = []
    const chains = createChainClients({
      rpcUrls: { 1: node.url },
      timeoutMs: promptly,
      onCall: (_, isSuccess) => reports.push(isSuccess),
    })
    const { address: contract } = await deployHostileContract(anvil.rpcUrl)
    const long = await deployHostileContract(anvil.rpcUrl)
    await long.answer(balanceOf, { kind: 'revertZeros', length: 100_000 })
    const query = { contract: long.address, owner: contract }
    await expect(readTokenBalance(chainClientOf(chains, 1), query)).rejects.toMatchObject({
      name: 'UpstreamException',
    })
    expect(reports[0]).toBe(true)
    expect(reports).not.toContain(false)
  })
})
