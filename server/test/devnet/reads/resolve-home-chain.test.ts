import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startService } from '../../../src/server.ts'
import { addName, onboardNewDomain } from '../../support/chain/onboard-domain.ts'
import type { WireResolvedName } from '../../support/gateway/resolve.ts'
import { createClient, dataOf } from '../../support/http/api-client.ts'
import { payingFetch, resolveUrl } from '../../support/payments/clients.ts'
import { startTestSandbox, type TestSandbox, user } from '../../support/service/sandbox.ts'

const onMainnet = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const onSepolia = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const onBase = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox()
  const testing = { label: 'testing', scheme: 'chain-bound', form: 'POST', chainId: 11155111 } as const
  const domain = await onboardNewDomain(sandbox, testing)
  const addresses = [
    { coinType: 60, address: onSepolia },
    { coinType: 2147492101, address: onBase },
  ]
  await addName(sandbox, domain, 'alice', { addresses })
  // The name exists on mainnet too, with another owner and no resolver.
  await sandbox.devnet.registerName(1, 'testing', { owner: user(sandbox, 2).address })
  for (const [chainId, address] of [
    [1, onMainnet],
    [11155111, onSepolia],
  ] as const)
    await addName(sandbox, { name: 'demo.eth', chainId }, 'both', { addresses: [{ coinType: 60, address }] })
})
afterAll(() => sandbox.stop())

/** Resolves names and pays for it. */
async function paidFor(...names: readonly string[]): Promise<WireResolvedName | WireResolvedName[]> {
  const pay = payingFetch('x402', privateKeyToAccount(sandbox.file.payment.payer.privateKey))
  const response = await pay(resolveUrl(sandbox.file.url, ...names))
  expect(response.headers.get('payment-response')).not.toBeNull()
  return dataOf({ status: response.status, headers: response.headers, body: await response.json() })
}

function isAt(address: string) {
  return { isClaimed: true, isJAN: true, records: { coins: [{ value: address }] } }
}

test('rule: a paid name of a domain that is onboarded only on Sepolia is read on Sepolia', async () => {
  expect(await paidFor('alice.testing.eth')).toMatchObject({
    isClaimed: true,
    isJAN: true,
    records: {
      coins: [
        { id: 60, value: onSepolia },
        { id: 2147492101, value: onBase },
      ],
    },
  })
  expect(await paidFor('TESTING.eth')).toMatchObject({ ens: 'testing.eth', isJAN: true })
})

test('rule: a paid name of a domain on both chains, or on neither, is read on mainnet', async () => {
  expect(await paidFor('both.demo.eth')).toMatchObject(isAt(onMainnet))
  expect(await paidFor('nobody.eth')).toMatchObject({ isClaimed: false, isJAN: false })
})

test('rule: the names of one paid request are each read on their own chain', async () => {
  expect(await paidFor('alice.testing.eth', 'both.demo.eth', 'a..b', 'alice.testing.eth')).toMatchObject([
    { isJAN: true, records: { coins: [{ value: onSepolia }, { value: onBase }] } },
    isAt(onMainnet),
    null,
    { ens: 'alice.testing.eth', isJAN: true },
  ])
})

test('rule: `@chain` selects an address and not the chain on which a paid name is read', async () => {
  expect(await paidFor('alice.testing.eth@base')).toMatchObject(isAt(onBase))
  expect(await paidFor('alice.testing.eth@sepolia')).toMatchObject(isAt(onSepolia))
  expect(await paidFor('both.demo.eth@sepolia')).toMatchObject({ isJAN: true, records: { coins: [] } })
})

test("rule: free resolution through the operator's RPCs reads names where paid resolution does", async () => {
  const { context } = sandbox
  // Beside the sandbox's own service, on the same store and chains, which stay open when it stops.
  const service = await startService({
    ...context,
    config: { ...context.config, port: 0, freeResolveViaOwnRpc: true },
    payments: { ...context.payments, active: undefined },
    shutdown: new AbortController().signal,
    beginShutdown: () => {},
    abortRpc: () => {},
    close: async () => {},
  })
  onTestFinished(service.stop)
  const call = await createClient(service.url)
  const names = ['alice.testing.eth', 'both.demo.eth']
  expect(
    dataOf(await call('GET', `/ens/v2/resolve?${names.map((name) => `ens=${name}`).join('&')}`)),
  ).toMatchObject([
    { isJAN: true, records: { coins: [{ value: onSepolia }, { value: onBase }] } },
    isAt(onMainnet),
  ])
})

test('rule: offers and the document name the chain on which a paid name is read', async () => {
  const document = await (await fetch(`${sandbox.file.url}/openapi.json`)).text()
  expect(document).toContain('on Sepolia for a name of a domain that is onboarded only on Sepolia')
  const manifest = await (await fetch(`${sandbox.file.url}/.well-known/x402.json`)).text()
  expect(manifest).toContain('onboarded on Sepolia alone')
  const offer = await fetch(resolveUrl(sandbox.file.url, 'demo.eth'))
  const required = Buffer.from(offer.headers.get('payment-required') ?? '', 'base64').toString()
  expect(required).toContain('onboarded on Sepolia alone')
})
