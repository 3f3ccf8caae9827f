import { afterAll, beforeAll, expect, test } from 'vitest'
import { addName } from '../../support/chain/onboard-domain.ts'
import { signedHeaders } from '../../support/credentials/signed-headers.ts'
import { type ApiResponse, dataOf, expectError } from '../../support/http/api-client.ts'
import { startTestSandbox, type TestSandbox, user, viemClient } from '../../support/service/sandbox.ts'

const mainnetDemo = { name: 'demo.eth', chainId: 1 } as const

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.stop())

/** Revokes `label`.demo.eth, signed by the user at `index`. */
async function revoke(label: string, index: number): Promise<ApiResponse> {
  const headers = {
    'x-api-key': sandbox.file.apiKey,
    ...(await signedHeaders(user(sandbox, index), { chainId: 1 })),
  }
  const body = { username: label, ensDomain: 'demo.eth', chainId: 1 }
  return sandbox.call('POST', '/ens/v1/subname/revoke', { headers, body })
}

/** Adds a name held by the user at `index`. */
function issue(label: string, index: number) {
  return addName(sandbox, mainnetDemo, label, {
    addresses: [{ coinType: 60, address: user(sandbox, index).address }],
  })
}

function addressOf(name: string) {
  return viemClient(sandbox).getEnsAddress({ name, strict: true })
}

test('rule: the owner of the domain on chain revokes a name, and it resolves to empty immediately', async () => {
  await issue('taken-back', 2)
  expect(await addressOf('taken-back.demo.eth')).toBe(user(sandbox, 2).address)
  expect(dataOf(await revoke('taken-back', 0))).toMatchObject({ ens: 'taken-back.demo.eth', isClaimed: true })
  expect(await addressOf('taken-back.demo.eth')).toBeNull()
})

test('403 when the signer is neither the holder nor a controller of the domain', async () => {
  await issue('kept', 2)
  expectError(await revoke('kept', 3), 403, 'NotHolderException')
  expect(await addressOf('kept.demo.eth')).toBe(user(sandbox, 2).address)
})

test('rule: the owner of the domain on chain revokes many names in one batch, and another wallet none', async () => {
  const labels = ['batch-a', 'batch-b']
  for (const label of labels) await issue(label, 2)
  const items = labels.map((label) => ({ action: 'revoke', label }))
  const revokeAll = async (index: number) =>
    sandbox.call('POST', '/byname/v1/names/batch?chainId=1', {
      headers: {
        'x-api-key': sandbox.file.apiKey,
        ...(await signedHeaders(user(sandbox, index), { chainId: 1 })),
      },
      body: { domain: 'demo.eth', mode: 'atomic', items },
    })
  const notHolder = { name: 'NotHolderException', status: 403 }
  expect((await revokeAll(3)).body).toMatchObject({ errors: [{ error: notHolder }, { error: notHolder }] })
  expect(await addressOf('batch-a.demo.eth')).toBe(user(sandbox, 2).address)
  expect(dataOf(await revokeAll(0))).toMatchObject({ succeeded: 2, failed: 0 })
  for (const label of labels) expect(await addressOf(`${label}.demo.eth`)).toBeNull()
})

test('rule: a lookup right after an update has the new record', async () => {
  await issue('moving', 2)
  const holder = user(sandbox, 2)
  const headers = await signedHeaders(holder, { chainId: 1 })
  for (const value of ['one', 'two', 'three']) {
    const body = { username: 'moving', ensDomain: 'demo.eth', chainId: 1, text: [{ key: 'status', value }] }
    dataOf(await sandbox.call('POST', '/ens/v1/subname/update', { headers, body }))
    const read = viemClient(sandbox).getEnsText({ name: 'moving.demo.eth', key: 'status', strict: true })
    expect(await read).toBe(value)
  }
})

/** Onboards a domain on mainnet with the sandbox's resolver, signed by the owner of the sandbox's domains. */
async function onboard(ensDomain: string): Promise<ApiResponse> {
  const { apiKey, workspaceId, chains } = sandbox.file
  const body = { ensDomain, workspaceId, offchainResolverId: chains['1'].resolverId }
  const signed = await signedHeaders(user(sandbox, 0), { chainId: 1 })
  return sandbox.call('POST', '/ens/v1/ens/add', { headers: { 'x-api-key': apiKey, ...signed }, body })
}

test('403 when a domain to be onboarded uses another resolver, none, or inherits ours', async () => {
  const { devnet } = sandbox
  const owner = user(sandbox, 0).address
  await devnet.registerName(1, 'elsewhere', { owner, resolver: devnet.addresses(1).publicResolver })
  await devnet.registerName(1, 'unset', { owner })
  for (const name of ['elsewhere.eth', 'unset.eth', 'below.demo.eth', 'unregistered.eth'])
    expectError(await onboard(name), 403, 'ForbiddenException')
})

test('a domain that uses the resolver is onboarded, once', async () => {
  const { resolver } = sandbox.file.chains['1']
  await sandbox.devnet.registerName(1, 'acme', { owner: user(sandbox, 0).address, resolver })
  expect(dataOf(await onboard('acme.eth'))).toMatchObject({
    domainName: 'acme.eth',
    chainId: 1,
    subnameCount: 0,
  })
  expectError(await onboard('acme.eth'), 409, 'EnsAlreadyExistsException')
  await addName(sandbox, { name: 'acme.eth', chainId: 1 }, 'alice', {
    addresses: [{ coinType: 60, address: user(sandbox, 1).address }],
  })
  expect(await addressOf('alice.acme.eth')).toBe(user(sandbox, 1).address)
})
