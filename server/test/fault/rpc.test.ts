import type { ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { type Anvil, startAnvil } from '@byname/devnet/anvil'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf } from '../support/api-client.ts'
import { printLine } from '../support/fault-time.ts'
import { resolveAddress } from '../support/gateway-client.ts'
import { startHttpServer, type TestServer } from '../support/http-server.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { createWallet, signedHeaders } from '../support/signed-headers.ts'
import { postAdd, subnameBody } from '../support/subnames.ts'

/** Milliseconds that a call to the node may take. */
const rpcTimeout = 1_000

/** Milliseconds within which a busy machine answers what does not need the node, and all that does. */
const maxLookupMs = 5_000
const maxRpcReadMs = 15_000

/** Requests at once that need the node. */
const needy = 20

/** Bytes of an answer that are read and on their way, at most. */
const largest = 16 * 1_048_576

const endless = Buffer.alloc(1_048_576, 'a')
let sent = 0

/** Goes on for as long as somebody reads. */
function pour(response: ServerResponse): void {
  if (response.destroyed) return
  sent += endless.length
  response.write(endless, () => pour(response))
}

function drip(response: ServerResponse) {
  const dripping = setInterval(() => response.write(' '), 50)
  response.once('close', () => clearInterval(dripping))
}

function rpcResult(response: ServerResponse, result: unknown) {
  return response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result }))
}

/** What the node does, and what a signature that only it can judge gets: a busy machine may not come to read the bound in time. */
const faults = {
  hangs: { answer: () => {}, statuses: [504] },
  'drips an answer that never ends': { answer: drip, statuses: [504] },
  'pours out an answer that never ends': { answer: pour, statuses: [502, 504] },
  'gives numbers for bytes': {
    answer: (response: ServerResponse) => rpcResult(response, 7),
    statuses: [502],
  },
  // To `eth_getCode` that is the answer for an address without a contract.
  'gives no bytes': { answer: (response: ServerResponse) => rpcResult(response, '0x'), statuses: [401] },
  'is overloaded': { answer: (response: ServerResponse) => response.writeHead(503).end(), statuses: [502] },
} as const

/**
 * Promised: what does not need a node goes on as if nothing were wrong; what does gets 502 or 504 within the time that a call
 * may take, with bounded memory; when the node is well again, so is everything.
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
      const answer = await fetch(anvil.rpcUrl, { method: 'POST', headers, body })
      response.end(await answer.text())
    })
    service = await startTestService(undefined, { RPC_URL_1: node.url, RPC_TIMEOUT: `${rpcTimeout / 1_000}` })
  })
  afterAll(async () => {
    await service.stop()
    await node.close()
    await anvil.stop()
  })

  /** Adds a name as a wallet that might be a contract, which signed something else. */
  const addAsContract = async (label: string) => {
    const headers = await signedHeaders(createWallet(), { chainId: 1, address: createWallet().address })
    return postAdd(service, {
      headers: { 'x-api-key': service.key, ...headers },
      body: subnameBody(service.demo[1], label),
    })
  }
  const addPlainly = async (label: string) => {
    const wallet = createWallet()
    const headers = { 'x-api-key': service.key, ...(await signedHeaders(wallet, { chainId: 1 })) }
    dataOf(await postAdd(service, { headers, body: subnameBody(service.demo[1], label) }))
    const name = `${label}.demo.eth`
    expect(await resolveAddress(service, service.resolvers[1]['chain-bound'], name)).toBe(wallet.address)
  }

  it.each(Object.entries(faults))(
    '%s: rule: EOAs and lookups are not affected, other operations fail in time',
    async (title, { answer, statuses }) => {
      fault = answer
      sent = 0
      const begun = performance.now()
      const asked = Promise.all(Array.from({ length: needy }, (_, index) => addAsContract(`needy-${index}`)))
      const isOver = asked.then(() => true)
      let slowest = 0
      let count = 0
      do {
        const label = `${Object.keys(faults).indexOf(title)}-${count++}`
        const askedAt = performance.now()
        await addPlainly(label)
        slowest = Math.max(slowest, performance.now() - askedAt)
      } while (!(await Promise.race([isOver, false])) && performance.now() < begun + 20_000)
      const answers = await asked
      const took = performance.now() - begun
      fault = undefined
      printLine(
        `${title}: ${statuses.join(' or ')} in ${Math.round(took)} ms; meanwhile ${count} names added and looked up, each within ` +
          `${Math.round(slowest)} ms${sent ? `; ${sent / 1_048_576} MiB sent` : ''}`,
      )
      for (const { status } of answers) expect(statuses).toContain(status)
      expect(took).toBeLessThan(maxRpcReadMs)
      expect(slowest).toBeLessThan(maxLookupMs)
      expect(sent).toBeLessThan(needy * largest)
      expect((await addAsContract('again')).status).toBe(401)
    },
  )
})
