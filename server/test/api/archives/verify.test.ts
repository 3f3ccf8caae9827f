import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getAddress, toHex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { importNames } from '../../../src/core/archives/import.ts'
import { type VerifySample, verifySample } from '../../../src/core/archives/verify-sample.ts'
import { operatorCaller } from '../../../src/core/auth/sessions.ts'
import { setFormerGateway } from '../../../src/core/domains/former-gateway.ts'
import { createFormerGateways } from '../../../src/core/lookup/former-gateways.ts'
import { normalizeName, parseDomain } from '../../../src/ens/names.ts'
import type { FormerGateway } from '../../../src/model/former-gateway.ts'
import { createSsrfSafeFetch } from '../../../src/rpc/ssrf-safe-fetch.ts'
import { createMigratedSqlite } from '../../support/databases/migrated-sqlite.ts'
import { seedSubname } from '../../support/entities/subnames.ts'
import { createFolder } from '../../support/folders.ts'
import { type FormerProxy, startFormerProxy } from '../../support/gateway/former.ts'
import { runCommand } from '../../support/service/command.ts'
import { startTestService, type TestService, testEnvironment } from '../../support/service/service.ts'

const alice = getAddress('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
const bob = getAddress('0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC')
const bitcoin = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'
const content = 'ipfs://bafybeibj6lixxzqtsb45ysdjnupvqkufgdvzqbnvmhw2kf7cfkesy7r7d4'
const domain = 'moving.eth'

/** The service where the names were: another database, contract, digest and signing key. */
let old: TestService
let here: TestService
let proxy: FormerProxy
let folder: string
let settings: Readonly<Record<string, string>>
let databaseUrl: string
let gateway: FormerGateway

beforeAll(async () => {
  const key = toHex(randomBytes(32))
  old = await startTestService(undefined, { SIGNER_KEY: key })
  const { resolvers } = old
  proxy = await startFormerProxy(() => `${old.url}/ccip/${resolvers[1].published.id}`)
  settings = { OUTBOUND_ALLOWED_ORIGINS: new URL(proxy.url).origin }
  folder = await createFolder('verify')
  await createMigratedSqlite(join(folder, 'here.db'))
  databaseUrl = `sqlite:${join(folder, 'here.db')}`
  here = await startTestService(databaseUrl, settings)
  const there = await old.onboard({ name: domain, scheme: 'published' })
  await here.onboard({ name: domain })
  const records = {
    addresses: [
      { coinType: 60, address: alice },
      { coinType: 0, address: bitcoin },
      { coinType: 2147483658, address: bob },
    ],
    text: [{ key: 'url', value: 'https://a.example' }],
    contentHash: content,
  }
  await seedSubname(old, there, 'same', records)
  await seedSubname(old, there, 'other', { ...records, addresses: [{ coinType: 60, address: bob }] })
  gateway = {
    url: proxy.url,
    resolver: resolvers[1].published.address,
    signingScheme: 'published',
    signers: [privateKeyToAddress(key)],
    importOnRead: false,
  }
})
afterAll(async () => {
  await proxy.close()
  await here.stop()
  await old.stop()
})
beforeEach(() => {
  proxy.answer = undefined
  proxy.refuses = undefined
  proxy.requests = 0
})

const records = {
  addresses: [
    { coinType: 60, address: alice },
    { coinType: 0, address: bitcoin },
    { coinType: 2147483658, address: bob },
  ],
  texts: [{ key: 'url', value: 'https://a.example' }],
  contenthash: content,
}

function nameOf(label: string, row = 1) {
  return { row, label, isClaimed: true, records }
}

function verify(changes: Partial<VerifySample> = {}, context = here.context) {
  return verifySample(context, {
    caller: operatorCaller(context),
    chainId: 1,
    domain: normalizeName(domain),
    names: [nameOf('same')],
    rule: 'keep',
    isDryRun: true,
    gateway: { ...gateway, url: `${proxy.url}?${randomBytes(8).toString('hex')}` },
    ...changes,
  })
}

describe('byname import --verify', () => {
  const titles = [
    'name',
    'address',
    'address:0',
    'address:2147483658',
    'text:url',
    'contenthash',
    'state',
    'holder',
  ]
  const row = (label: string, state = 'claimed') =>
    [label, alice, bitcoin, bob, 'https://a.example', content, state, alice].join(',')

  async function run(options: readonly string[]) {
    const path = join(folder, 'names.csv')
    const rows = [row('same'), row('other'), row('gone'), row('kept', 'reserved'), row('a b')]
    await writeFile(path, [titles.join(','), ...rows].join('\n'))
    const report = join(folder, 'report.jsonl')
    const args = ['import', path, '--domain', domain, '--report', report, '--json', '--verify', ...options]
    const outcome = await runCommand(args, testEnvironment(folder, databaseUrl, settings))
    const lines = (await readFile(report, 'utf8')).split('\n').filter((line) => line !== '')
    return { ...outcome, lines: lines.map((line) => JSON.parse(line)) }
  }

  test('rule: the report has each record that differs, and the exit code shows it', async () => {
    const [signer = ''] = gateway.signers
    const source = ['--gateway', proxy.url, '--resolver', gateway.resolver, '--signer', signer]
    const { output, errors, code, lines } = await run(source)
    expect(JSON.parse(output)).toMatchObject({
      ...{ names: 5, added: 4, refused: 1 },
      ...{ seed: expect.any(Number), equal: 2, different: 1, absent: 1, failed: 1 },
    })
    expect(code).toBe(1)
    expect(lines.slice(5)).toEqual([
      { row: 2, label: 'same', outcome: 'equal', reason: null, differences: [] },
      {
        ...{ row: 3, label: 'other', outcome: 'different', reason: null },
        differences: [
          { record: 'addr(60)', there: bob, here: alice },
          { record: 'addr(0)', there: null, here: bitcoin },
          { record: 'addr(2147483658)', there: null, here: bob },
        ],
      },
      expect.objectContaining({
        ...{ label: 'gone', outcome: 'absent' },
        differences: expect.arrayContaining([{ record: 'contenthash', there: null, here: content }]),
      }),
      { row: 5, label: 'kept', outcome: 'equal', reason: null, differences: [] },
      expect.objectContaining({ row: 6, outcome: 'failed', reason: expect.stringContaining('not a valid') }),
    ])
    expect(errors).toContain(`row 3, other: different. addr(60): ${bob} there, ${alice} here`)
  })

  test('rule: without options the gateway is that of the domain, and a seed repeats the sample', async () => {
    const { context } = here
    const target = { caller: operatorCaller(context), chainId: 1, name: parseDomain(domain) } as const
    await setFormerGateway(context, { ...target, formerGateway: gateway })
    const options = ['--dry-run', '--sample', '2', '--seed', '7']
    const { output, code, lines } = await run(options)
    expect(JSON.parse(output)).toMatchObject({ dryRun: true, names: 5, seed: 7 })
    expect([code, lines.length]).toEqual([1, 7])
  })

  test('errors: a gateway that must not be asked is refused before the import', async () => {
    const source = ['--gateway', 'http://10.0.0.1', '--resolver', alice, '--signer', bob]
    const { errors, code, lines } = await run(source)
    expect(errors).toMatch(/url: the former gateway/)
    expect([code, lines]).toEqual([1, []])
  })
})

describe('a sample that is verified', () => {
  test('rule: in a dry run a name is compared as the import would leave it', async () => {
    const { context } = here
    const label = 'other'
    const changed = { ...nameOf(label), records: { ...records, addresses: [{ coinType: 60, address: bob }] } }
    const ref = { chainId: 1, domain: parseDomain(domain) } as const
    const target = { caller: operatorCaller(context), ...ref, isDryRun: false }
    await importNames(context, { ...target, rule: 'replace', names: [nameOf(label)] })
    const outcomeBy = async (rule: VerifySample['rule'], isDryRun = true) => {
      const [verification] = await verify({ names: [changed], rule, isDryRun })
      return verification?.outcome
    }
    expect([await outcomeBy('keep'), await outcomeBy('replace')]).toEqual(['different', 'equal'])
    expect(await outcomeBy('replace', false)).toBe('different')
  })

  test.each([
    ['another signer', { signers: [alice] }, /not signed by one of its signers/],
    ['another contract', { resolver: bob }, /not signed by one of its signers/],
    ['another digest', { signingScheme: 'chain-bound' }, /not signed by one of its signers/],
  ] as const)('errors: the answers are for %s', async (_title, changes, message) => {
    expect(await verify({ gateway: { ...gateway, ...changes } })).toMatchObject([
      { outcome: 'failed', reason: expect.stringMatching(message), differences: [] },
    ])
  })

  test('errors: a gateway that responds with an error', async () => {
    proxy.answer = (_request, response) => response.writeHead(404).end('{}')
    expect(await verify()).toMatchObject([
      { outcome: 'failed', reason: expect.stringContaining('no request') },
    ])
  })

  test('rule: what a gateway does not answer is named, and everything else compared', async () => {
    const contenthashSelector = 'bc1c58d1'
    proxy.refuses = (data) => data.includes(contenthashSelector)
    expect(await verify()).toMatchObject([
      { outcome: 'equal', reason: 'The gateway does not answer contenthash.' },
    ])
  })

  const many = Array.from({ length: 40 }, (_, index) => nameOf(`n${index}`, index + 1))

  test('rule: a gateway that is down is asked for a few names only', async () => {
    proxy.answer = (_request, response) => response.writeHead(503).end()
    const verifications = await verify({ names: many })
    expect(verifications.map(({ outcome }) => outcome)).toEqual(many.map(() => 'failed'))
    expect(verifications[0]?.reason).toBe('The gateway answered HTTP 503.')
    expect(verifications.at(-1)?.reason).toContain('It was not asked for')
    expect(proxy.requests).toBeLessThan(10)
  })

  test('rule: a gateway that does not answer in time fails, as one that is not there', async () => {
    proxy.answer = () => {}
    const { fetchFor, close } = createSsrfSafeFetch({ allowedOrigins: new Set([new URL(proxy.url).origin]) })
    onTestFinished(close)
    const formerGateways = createFormerGateways({
      fetchFor: (client) => (request) => fetchFor(client)({ ...request, timeoutMs: 100 }),
      ...{ clock: Date.now, maxAgeMs: 0, onOutcome: () => {} },
    })
    const verifications = await verify({ names: many }, { ...here.context, formerGateways })
    expect(verifications[0]?.reason).toBe('The gateway did not answer in 100 ms.')
    expect(verifications.at(-1)?.reason).toContain('It was not asked for')
  })

  test('errors: a domain without a former gateway', async () => {
    const { name } = await here.onboard()
    await expect(verify({ domain: name, gateway: undefined })).rejects.toThrow(/has no former gateway/)
  })
})
