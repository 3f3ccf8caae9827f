import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type ProbeResult, probeName } from '../../../src/commands/probe.ts'
import { addName, type OnboardedDomain, onboardNewDomain } from '../../support/chain/onboard-domain.ts'
import { startHttpServer } from '../../support/http/http-server.ts'
import { runCommand } from '../../support/service/command.ts'
import { type ChainId, startTestSandbox, type TestSandbox } from '../../support/service/sandbox.ts'

const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const otherAddress = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const deadUrl = 'http://127.0.0.1:9'

let sandbox: TestSandbox
let domain: OnboardedDomain

beforeAll(async () => {
  sandbox = await startTestSandbox()
  domain = await onboardNewDomain(sandbox, { label: 'acme', scheme: 'chain-bound', form: 'POST' })
  await addName(sandbox, domain, 'alice', { addresses: [{ coinType: 60, address }] })
})
afterAll(() => sandbox.stop())

function probed(options: { name?: string; rpcUrl?: string; expected?: string; timeoutMs?: number } = {}) {
  const { name = 'alice.acme.eth', rpcUrl = sandbox.devnet.rpcUrl(1), expected = address } = options
  return probeName({ name, chainId: 1, rpcUrl, expected, timeoutMs: options.timeoutMs ?? 5_000 })
}

describe('A probe', () => {
  it('rule: it resolves a name through the chain and its gateway, in any case of the address', async () => {
    expect(await probed({ expected: address.toLowerCase() })).toEqual({
      ok: true,
      name: 'alice.acme.eth',
      chainId: 1,
      address,
      ms: expect.any(Number),
      gateway: `${sandbox.file.url}/ccip/${domain.resolverId}`,
      failedGateways: [],
      error: null,
      message: null,
    } satisfies ProbeResult)
  })

  it('rule: another address, no address and no resolver are errors of their own', async () => {
    expect(await probed({ expected: otherAddress })).toMatchObject({
      ok: false,
      address,
      error: 'wrong-address',
      message: `It resolves to ${address} instead of ${otherAddress}.`,
    })
    expect(await probed({ name: 'absent.acme.eth' })).toMatchObject({ error: 'no-address', address: null })
    expect(await probed({ name: 'absent-domain.eth' })).toMatchObject({ error: 'no-resolver' })
  })

  it('rule: a gateway that is down is an error, unless the next one of the contract responds', async () => {
    const { devnet, file } = sandbox
    const url = `${file.url}/ccip/${domain.resolverId}`
    onTestFinished(() => devnet.setResolverUrls(1, domain.resolver, [url]))
    await devnet.setResolverUrls(1, domain.resolver, [`${deadUrl}/ccip/one`])
    expect(await probed()).toMatchObject({
      error: 'gateway',
      gateway: null,
      failedGateways: [`${deadUrl}/ccip/one`],
    })
    await devnet.setResolverUrls(1, domain.resolver, [`${deadUrl}/ccip/one`, url])
    expect(await probed()).toMatchObject({
      ok: true,
      gateway: url,
      failedGateways: [`${deadUrl}/ccip/one`],
    })
    await devnet.setResolverUrls(1, domain.resolver, [`${file.url}/ccip/no-such-resolver`])
    expect(await probed()).toMatchObject({ error: 'gateway', message: expect.stringContaining('HTTP 404') })
  })

  it('rule: a response that the contract rejects is an error of its own', async () => {
    const { devnet, file } = sandbox
    const untrusting = await devnet.deployResolver(1, {
      urls: [`${file.url}/ccip/${domain.resolverId}`],
      signers: [privateKeyToAddress(generatePrivateKey())],
    })
    onTestFinished(() => devnet.setResolver(1, domain.name, domain.resolver))
    await devnet.setResolver(1, domain.name, untrusting)
    expect(await probed()).toMatchObject({ ok: false, error: 'rejected', address: null })
  })

  it('rule: a dead RPC and one of another chain are errors of the RPC, and a silent one ends the time', async () => {
    expect(await probed({ rpcUrl: deadUrl })).toMatchObject({ error: 'rpc' })
    expect(await probed({ rpcUrl: sandbox.devnet.rpcUrl(11155111) })).toMatchObject({
      error: 'rpc',
      message: 'The RPC of chain 1 serves chain 11155111.',
    })
    const silent = await startHttpServer(() => {})
    onTestFinished(silent.close)
    const result = await probed({ rpcUrl: silent.url, timeoutMs: 300 })
    expect(result).toMatchObject({ error: 'timeout', message: 'It did not resolve in time.' })
    expect(result.ms).toBeLessThan(3_000)
  })
})

describe('byname probe', () => {
  const run = (args: readonly string[], chainId: ChainId = 1) =>
    runCommand(['probe', ...args], { [`RPC_URL_${chainId}`]: sandbox.devnet.rpcUrl(chainId) })

  it('rule: it prints one line of JSON and ends with 0, or with 1 and the reason', async () => {
    const found = await run(['Alice.acme.eth', '--expect', address])
    expect(found).toMatchObject({ code: 0, errors: '' })
    expect(found.output.trimEnd().split('\n')).toHaveLength(1)
    expect(JSON.parse(found.output)).toMatchObject({ ok: true, name: 'alice.acme.eth', address })

    const { code, output, errors } = await runCommand(
      ['probe', 'alice.acme.eth', '--expect', otherAddress, '--rpc', sandbox.devnet.rpcUrl(1)],
      {},
    )
    expect(code).toBe(1)
    expect(JSON.parse(output)).toMatchObject({ ok: false, error: 'wrong-address' })
    expect(errors).toBe(`alice.acme.eth: It resolves to ${address} instead of ${otherAddress}.\n`)
  })

  it.each([
    [['alice.acme.eth', '--expect', '0x12'], '"0x12" is not an Ethereum address.'],
    [['alice.acme.eth', '--chain', '5'], 'The chain is 1 or 11155111.'],
    [['alice.acme.eth', '--timeout', '0'], 'The timeout is at least a second.'],
    [['alice.acme.eth', '--rpc', 'rpc.example'], 'The RPC is an http or https URL.'],
  ])('rule: byname probe %j is refused without a line of JSON', async (args, sentence) =>
    expect(await run(args)).toEqual({ code: 1, output: '', errors: `${sentence}\n` }),
  )
})
