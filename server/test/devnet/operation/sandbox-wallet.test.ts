import { minedReceipt } from '@byname/devnet/mined-receipt'
import {
  type Address,
  encodeFunctionData,
  type Hex,
  parseAbi,
  stringToHex,
  verifyMessage,
  verifyTypedData,
} from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeService } from '../../support/service/describe-service.ts'
import { startTestSandbox, type TestSandbox, viemClient } from '../../support/service/sandbox.ts'

let sandbox: TestSandbox
let account: Address

beforeAll(async () => {
  sandbox = await startTestSandbox()
  const response = await fetch(`${sandbox.file.url}/byname/v1/sandbox/wallet`)
  const { result } = (await response.json()) as { result: { data: { accounts: Address[] } } }
  account = result.data.accounts[1] ?? '0x'
})
afterAll(() => sandbox.stop())

function post(body: unknown, { origin = sandbox.file.url, chainId = 1, type = 'application/json' } = {}) {
  return fetch(`${sandbox.file.url}/byname/v1/sandbox/rpc/${chainId}`, {
    method: 'POST',
    headers: { 'content-type': type, ...(origin && { origin }) },
    body: JSON.stringify(body),
  })
}

function request(method: string, params: unknown[] = []) {
  return { jsonrpc: '2.0', id: 7, method, params }
}

async function call<Result>(method: string, params: unknown[], options = {}): Promise<Result> {
  const response = await post(request(method, params), options)
  const { result, ...rest } = (await response.json()) as { result: Result }
  expect({ status: response.status, ...rest }).toEqual({ status: 200, jsonrpc: '2.0', id: 7 })
  return result
}

test('the wallet has the accounts of users, and none that signs gateway responses', async () => {
  const response = await fetch(`${sandbox.file.url}/byname/v1/sandbox/wallet`)
  expect(await response.json()).toEqual({
    statusCode: 200,
    result: {
      data: {
        accounts: sandbox.file.accounts.map(({ address }) => address),
        chainIds: [1, 11155111],
      },
      error: null,
    },
  })
})

test('the wallet signs messages and typed data of its accounts', async () => {
  const message = 'Byname'
  const signature = await call<Hex>('personal_sign', [stringToHex(message), account])
  expect(await verifyMessage({ address: account, message, signature })).toBe(true)
  const types = { Note: [{ name: 'text', type: 'string' }] } as const
  const content = { domain: { name: 'Byname' }, primaryType: 'Note', message: { text: 'hello' } } as const
  const domainTypes = { EIP712Domain: [{ name: 'name', type: 'string' }] }
  const typedData = { ...content, types: { ...domainTypes, ...types } }
  const typed = await call<Hex>('eth_signTypedData_v4', [account, JSON.stringify(typedData)])
  expect(await verifyTypedData({ address: account, ...content, types, signature: typed })).toBe(true)
})

test('the wallet sends a transaction on the chain that the request names', async () => {
  const chainId = 11155111
  expect(await call('eth_chainId', [], { chainId })).toBe('0xaa36a7')
  const reverse = sandbox.devnet.addresses(chainId).reverseRegistrar
  const data = encodeFunctionData({
    abi: parseAbi(['function setName(string name) returns (bytes32)']),
    args: ['demo.eth'],
  })
  const hash = await call<Hex>('eth_sendTransaction', [{ from: account, to: reverse, data }], { chainId })
  await minedReceipt(viemClient(sandbox, chainId), hash)
  expect(await call('eth_getTransactionReceipt', [hash], { chainId })).toMatchObject({ status: '0x1' })
  expect(await call('eth_getTransactionReceipt', [hash])).toBeNull()
})

test('an error of the chain is passed on as JSON-RPC', async () => {
  const response = await post(request('personal_sign', ['0x00', `0x${'11'.repeat(20)}`]))
  expect(await response.json()).toMatchObject({ jsonrpc: '2.0', id: 7, error: { code: expect.any(Number) } })
})

test.each([
  ['another site', { origin: 'https://evil.example' }, 403],
  ['no origin', { origin: '' }, 403],
  ['another port', { origin: 'http://127.0.0.1:1' }, 403],
  ['an unsupported chain', { chainId: 8453 }, 400],
  ['a form', { type: 'text/plain' }, 415],
])('the wallet signs nothing for %s', async (_, options, status) => {
  const response = await post(request('personal_sign', ['0x00', account]), options)
  expect(response.status).toBe(status)
  expect(await response.text()).toContain('"data":null')
})

test.each([
  ['a method of the node', request('anvil_setBalance', [`0x${'11'.repeat(20)}`, '0x1'])],
  ['a batch', [request('eth_chainId')]],
  ['more than 8 parameters', request('eth_call', Array(9).fill(0))],
])('400 for %s', async (_, body) => {
  expect((await post(body)).status).toBe(400)
})

test('rule: the document of the sandbox does not have the wallet', async () => {
  const document = await (await fetch(`${sandbox.file.url}/openapi.json`)).text()
  expect(document).not.toContain('/sandbox/')
})

describeService('A service that is not a sandbox', (service) => {
  test.each([
    ['GET', '/byname/v1/sandbox/wallet'],
    ['POST', '/byname/v1/sandbox/rpc/1'],
  ])('404 for %s %s', async (method, path) => {
    const { url } = service()
    const response = await fetch(url + path, { method, headers: { origin: url } })
    expect(response.status).toBe(404)
  })
})
