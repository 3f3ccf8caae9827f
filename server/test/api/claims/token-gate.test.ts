import { text } from 'node:stream/consumers'
import { type Address, numberToHex, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Domain } from '../../../src/model/domain.ts'
import { createWallet } from '../../support/credentials/signed-headers.ts'
import { checkLabel, patchPolicy, postCheck, setPolicy } from '../../support/entities/policies.ts'
import { expectError } from '../../support/http/api-client.ts'
import { startHttpServer, type TestServer } from '../../support/http/http-server.ts'
import { startTestService, type TestService } from '../../support/service/service.ts'

type Reply = string | { readonly status?: number; readonly body: string } | 'endless' | 'silent'

const contract = createWallet().address
const rich = createWallet().address
const poor = createWallet().address

const word = (value: bigint) => toHex(value, { size: 32 })
const result = (value: unknown) => JSON.stringify({ jsonrpc: '2.0', id: 1, result: value })

describe('A token gate', () => {
  let node: TestServer
  let service: TestService
  let domain: Domain
  /** Of the next calls of `balanceOf`; absent: the balance of the address. */
  let reply: Reply | undefined
  let chainId = 1
  /** JSON, instead of it. */
  let servedChain: string | undefined
  const calls: { to: Address; data: string }[] = []

  beforeAll(async () => {
    node = await startHttpServer(async (request, response) => {
      const { method, params } = JSON.parse(await text(request))
      if (method === 'eth_chainId')
        return void response.end(
          result(servedChain === undefined ? numberToHex(chainId) : JSON.parse(servedChain)),
        )
      const [{ to, data }] = method === 'eth_call' ? params : [{}]
      // The service also asks its resolvers for their signers.
      if (to !== contract.toLowerCase()) return void response.end(result('0x'))
      calls.push({ to, data })
      if (reply === 'silent') return
      if (reply === 'endless') {
        response.write('{"jsonrpc":"2.0","id":1,"result":"0x')
        const write = () => {
          while (!response.destroyed && response.write('0'.repeat(65_536)));
        }
        response.on('drain', write)
        return write()
      }
      const balance = data.includes(rich.slice(2).toLowerCase()) ? 5n : 1n
      const sent = typeof reply === 'string' ? { body: reply } : (reply ?? { body: result(word(balance)) })
      response.writeHead(sent.status ?? 200, { 'content-type': 'application/json' }).end(sent.body)
    })
    service = await startTestService(undefined, { RPC_URL_1: node.url, RPC_TIMEOUT: '1' })
    domain = await service.onboard()
    await setPolicy(service, domain, {
      claims: 'open',
      tokenGate: { chainId: 1, standard: 'ERC-20', contract, minimum: '5' },
    })
  })
  afterAll(async () => {
    await service?.stop()
    await node?.close()
  })

  it('rule: a wallet with the minimum can claim, one with less cannot', async () => {
    expect(await checkLabel(service, domain, 'alice', rich)).toMatchObject({ outcome: 'claimable' })
    expect(await checkLabel(service, domain, 'alice', poor)).toEqual({
      outcome: 'refused',
      rule: 'token',
      reason: expect.stringContaining('ERC-20'),
    })
    expect(calls.at(-1)).toEqual({
      to: contract.toLowerCase(),
      data: `0x70a08231${poor.slice(2).toLowerCase().padStart(64, '0')}`,
    })
  })

  it('rule: an ERC-1155 token has an id, an ERC-721 token none', async () => {
    const other = await service.onboard()
    const gate = { chainId: 1, standard: 'ERC-1155', contract, tokenId: '7', minimum: '1' }
    await setPolicy(service, other, { claims: 'open', tokenGate: gate })
    expect(await checkLabel(service, other, 'alice', poor)).toMatchObject({ outcome: 'claimable' })
    expect(calls.at(-1)?.data).toMatch(/^0x00fdd58e.{64}0{63}7$/)
    for (const wrong of [
      { ...gate, tokenId: null },
      { ...gate, standard: 'ERC-721' },
    ])
      expectError(await patchPolicy(service, other, { tokenGate: wrong }), 400, 'BadRequestException')
  })

  it('rule: a node is asked last, and only with an address', async () => {
    const before = calls.length
    await setPolicy(service, domain, { minLength: 3 })
    expect(await checkLabel(service, domain, 'al', rich)).toMatchObject({ rule: 'too-short' })
    expect(await checkLabel(service, domain, 'alice')).toMatchObject({ outcome: 'claimable' })
    expect(calls).toHaveLength(before)
  })

  it.each<[string, number, Reply]>([
    ['garbage', 502, 'garbage'],
    ['HTML', 502, { status: 500, body: '<html>' }],
    ['no result', 502, '{"jsonrpc":"2.0","id":1}'],
    ['null', 502, result(null)],
    ['true', 502, result(true)],
    ['a number', 502, result(5)],
    ['an empty result', 502, result('0x')],
    ['a short word', 502, result('0xff')],
    ['two words', 502, result(`${word(9n)}${'0'.repeat(64)}`)],
    ['a word without 0x', 502, result('f'.repeat(66))],
    ['a word that is not hex', 502, result(`0x${'g'.repeat(64)}`)],
    ['an error', 502, '{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"no"}}'],
    [
      'a revert',
      502,
      '{"jsonrpc":"2.0","id":1,"error":{"code":3,"message":"execution reverted","data":"0x"}}',
    ],
    ['an object', 502, result({ balance: word(9n) })],
    ['a huge result', 502, result(`0x${'f'.repeat(100_000)}`)],
    ['an endless result', 502, 'endless'],
    ['no answer', 504, 'silent'],
  ])('a node that returns %s never admits: %d', async (_, status, lie) => {
    reply = lie
    const refused = await postCheck(service, domain, 'alice', rich)
    reply = undefined
    expectError(refused, status, status === 502 ? 'UpstreamException' : 'UpstreamTimeoutException')
  })

  it.each(['"0x"', '"one"', '{}', 'null'])('502 of a node whose chain id is %s', async (id) => {
    servedChain = id
    const refused = await postCheck(service, domain, 'alice', rich)
    servedChain = undefined
    expectError(refused, 502, 'UpstreamException')
  })

  it('502 of a node of another chain', async () => {
    chainId = 5
    const refused = await postCheck(service, domain, 'alice', rich)
    chainId = 1
    expectError(refused, 502, 'UpstreamException')
  })

  it('502 of a node that cannot be reached', async () => {
    const down = await startTestService(undefined, { RPC_URL_1: 'http://127.0.0.1:1' })
    try {
      const gated = await down.onboard()
      const tokenGate = { chainId: 1, standard: 'ERC-721', contract, minimum: '1' }
      await setPolicy(down, gated, { claims: 'open', tokenGate })
      expectError(await postCheck(down, gated, 'alice', rich), 502, 'UpstreamException')
    } finally {
      await down.stop()
    }
  })
})
