import type { ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { type Anvil, startAnvil } from '@byname/devnet/anvil'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWallet, signedHeaders } from '../support/credentials/signed-headers.ts'
import { postAdd, subnameBody } from '../support/entities/subnames.ts'
import { printLine } from '../support/faults/duration.ts'
import { resolveAddress } from '../support/gateway/client.ts'
import { dataOf } from '../support/http/api-client.ts'
import { startHttpServer, type TestServer } from '../support/http/http-server.ts'
import { startTestService, type TestService } from '../support/service/service.ts'

/** Milliseconds: the timeout of a call to the node. */
const rpcTimeout = 1_000

/** Milliseconds: bounds, on a busy machine, of requests that do not need the node, and of all that do. */
const maxLookupMs = 5_000
const maxRpcReadMs = 15_000

/** Concurrent requests that need the node. */
const concurrency = 20

/** Bytes of a response that are read and buffered, at most. */
const largest = 16 * 1_048_576

const endless = Buffer.alloc(1_048_576, 'a')
let sent = 0

/** Writes until the connection is closed. */
function writeUntilFull(response: ServerResponse): void {
  if (response.destroyed) return
  sent += endless.length
  response.write(endless, () => writeUntilFull(response))
}

function drip(response: ServerResponse) {
  const dripping = setInterval(() => response.write(' '), 50)
  response.once('close', () => clearInterval(dripping))
}

function rpcResult(response: ServerResponse, result: unknown) {
  return response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result }))
}

/**
 * The behavior of the node, with the status of a signature that only it can verify: a busy machine may not reach the
 * byte bound before the timeout.
 */
const faults = {
  hangs: { respond: () => {}, statuses: [504] },
  'sends single bytes without end': { respond: drip, statuses: [504] },
  'sends a response without end': { respond: writeUntilFull, statuses: [502, 504] },
  'gives numbers for bytes': {
    respond: (response: ServerResponse) => rpcResult(response, 7),
    statuses: [502],
  },
  // As a result of `eth_getCode` that means an address without a contract.
  'gives no bytes': { respond: (response: ServerResponse) => rpcResult(response, '0x'), statuses: [401] },
  'is overloaded': { respond: (response: ServerResponse) => response.writeHead(503).end(), statuses: [502] },
} as const

/**
 * Requests that do not need an RPC succeed; those that do get 502 or 504 within the timeout of a call, with bounded
 * memory; when the RPC recovers, so does the service.
 */
describe('A service whose RPC fails', () => {
  let anvil: Anvil
  let node: TestServer
  let service: TestService
  let fault: ((response: ServerResponse) => unknown) | undefined
  beforeAll(async () => {
    anvil = await startAnvil({ chainId: 1 })
    node = await startHttpServer(async (request, response) => {
      const body = await text(request)
      if (fault) {
        fault(response)
        return
      }
      const headers = { 'content-type': 'application/json' }
      const respond = await fetch(anvil.rpcUrl, { method: 'POST', headers, body })
      response.end(await respond.text())
    })
    service = await startTestService(undefined, { RPC_URL_1: node.url, RPC_TIMEOUT: `${rpcTimeout / 1_000}` })
  })
  afterAll(async () => {
    await service.stop()
    await node.close()
    await anvil.stop()
  })

  /** Adds a name as a wallet that might be a contract, with a signature of another message. */
  const addAsContract = async (label: string) => {
    const headers = await signedHeaders(createWallet(), { chainId: 1, address: createWallet().address })
    return postAdd(service, {
      headers: { 'x-api-key': service.key, ...headers },
      body: subnameBody(service.demo[1], label),
    })
  }
  const addAsEoa = async (label: string) => {
    const wallet = createWallet()
    const headers = { 'x-api-key': service.key, ...(await signedHeaders(wallet, { chainId: 1 })) }
    dataOf(await postAdd(service, { headers, body: subnameBody(service.demo[1], label) }))
    const name = `${label}.demo.eth`
    expect(await resolveAddress(service, service.resolvers[1]['chain-bound'], name)).toBe(wallet.address)
  }

  it.each(Object.entries(faults))(
    '%s: rule: EOAs and lookups are not affected, other operations fail in time',
    async (title, { respond, statuses }) => {
      fault = respond
      sent = 0
      const startedAt = performance.now()
      const adds = Promise.all(
        Array.from({ length: concurrency }, (_, index) => addAsContract(`needy-${index}`)),
      )
      const isOver = adds.then(() => true)
      let slowest = 0
      let count = 0
      do {
        const label = `${Object.keys(faults).indexOf(title)}-${count++}`
        const askedAt = performance.now()
        await addAsEoa(label)
        slowest = Math.max(slowest, performance.now() - askedAt)
      } while (!(await Promise.race([isOver, false])) && performance.now() < startedAt + 20_000)
      const responses = await adds
      const took = performance.now() - startedAt
      fault = undefined
      printLine(
        `${title}: ${statuses.join(' or ')} in ${Math.round(took)} ms; meanwhile ${count} names added and looked up, each within ` +
          `${Math.round(slowest)} ms${sent ? `; ${sent / 1_048_576} MiB sent` : ''}`,
      )
      for (const { status } of responses) expect(statuses).toContain(status)
      expect(took).toBeLessThan(maxRpcReadMs)
      expect(slowest).toBeLessThan(maxLookupMs)
      expect(sent).toBeLessThan(concurrency * largest)
      expect((await addAsContract('again')).status).toBe(401)
    },
  )
})
