import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApiKey } from '../../support/credentials/api-keys.ts'
import { connectHttp, connectStdio, yes } from '../../support/mcp/client.ts'
import { startTestSandbox, type TestSandbox, viemClient } from '../../support/service/sandbox.ts'

let sandbox: TestSandbox
let key: string

beforeAll(async () => {
  sandbox = await startTestSandbox()
  const { workspaceId } = sandbox.file
  ;({ key } = await createApiKey(sandbox.context, { workspaceId, name: 'agent', scopes: ['names:revoke'] }))
})
afterAll(() => sandbox.stop())

const domain = 'demo.eth'
/** The registry of ERC-8004 on mainnet, by ERC-7930. */
const registry = '0x000100000101148004a169fb4a3325136eb29fa0ceb6d2e539a432'

test('an agent names a fleet of sixty agents, each of which resolves on chain, and revokes one', async () => {
  const questions: string[] = []
  const answer = (question: string) => {
    questions.push(question)
    return yes(question)
  }
  const { call, client } = await connectHttp(sandbox.file.url, { key, answer })
  expect(await call('list_domains')).toMatchObject({
    domains: [{ domain, rules: 'byname://domain/1/demo.eth' }, { chainId: 11155111 }],
  })
  const { contents } = await client.readResource({ uri: 'byname://domain/1/demo.eth' })
  expect(contents).toMatchObject([{ text: expect.stringMatching(/^Rules for names of demo\.eth/) }, {}])

  const agents = Array.from({ length: 60 }, (_, index) => ({
    label: `agent-${index}`,
    owner: privateKeyToAddress(generatePrivateKey()),
    texts: [
      { key: 'agent-context', value: `Agent ${index} books trains.` },
      { key: 'agent-endpoint[mcp]', value: `https://agents.example/${index}/mcp` },
      { key: `agent-registration[${registry}][${index}]`, value: '1' },
    ],
  }))
  const input = { domain, names: agents, idempotencyKey: 'fleet-1' }
  expect(await call('issue_names', { ...input, dryRun: true })).toMatchObject({ issued: 60, failed: 0 })
  const issued = await call<{ results: { name: string; event: { cursor: string } | null }[] }>(
    'issue_names',
    input,
  )
  expect(questions).toEqual([
    expect.stringMatching(/^Issue 60 names on Ethereum mainnet: agent-0\.demo\.eth, .* and 50 more\?$/),
  ])
  expect(new Set(issued.results.map(({ event }) => event?.cursor)).size).toBe(60)
  expect(issued.results.every(({ event }) => event !== null)).toBe(true)
  expect(await call('issue_names', { ...input, dryRun: true })).toMatchObject({ issued: 0, failed: 60 })

  const chain = viemClient(sandbox)
  const resolved = await Promise.all(
    agents.map(({ label }) => chain.getEnsAddress({ name: `${label}.${domain}` })),
  )
  expect(resolved).toEqual(agents.map(({ owner }) => owner))
  const name = `agent-7.${domain}`
  const textOf = (textKey: string) => chain.getEnsText({ name, key: textKey })
  expect(await textOf(`agent-registration[${registry}][7]`)).toBe('1')
  expect(await textOf('agent-endpoint[mcp]')).toBe('https://agents.example/7/mcp')
  expect(await call('resolve_name', { name })).toMatchObject({
    name,
    isServedHere: true,
    records: { untrusted: true, addresses: [{ coinType: 60, address: agents[7]?.owner }] },
  })
  expect(await call('reverse_resolve', { address: agents[7]?.owner })).toMatchObject({ name: null })
  expect(await call('diagnose_domain', { name })).toMatchObject({
    subject: name,
    status: 'ok',
    untrusted: true,
  })

  expect(await call('revoke_name', { name })).toMatchObject({ name, event: { type: 'subname.revoked' } })
  expect(questions[1]).toMatch(/^Revoke agent-7\.demo\.eth/)
  expect(await chain.getEnsAddress({ name })).toBeNull()
  expect(await chain.getEnsAddress({ name: `agent-8.${domain}` })).toBe(agents[8]?.owner)
})

test.each(['legacy', 'modern'] as const)(
  'byname mcp has the same tools for a client of the %s era, and asks the user',
  async (era) => {
    const environment = { BYNAME_URL: sandbox.file.url, BYNAME_API_KEY: key }
    const { call, client } = await connectStdio(environment, { era, answer: yes })
    const { client: overHttp } = await connectHttp(sandbox.file.url, { key, era })
    const { tools } = await client.listTools()
    expect(tools).toEqual((await overHttp.listTools()).tools)
    const name = `stdio-${era}.${domain}`
    const owner = privateKeyToAddress(generatePrivateKey())
    expect(await call('issue_name', { domain, label: `stdio-${era}`, owner })).toMatchObject({
      name,
      event: { type: 'subname.issued' },
    })
    expect(await call('revoke_name', { name })).toMatchObject({ name })
  },
)

test('byname mcp without a key reads, and says what is wrong without a service', async () => {
  // The client starts one process for it, and two for the other.
  const era = 'legacy'
  const { client, call } = await connectStdio({ BYNAME_URL: sandbox.file.url }, { era })
  expect((await client.listTools()).tools).toHaveLength(6)
  expect(await call('check_availability', { name: `free.${domain}` })).toMatchObject({ isAvailable: true })
  const lost = await connectStdio(
    { BYNAME_URL: 'http://127.0.0.1:9', BYNAME_API_KEY: 'byname_secret' },
    { era },
  )
  const text = await lost.refused('list_domains')
  expect(text).toMatch(/^The service at http:\/\/127\.0\.0\.1:9 does not respond/)
  expect(text).not.toContain('byname_secret')
})
