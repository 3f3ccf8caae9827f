import { text } from 'node:stream/consumers'
import { encodeAbiParameters, parseAbiParameters } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { perRequestLimits } from '../../../src/ccip/limits.ts'
import { deploy } from '../../support/chain/deployer.ts'
import { resolveAllOn } from '../../support/gateway/resolve.ts'
import { startHttpServer, type TestServer } from '../../support/http/http-server.ts'
import { startTestSandbox, type TestSandbox } from '../../support/service/sandbox.ts'

/** The responses that the resolver accepts: a result of `text`, and nothing else. */
const hello = JSON.stringify({ data: encodeAbiParameters(parseAbiParameters('string'), ['hello']) })

let isDown = false
let requestCount = 0
let inFlight = 0
let maxInFlight = 0
let server: TestServer
let sandbox: TestSandbox

beforeAll(async () => {
  server = await startHttpServer(async (request, response) => {
    requestCount++
    inFlight++
    maxInFlight = Math.max(maxInFlight, inFlight)
    await text(request)
    inFlight--
    response.writeHead(isDown ? 500 : 200).end(hello)
  })
  sandbox = await startTestSandbox({
    RESOLVE_TIMEOUT: '60',
    OUTBOUND_ALLOWED_ORIGINS: new URL(server.url).origin,
  })
  const urls = ['1', '2', '3', '4'].map((path) => server.url + path)
  const resolver = await deploy(sandbox.devnet.rpcUrl(1), 'LookupResolver', urls, 1n, false)
  await sandbox.devnet.registerName(1, 'wild', { owner: sandbox.devnet.deployer, resolver })
})
afterAll(async () => {
  await sandbox.stop()
  await server.close()
})

const fifty = Array.from({ length: 50 }, (_, index) => `name-${index}.wild.eth`)

test('rule: fifty names whose resolver needs a lookup for every record are resolved', async () => {
  const found = await resolveAllOn(sandbox, fifty)
  expect(found.map((one) => one?.ens)).toEqual(fifty)
  expect(requestCount).toBeGreaterThan(50 * 40)
  expect(maxInFlight).toBeLessThanOrEqual(perRequestLimits.maxConcurrent)
})

test('rule: the gateways of fifty names get no more requests than the budget of one request', async () => {
  requestCount = 0
  isDown = true
  expect(await resolveAllOn(sandbox, fifty)).toEqual(fifty.map(() => null))
  expect(requestCount).toBeGreaterThan(perRequestLimits.maxRequests / 2)
  expect(requestCount).toBeLessThan(perRequestLimits.maxRequests)
})
