import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { type Address, encodeFunctionData, labelhash, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operatorCaller } from '../../src/core/auth/operator-caller.ts'
import type { Finding } from '../../src/core/doctor/finding.ts'
import { onboardDomain } from '../../src/core/domains/onboard.ts'
import { dataOf } from '../support/api-client.ts'
import { runCommand } from '../support/command.ts'
import { deploy } from '../support/deployer.ts'
import { startHttpServer, type TestServer } from '../support/http-server.ts'
import {
  addName,
  type OnboardedDomain,
  onboardNewDomain,
  signerAddressOf,
} from '../support/onboard-domain.ts'
import { send } from '../support/registry-writes.ts'
import { type ChainId, startTestSandbox, type TestSandbox, user } from '../support/sandbox.ts'

const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const records = { addresses: [{ coinType: 60, address: bob }] }
const nameStone: Address = '0xA87361C4E58B619c390f469B9E6F27d759715125'

const signerSetAbi = parseAbi([
  'function addSigner(address signer)',
  'function removeSigner(address signer)',
  'function owner() view returns (address)',
])
const registrarAbi = parseAbi(['function renew(uint256 id, uint256 duration) returns (uint256)'])

let server: TestServer
let sandbox: TestSandbox

/** Proxies of the gateway that misbehave, by the first part of the path. */
async function misbehave(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, mode = '', ...rest] = (request.url ?? '').split('/')
  const body = await text(request)
  if (mode === 'down') return void response.destroy()
  if (mode === 'html') return void response.end('<html>hello</html>')
  if (mode === 'fails') return void response.writeHead(500).end('oops')
  if (mode === 'no-post' && request.method === 'POST') return void response.writeHead(405).end()
  const upstream = await fetch(`${sandbox.file.url}/${rest.join('/')}`, {
    method: request.method ?? 'GET',
    headers: { 'content-type': 'application/json' },
    ...(body !== '' && { body }),
  })
  const isOptions = request.method === 'OPTIONS'
  const open = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'content-type' }
  response.writeHead(
    isOptions ? 204 : mode === 'careless' && upstream.status === 400 ? 500 : upstream.status,
    {
      'content-type': 'application/json',
      ...(mode !== 'no-cors' && open),
    },
  )
  response.end(isOptions ? undefined : await upstream.text())
}

beforeAll(async () => {
  server = await startHttpServer(misbehave)
  sandbox = await startTestSandbox({
    RESOLVE_TIMEOUT: '6',
    RATE_LIMIT_EXPENSIVE_PER_IP: '1000',
    OUTBOUND_ALLOWED_ORIGINS: new URL(server.url).origin,
  })
})
afterAll(async () => {
  await sandbox.stop()
  await server.close()
})

interface Diagnosis {
  readonly subject: string
  readonly status: string
  readonly findings: readonly Finding[]
}

function ask(query: Record<string, string>, headers: Record<string, string> = {}) {
  return sandbox.call('GET', `/byname/v1/diagnose?${new URLSearchParams(query)}`, { headers })
}

async function diagnose(query: Record<string, string>, key = sandbox.file.adminKey): Promise<Diagnosis> {
  return dataOf(await ask(query, { 'x-api-key': key }))
}

/** The findings that are neither fine nor left out. */
function problems({ findings }: Diagnosis) {
  return findings.filter(({ status }) => status === 'failed' || status === 'warning')
}

function urlOf(mode: string): string {
  return `${server.url}${mode}`
}

let labels = 0
function newLabel() {
  return `patient-${labels++}`
}

/** A domain with a name that resolves, unless the gateway is another. */
async function healthy(gatewayUrl?: string, chainId: ChainId = 1): Promise<OnboardedDomain> {
  const domain = await onboardNewDomain(sandbox, {
    label: newLabel(),
    chainId,
    scheme: 'chain-bound',
    form: 'POST',
    ...(gatewayUrl && { gatewayUrl }),
  })
  await addName(sandbox, domain, 'alice', records)
  return domain
}

/** A registered domain that is not onboarded, and a function that onboards it with the resolver of the sandbox. */
async function registered(options: { resolver: Address; duration?: bigint }) {
  const label = newLabel()
  const { devnet, context, file } = sandbox
  await devnet.registerName(1, label, { owner: user(sandbox, 0).address, ...options })
  const domain = { name: `${label}.eth`, chainId: 1 } as const
  const onboard = async () => {
    const { resolverId } = file.chains[1]
    const caller = operatorCaller(context)
    await devnet.setResolver(1, domain.name, file.chains[1].resolver)
    await onboardDomain(context, { caller, workspaceId: file.workspaceId, resolverId, name: domain.name })
    await addName(sandbox, domain, 'alice', records)
  }
  return { label, domain, onboard }
}

async function setUrl({ resolver, resolverId }: OnboardedDomain) {
  await sandbox.devnet.setResolverUrls(1, resolver, [`${sandbox.file.url}/ccip/${resolverId}`])
}

async function changeSigner(domain: OnboardedDomain, functionName: 'addSigner' | 'removeSigner') {
  const data = encodeFunctionData({
    abi: signerSetAbi,
    functionName,
    args: [signerAddressOf(sandbox, 1)],
  })
  await send(sandbox.devnet.rpcUrl(1), sandbox.devnet.deployer, domain.resolver, data)
}

async function setBlocked(ens: string, isBlocked: boolean) {
  const headers = { 'x-api-key': sandbox.file.adminKey }
  const body = { ens, chainId: 1, isBlocked }
  dataOf(await sandbox.call('POST', '/ens/v1/ens/update-ens-is-blocked', { headers, body }), 201)
}

interface Patient {
  readonly query: Record<string, string>
  /** Follows the advice; returns what to ask for afterwards if that is another name or chain. */
  readonly mend: (diagnosis: Diagnosis) => Promise<Record<string, string> | undefined>
}

function aliceOf(domain: { readonly name: string }) {
  return { name: `alice.${domain.name}`, chainId: '1' }
}

/** A gateway that misbehaves, until the resolver gets the URL of the service itself. */
async function behind(mode: string): Promise<Patient> {
  const domain = await healthy(urlOf(mode))
  return { query: aliceOf(domain), mend: async () => void (await setUrl(domain)) }
}

const faults: readonly (readonly [
  string,
  Finding['step'],
  Finding['status'],
  RegExp,
  () => Promise<Patient>,
])[] = [
  [
    'the domain has another resolver than here',
    'configured-resolver',
    'failed',
    /has another resolver than here/,
    async () => {
      const domain = await healthy()
      await sandbox.devnet.setResolver(1, domain.name, sandbox.file.chains[1].resolver)
      const mend = async () => void (await sandbox.devnet.setResolver(1, domain.name, domain.resolver))
      return { query: aliceOf(domain), mend }
    },
  ],
  [
    'the resolver has no extended interface',
    'resolver-interfaces',
    'failed',
    /no IExtendedResolver/,
    async () => {
      const { publicResolver } = sandbox.devnet.addresses(1)
      const { domain, onboard } = await registered({ resolver: publicResolver })
      return { query: aliceOf(domain), mend: async () => void (await onboard()) }
    },
  ],
  [
    'the resolver is of a service that has ended',
    'retired-service',
    'failed',
    /NameStone, which stopped on 2026-08-03/,
    async () => {
      const { domain, onboard } = await registered({ resolver: nameStone })
      return { query: aliceOf(domain), mend: async () => void (await onboard()) }
    },
  ],
  ['the gateway is down', 'gateway-answer', 'failed', /cannot be reached/, () => behind('down')],
  ['the gateway has no POST', 'gateway-answer', 'failed', /does not accept POST/, () => behind('no-post')],
  ['the gateway fails', 'gateway-answer', 'failed', /answers HTTP 500/, () => behind('fails')],
  ['the gateway returns a page', 'gateway-answer', 'failed', /EIP-3668/, () => behind('html')],
  ['the gateway has no CORS', 'gateway-cors', 'failed', /browsers cannot read/, () => behind('no-cors')],
  [
    'the gateway URL is private',
    'gateway-url',
    'failed',
    /clients on the internet cannot call it/,
    async () => {
      const domain = await healthy()
      await sandbox.devnet.setResolverUrls(1, domain.resolver, ['https://10.0.0.1/ccip'])
      return { query: aliceOf(domain), mend: async () => void (await setUrl(domain)) }
    },
  ],
  [
    'the resolver does not trust the signer',
    'signature',
    'failed',
    /does not trust/,
    async () => {
      const domain = await healthy()
      await changeSigner(domain, 'removeSigner')
      const mend = async ({ findings }: Diagnosis) => {
        const { fix } = findings.find(({ step }) => step === 'signature') ?? {}
        expect(fix).toContain(signerAddressOf(sandbox, 1))
        await changeSigner(domain, 'addSigner')
        return undefined
      }
      return { query: aliceOf(domain), mend }
    },
  ],
  [
    'answers have expired',
    'answer-expiry',
    'failed',
    /expired \d+ s before the newest block/,
    async () => {
      const domain = await healthy()
      sandbox.clock.offsetMs = -20 * 60_000
      const mend = async () => {
        sandbox.clock.offsetMs = 0
        return undefined
      }
      return { query: aliceOf(domain), mend }
    },
  ],
  [
    'the domain expires in five days',
    'expiry',
    'warning',
    /expires in [45] days, less than 7 days/,
    async () => {
      const { resolver } = sandbox.file.chains[1]
      const { label, domain, onboard } = await registered({ resolver, duration: 5n * 86_400n + 3_600n })
      await onboard()
      const mend = async () => {
        const { devnet } = sandbox
        const args = [BigInt(labelhash(label)), 365n * 86_400n] as const
        const data = encodeFunctionData({ abi: registrarAbi, functionName: 'renew', args })
        await send(devnet.rpcUrl(1), devnet.deployer, devnet.addresses(1).baseRegistrar, data)
        return undefined
      }
      return { query: aliceOf(domain), mend }
    },
  ],
  [
    'the name is not normalized',
    'normalization',
    'warning',
    /is not normalized/,
    async () => {
      const { name } = aliceOf(await healthy())
      const mend = async ({ subject }: Diagnosis) => ({ name: subject, chainId: '1' })
      return { query: { name: name.toUpperCase(), chainId: '1' }, mend }
    },
  ],
  [
    'the domain is on another chain',
    'chain',
    'failed',
    /onboarded on chain 11155111/,
    async () => {
      const { name } = aliceOf(await healthy(undefined, 11155111))
      return { query: { name, chainId: '1' }, mend: async () => ({ name, chainId: '11155111' }) }
    },
  ],
  [
    'the domain is not registered',
    'registry',
    'failed',
    /is not registered on chain 1/,
    async () => {
      const label = newLabel()
      const mend = async () => {
        const { devnet, file, context } = sandbox
        const { resolver, resolverId } = file.chains[1]
        const domain = { name: `${label}.eth`, chainId: 1 } as const
        await devnet.registerName(1, label, { owner: user(sandbox, 0).address, resolver })
        const caller = operatorCaller(context)
        await onboardDomain(context, { caller, workspaceId: file.workspaceId, resolverId, name: domain.name })
        await addName(sandbox, domain, 'alice', records)
        return undefined
      }
      return { query: { name: `alice.${label}.eth`, chainId: '1' }, mend }
    },
  ],
  [
    'the domain is blocked',
    'instance',
    'failed',
    /is blocked/,
    async () => {
      const domain = await healthy()
      await setBlocked(domain.name, true)
      return { query: aliceOf(domain), mend: async () => void (await setBlocked(domain.name, false)) }
    },
  ],
]

describe('the doctor finds a planted fault, and its advice mends it', () => {
  test.each(faults)('%s', async (_title, step, status, problem, plant) => {
    const { query, mend } = await plant()
    const sick = await diagnose(query)
    expect(problems(sick)).toMatchObject([
      { step, status, problem: expect.stringMatching(problem), fix: expect.any(String) },
    ])
    expect(sick.status).toBe(status)
    const cured = await diagnose((await mend(sick)) ?? query)
    expect(problems(cured)).toEqual([])
    expect(cured.status).toBe('ok')
  })
})

describe('the doctor of a name', () => {
  test('rule: a name that resolves has no problem, without a key', async () => {
    const domain = await healthy()
    const { findings } = dataOf<Diagnosis>(await ask(aliceOf(domain)))
    expect(findings.filter(({ status }) => status !== 'ok')).toEqual([])
  })

  test('rule: without a key, a blocked domain is withheld, and the reason is not given', async () => {
    const domain = await healthy()
    await setBlocked(domain.name, true)
    const { body } = await ask(aliceOf(domain))
    expect(JSON.stringify(body)).toContain('withholds the names')
    expect(JSON.stringify(body)).not.toContain('blocked')
  })

  test('rule: records are not returned, which others pay for', async () => {
    const diagnosis = await diagnose(aliceOf(await healthy()))
    expect(JSON.stringify(diagnosis).toLowerCase()).not.toContain(bob.toLowerCase())
  })

  test('rule: a name that ENSIP-15 does not allow is a finding', async () => {
    expect(problems(await diagnose({ name: 'a b.eth' }))).toMatchObject([
      { step: 'normalization', status: 'failed' },
    ])
  })
})

describe('the doctor of a hostile name', () => {
  test.each([
    ['a URL of 3 KB', [`https://gateway.example/${'a'.repeat(3_000)}`], 1n],
    ['a thousand URLs', ['https://10.0.0.1/ccip'], 1000n],
    ['no URL', [], 1n],
  ])('rule: a resolver with %s is a finding of a bounded size', async (_title, urls, repeat) => {
    const resolver = await deploy(sandbox.devnet.rpcUrl(1), 'LookupResolver', urls, repeat, false)
    const { domain } = await registered({ resolver })
    const diagnosis = await diagnose(aliceOf(domain))
    expect(diagnosis.status).toBe('failed')
    expect(JSON.stringify(diagnosis).length).toBeLessThan(20_000)
  })
})

describe('the doctor of a gateway', () => {
  const at = (base: string) => `${base}/ccip/${sandbox.file.chains[1].resolverId}`

  test('rule: our own gateway conforms', async () => {
    await addName(sandbox, { name: 'demo.eth', chainId: 1 }, 'doctored', records)
    const diagnosis = await diagnose({ gateway: at(sandbox.file.url), name: 'doctored.demo.eth' })
    expect(diagnosis.findings.filter(({ status }) => status !== 'ok')).toEqual([])
    expect(diagnosis.findings.length).toBeGreaterThan(20)
  })

  test.each([
    ['no-post', ['post']],
    ['no-cors', ['cors']],
    ['careless', ['other-node', 'no-hex', 'truncated-name']],
    ['fails', ['post', 'get', 'cors']],
    ['down', ['post']],
  ])('rule: the faults of a gateway are found: %s', async (mode, steps) => {
    const diagnosis = await diagnose({ gateway: at(urlOf(mode)), name: 'doctored.demo.eth' })
    expect(problems(diagnosis).map(({ step }) => step)).toEqual(expect.arrayContaining(steps))
    expect(diagnosis.status).toBe('failed')
  })

  test('rule: a gateway with a private address is not called', async () => {
    const diagnosis = await diagnose({ gateway: 'https://127.0.0.1/ccip' })
    expect(problems(diagnosis)).toMatchObject([
      { step: 'post', received: expect.stringContaining('not public') },
    ])
  })
})

describe('byname doctor', () => {
  const doctor = (args: readonly string[], environment: Record<string, string> = {}) =>
    runCommand(['doctor', ...args], {
      DATA_DIR: sandbox.context.config.dataDir,
      LOG_LEVEL: 'silent',
      ...environment,
    })

  test('rule: asks the running sandbox, prints a line for each step, and exits with 0', async () => {
    const { name } = aliceOf(await healthy())
    const { output, code } = await doctor([name])
    expect(code).toBe(0)
    expect(output).toMatch(/^✓ gateway-answer +HTTP 200 with data in \d+ ms$/m)
    expect(output).not.toMatch(/^[!✗]/m)
  })

  test('rule: a failed step has its problem and what to do below it, and exit code 1', async () => {
    const { devnet } = sandbox
    const { name } = aliceOf(await healthy())
    const { output, errors, code } = await doctor([name], {
      RPC_URL_1: devnet.rpcUrl(1),
      SIGNER_KEY: `0x${'11'.repeat(32)}`,
    })
    expect(errors).toContain(`${name}: a step failed.`)
    expect(output).toMatch(/^✗ gateway-url .*\n {4}This gateway has a URL that is not https.*\n {4}Fix: /m)
    expect(code).toBe(1)
  })

  test('rule: checks a gateway of this machine, and prints JSON', async () => {
    await addName(sandbox, { name: 'demo.eth', chainId: 1 }, 'command', records)
    const gateway = `${sandbox.file.url}/ccip/${sandbox.file.chains[1].resolverId}`
    const { output, code } = await doctor(['command.demo.eth', '--gateway', gateway, '--json'])
    expect(JSON.parse(output)).toMatchObject({ subject: gateway, status: 'ok' })
    expect(code).toBe(0)
  })

  test('rule: without a name and a gateway it says what to give', async () => {
    const { errors, code } = await doctor([])
    expect(errors).toContain('Give a name, or --gateway <url>.')
    expect(code).toBe(1)
  })
})
