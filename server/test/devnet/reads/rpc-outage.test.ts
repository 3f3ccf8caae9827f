import type { RequestListener } from 'node:http'
import { type Anvil, startAnvil } from '@byname/devnet/anvil'
import { type Hex, zeroAddress } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { findNameResolver } from '../../../src/ccip/resolver.ts'
import { canManageName, v2EthRegistry } from '../../../src/chain/names.ts'
import { createSignatureVerifier } from '../../../src/chain/signatures.ts'
import { AppError } from '../../../src/errors.ts'
import { type ChainClient, chainClientOf, createChainClients, ping } from '../../../src/rpc/operator.ts'
import { startHttpServer, type TestServer } from '../../support/http/http-server.ts'

const key = 'a-secret-key'
const account = '0x1111111111111111111111111111111111111111'

let running: (TestServer | Anvil)[] = []

afterEach(async () => {
  await Promise.all(running.map((server) => ('close' in server ? server.close() : server.stop())))
  running = []
})

/** A chain whose RPC is an HTTP server that behaves as `listener`. */
async function chainWith(listener: RequestListener, timeout?: number): Promise<ChainClient> {
  const server = await startHttpServer(listener)
  running.push(server)
  return chainAt(`${server.url}${key}`, timeout)
}

function chainAt(rpcUrl: string, timeout = 10_000): ChainClient {
  return chainClientOf(createChainClients({ rpcUrls: { 1: rpcUrl }, timeoutMs: timeout }), 1)
}

/** Accepts requests and never responds. */
const neverRespond: RequestListener = () => undefined

/** Every function that reads the chain. */
function reads(chain: ChainClient): [string, Promise<unknown>][] {
  return [
    ['ping', ping(chain)],
    ['v2EthRegistry', v2EthRegistry(chain)],
    ['resolverOf', findNameResolver(chain, 'acme.eth')],
    ['controls', canManageName(chain, 'acme.eth', account)],
    ['controls', canManageName(chain, 'example.com', account)],
    ['verify', verify(chain, `0x${'11'.repeat(65)}`)],
    ['verify', verify(chain, `0x${'11'.repeat(96)}${'6492'.repeat(16)}`)],
  ]
}

/** Verifies a signature by a contract wallet. */
function verify(chain: ChainClient, signature: Hex) {
  return createSignatureVerifier(new Map([[1, chain]])).verify(
    1,
    { address: account, message: '', signature },
    (_, check) => check(),
  )
}

/** The error of every read of `chain`; throws when one succeeds, or fails with anything that is not an AppError. */
async function failuresOf(chain: ChainClient): Promise<AppError[]> {
  return Promise.all(
    reads(chain).map(async ([name, read]) => {
      const failure = await read.then(
        () => undefined,
        (error: unknown) => error,
      )
      if (failure instanceof AppError) return failure
      throw new Error(`${name} did not fail with an AppError`, { cause: failure })
    }),
  )
}

function sendResponse(status: number, body: string): RequestListener {
  return (_, response) => response.writeHead(status, { 'content-type': 'application/json' }).end(body)
}

function rpcError(code: number, message: string) {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code, message } })
}

test('504 when the RPC never responds', async () => {
  const failures = await failuresOf(await chainWith(neverRespond, 500))
  expect(new Set(failures.map(({ status }) => status))).toEqual(new Set([504]))
  expect(failures[0]?.message).toBe('The RPC of chain 1 did not answer in 500 ms.')
})

test('504 when the RPC begins a response and never ends it', async () => {
  const half: RequestListener = (_, response) => response.writeHead(200).write('{"jsonrpc":')
  const failures = await failuresOf(await chainWith(half, 500))
  expect(new Set(failures.map(({ status }) => status))).toEqual(new Set([504]))
})

test('502 when nothing listens at the address', async () => {
  const server = await startHttpServer(neverRespond)
  await server.close()
  const failures = await failuresOf(chainAt(`${server.url}${key}`))
  expect(new Set(failures.map(({ message }) => message))).toEqual(
    new Set(['The RPC of chain 1 cannot be reached (ECONNREFUSED).']),
  )
  expect(failures[0]?.status).toBe(502)
})

test.each([
  ['an HTTP error', 401, `{"message":"bad project id ${key}"}`, 'answered HTTP 401'],
  ['an overloaded node', 503, '', 'answered HTTP 503'],
  ['a web page', 200, '<html>Sign in</html>', 'returned a response that is not JSON-RPC'],
  ['JSON without a result', 200, '{}', 'returned a response that is not JSON-RPC'],
  ['an error without a code', 200, '{"error":"no"}', 'returned a response that is not JSON-RPC'],
  ['a spent quota', 200, rpcError(-32005, `limit of ${key}`), 'refused the call with JSON-RPC error -32005'],
  [
    'missing state',
    400,
    rpcError(-32000, 'missing trie node'),
    'refused the call with JSON-RPC error -32000',
  ],
])('502 for %s', async (_, status, body, fault) => {
  const failures = await failuresOf(await chainWith(sendResponse(status, body)))
  expect(new Set(failures.map(({ message }) => message))).toEqual(new Set([`The RPC of chain 1 ${fault}.`]))
  expect(failures[0]?.status).toBe(502)
})

test('502 when the RPC redirects, and the redirect is not followed', async () => {
  const requestedUrls: (string | undefined)[] = []
  const elsewhere = await startHttpServer((request, response) => {
    requestedUrls.push(request.url)
    response.end()
  })
  running.push(elsewhere)
  const chain = await chainWith((_, response) => response.writeHead(307, { location: elsewhere.url }).end())
  const failures = await failuresOf(chain)
  expect(new Set(failures.map(({ status }) => status))).toEqual(new Set([502]))
  expect(requestedUrls).toEqual([])
})

test('rule: no error contains the RPC URL or parts of it', async () => {
  const nodes = [
    await chainWith(sendResponse(500, key)),
    await chainWith(sendResponse(200, rpcError(-32000, key))),
    await chainWith(neverRespond, 500),
    chainAt(`http://user:${key}@127.0.0.1:1/`),
  ]
  for (const chain of nodes)
    for (const { message, cause, stack } of await failuresOf(chain)) {
      expect(`${message} ${cause} ${stack}`).not.toContain(key)
      expect(message).not.toContain('http')
    }
})

test('rule: a call to a briefly overloaded RPC is retried once', async () => {
  let requests = 0
  const chain = await chainWith((request, response) => {
    requests += 1
    if (requests === 1) sendResponse(503, '')(request, response)
    else sendResponse(200, '{"jsonrpc":"2.0","id":1,"result":"0x1"}')(request, response)
  })
  await expect(ping(chain)).resolves.toBeUndefined()
  expect(requests).toBe(2)
})

test('rule: a password in the RPC URL is sent as a header', async () => {
  let authorization: string | undefined
  const server = await startHttpServer((request, response) => {
    authorization = request.headers.authorization
    sendResponse(200, '{"jsonrpc":"2.0","id":1,"result":"0x1"}')(request, response)
  })
  running.push(server)
  await ping(chainAt(server.url.replace('://', `://us%20er:${key}@`)))
  expect(authorization).toBe(`Basic ${Buffer.from(`us er:${key}`).toString('base64')}`)
})

test('502 when the RPC serves another chain', async () => {
  const anvil = await startAnvil({ chainId: 11155111 })
  running.push(anvil)
  await expect(ping(chainAt(anvil.rpcUrl))).rejects.toMatchObject({
    status: 502,
    message: 'The RPC of chain 1 serves chain 11155111.',
  })
})

test('rule: a chain without ENS has no resolver, no v2 and no controllers', async () => {
  const anvil = await startAnvil({ chainId: 1 })
  running.push(anvil)
  const chain = chainAt(anvil.rpcUrl)
  await expect(ping(chain)).resolves.toBeUndefined()
  expect(await v2EthRegistry(chain)).toBeNull()
  expect(await findNameResolver(chain, 'acme.eth')).toEqual({ resolver: null, inherited: false })
  for (const name of ['acme.eth', 'sub.acme.eth', 'example.com'])
    for (const address of [account, zeroAddress] as const)
      expect(await canManageName(chain, name, address)).toBe(false)
})
