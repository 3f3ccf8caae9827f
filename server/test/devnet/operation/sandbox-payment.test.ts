import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Challenge } from 'mppx'
import { privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../../src/config/config.ts'
import { lowerCaseHex } from '../../../src/crypto/hex.ts'
import { type Sandbox, startSandbox } from '../../../src/sandbox/start.ts'
import { temporaryFolder } from '../../support/folders.ts'
import { payingFetch, resolveUrl } from '../../support/payments/clients.ts'

async function start(folder: string, settings: Readonly<Record<string, string>> = {}) {
  const environment = {
    DATA_DIR: folder,
    PORT: '0',
    SANDBOX_CHAIN_PORT: '0',
    LOG_LEVEL: 'silent',
    MAX_EVENT_LOOP_DELAY_MS: '60000',
  }
  const { config, secrets } = readConfig({ ...environment, ...settings })
  const sandbox = await startSandbox(config, secrets)
  onTestFinished(sandbox.stop)
  return sandbox
}

test('rule: every user of a new sandbox has 1,000 USDC, and the relayer and the payee are not users', async () => {
  const { base, file, context } = await start(await temporaryFolder())
  for (const { address } of file.accounts) expect(await base.balanceOf(address)).toBe(1_000_000_000n)
  const { payTo, payer, asset, amount } = file.payment
  expect(await base.balanceOf(payTo)).toBe(0n)
  expect(privateKeyToAddress(payer.privateKey)).toBe(payer.address)
  expect(file.accounts).toContainEqual(payer)
  expect(context.payments.active?.terms).toMatchObject({
    chainId: 8453,
    asset: lowerCaseHex(asset),
    payTo: lowerCaseHex(payTo),
    amount: BigInt(amount),
    tokenName: 'USD Coin',
    tokenVersion: '2',
    decimals: 6,
    offerLifetimeSeconds: 60,
  })
  const { relayer } = (await context.payments.active?.syncRelayerNonce()) ?? {}
  const users = file.accounts.map(({ address }) => lowerCaseHex(address))
  expect(relayer).toMatch(/^0x[0-9a-f]{40}$/)
  expect(users).not.toContain(relayer)
  expect(users).not.toContain(lowerCaseHex(payTo))
})

test('rule: a restart keeps all balances and the secret that binds challenges', async () => {
  const folder = await temporaryFolder()
  const first = await start(folder)
  const { payTo } = first.file.payment
  await first.base.mint(payTo, 5_000n)
  await first.stop()
  const second = await start(folder)
  expect(second.base.isRestored).toBe(true)
  expect(await second.base.balanceOf(payTo)).toBe(5_000n)
  expect(second.file.payment).toEqual({ ...first.file.payment, rpcUrl: second.base.rpcUrl })
})

test('rule: a sandbox whose chain is behind its journal still accepts payments', async () => {
  const folder = await temporaryFolder()
  const first = await start(folder)
  const { payer } = first.file.payment
  const pay = (sandbox: Sandbox) =>
    payingFetch('x402', privateKeyToAccount(payer.privateKey))(resolveUrl(sandbox.file.url, 'demo.eth'))
  expect((await pay(first)).status).toBe(200)
  await first.stop()
  await rm(join(folder, 'chains', 'chain-8453.json'))
  const second = await start(folder)
  expect((await pay(second)).status).toBe(200)
  expect(await second.base.balanceOf(second.file.payment.payTo)).toBe(5_000n)
})

test('rule: an older sandbox without payment continues, with payment', async () => {
  const folder = await temporaryFolder()
  const first = await start(folder)
  await first.stop()
  const path = join(folder, 'sandbox.json')
  const { payment: _, ...earlier } = JSON.parse(await readFile(path, 'utf8'))
  await writeFile(path, JSON.stringify(earlier))
  const second = await start(folder)
  expect(second.isFirstStart).toBe(false)
  expect(second.file.apiKey).toBe(first.file.apiKey)
  expect(second.file.payment.secret).toMatch(/^[0-9a-f]{64}$/)
})

test('rule: a sandbox pays on its own chain, whatever the environment', async () => {
  const { file, context } = await start(await temporaryFolder(), {
    PUBLIC_URL: 'https://names.example',
    RPC_URL_1: 'https://rpc.example',
    PAYMENT_PAY_TO: '0x0000000000000000000000000000000000001001',
    PAYMENT_SECRET: 'a secret of the environment, long enough',
    PAYMENT_FACILITATOR_URL: 'https://facilitator.example',
    PAYMENT_CHAIN_ID: '1',
    PAYMENT_TOKEN_NAME: 'Another Coin',
    PAYMENT_AMOUNT: '7',
  })
  expect(await context.payments.active?.syncRelayerNonce()).toMatchObject({ chain: 0 })
  const { headers } = await fetch(resolveUrl(file.url, 'demo.eth'))
  const challenge = Challenge.deserialize(headers.get('www-authenticate') ?? '')
  expect(Challenge.verify(challenge, { secretKey: file.payment.secret })).toBe(true)
  expect(context.payments.active?.terms).toMatchObject({
    chainId: 8453,
    payTo: lowerCaseHex(file.payment.payTo),
    tokenName: 'USD Coin',
    amount: 7n,
  })
  expect(file.payment.amount).toBe('7')
})
