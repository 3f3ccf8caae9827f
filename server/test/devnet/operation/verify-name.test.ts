import { text as readText } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addName, type OnboardedDomain, onboardNewDomain } from '../../support/chain/onboard-domain.ts'
import { startHttpServer, type TestServer } from '../../support/http/http-server.ts'
import { runCommand } from '../../support/service/command.ts'
import { startTestSandbox, type TestSandbox } from '../../support/service/sandbox.ts'

const addresses = [{ coinType: 60, address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }]
const text = [
  { key: 'url', value: 'https://a.example' },
  { key: 'own', value: 'asked for' },
]

/** What stands between the client and the service; changes responses. */
interface Gateway extends TestServer {
  change: (data: string) => string
}

let sandbox: TestSandbox
let gateway: Gateway
let domain: OnboardedDomain

async function startGateway(url: string): Promise<Gateway> {
  const state = { change: (data: string) => data }
  const server = await startHttpServer(async (request, response) => {
    const { method = '', url: path = '' } = request
    const headers = { 'content-type': 'application/json' }
    const upstream = await fetch(url + path, { method, headers, body: await readText(request) })
    const { data }: { data?: string } = JSON.parse(await upstream.text())
    response.writeHead(upstream.status, headers).end(JSON.stringify({ data: state.change(`${data}`) }))
  })
  return Object.assign(state, server)
}

beforeAll(async () => {
  sandbox = await startTestSandbox()
  gateway = await startGateway(sandbox.file.url)
  const gatewayUrl = gateway.url.replace(/\/$/, '')
  domain = await onboardNewDomain(sandbox, { label: 'verified', scheme: 'merkle', form: 'POST', gatewayUrl })
  await addName(sandbox, domain, 'alice', { text, addresses })
})
afterAll(async () => {
  await gateway.close()
  await sandbox.stop()
})

function verify(...args: readonly string[]) {
  const { devnet, context } = sandbox
  const chain = ['--chain', `${domain.chainId}`, '--rpc', devnet.rpcUrl(domain.chainId)]
  return runCommand(['verify', ...args, ...chain], { DATA_DIR: context.config.dataDir })
}

test('rule: byname verify prints the records of a name, whose word they are, and each check', async () => {
  const { code, output, errors } = await verify(`alice.${domain.name}`)
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
  expect(output).toContain(`Resolver ${domain.resolver.toLowerCase()}`)
  expect(output).toContain('Verified: it is the gateway’s word')
  expect(output).toMatch(/address ETH \(60\) +0x70997970C51812dc3A010C7d01b50e0d17dc79C8 +the gateway’s/i)
  expect(output).toMatch(/text url +https:\/\/a\.example/)
  expect(output).not.toContain('asked for')

  const asked = await verify(`alice.${domain.name}`, '--text', 'own', '--json')
  const report = JSON.parse(asked.output)
  expect(report).toMatchObject({
    verdict: 'verified',
    word: 'gateway',
    resolver: domain.resolver.toLowerCase(),
  })
  expect(report.records).toContainEqual({ kind: 'text', key: 'own', value: 'asked for', word: 'gateway' })
  expect(report.checks.map(({ name }: { name: string }) => name)).toEqual(['state', 'time', 'signature'])
})

test('rule: a gateway that changes a byte is found out, and the command fails', async () => {
  const good = gateway.change
  gateway.change = (data) =>
    data.replace('68747470733a2f2f612e6578616d706c65', '68747470733a2f2f622e6578616d706c65')
  const { code, output, errors } = await verify(`alice.${domain.name}`)
  expect(code).toBe(1)
  expect(errors).toContain(`alice.${domain.name} is not verified (UntrustedSigner)`)
  expect(output).not.toContain('b.example')
  gateway.change = (data) => data.slice(0, 200)
  expect((await verify(`alice.${domain.name}`)).errors).toContain('is not verified (MalformedResponse)')
  gateway.change = () => 'no hex'
  expect((await verify(`alice.${domain.name}`)).errors).toContain('is not verified (NoAnswer)')
  gateway.change = good
  expect((await verify(`alice.${domain.name}`)).code).toBe(0)
})

test('rule: a name without a Byname resolver is not verified', async () => {
  const absent = await verify('no-such-name.eth')
  expect(absent).toMatchObject({ code: 1 })
  expect(absent.errors).toContain('no-such-name.eth has no resolver')
})
