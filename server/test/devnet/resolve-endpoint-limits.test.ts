import { text } from 'node:stream/consumers'
import { encodeAbiParameters, parseAbiParameters } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedLimits } from '../../src/chain/reading-limits.ts'
import { deploy } from '../support/deployer.ts'
import { startHttpServer, type TestServer } from '../support/http-server.ts'
import { allResolvedOn } from '../support/resolve.ts'
import { startTestSandbox, type TestSandbox } from '../support/sandbox.ts'

/** What the resolver believes: the answer to `text`, and to nothing else. */
const hello = JSON.stringify({ data: encodeAbiParameters(parseAbiParameters('string'), ['hello']) })

let isDown = false
let asked = 0
let atOnce = 0
let mostAtOnce = 0
let server: TestServer
let sandbox: TestSandbox

beforeAll(async () => {
  server = await startHttpServer(async (request, response) => {
    asked++
    atOnce++
    mostAtOnce = Math.max(mostAtOnce, atOnce)
    await text(request)
    atOnce--
    response.writeHead(isDown ? 500 : 200).end(hello)
  })
  sandbox = await startTestSandbox({
    READ_TIMEOUT: '60',
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
  const found = await allResolvedOn(sandbox, fifty)
  expect(found.map((one) => one?.ens)).toEqual(fifty)
  expect(asked).toBeGreaterThan(50 * 40)
  expect(mostAtOnce).toBeLessThanOrEqual(sharedLimits.requestsAtOnce)
})

test('rule: fifty names together ask their gateways no more than one request may', async () => {
  asked = 0
  isDown = true
  expect(await allResolvedOn(sandbox, fifty)).toEqual(fifty.map(() => null))
  expect(asked).toBeGreaterThan(sharedLimits.requests / 2)
  expect(asked).toBeLessThan(sharedLimits.requests)
})
