import { createPublicClient, type Hex, http, parseSignature, serializeSignature } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { base as stockBase } from 'viem/chains'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deploy } from '../../server/test/support/chain/deployer.ts'
import { devnetUsdCoinAbi } from '../artifacts/DevnetUsdCoin.ts'
import { type Base, startBase } from '../src/base.ts'
import { account } from './support/clients.ts'
import { asRelayer, domain, now, signCancellation, signTransfer, transfer } from './support/usd-coin.ts'

const payee = '0x0000000000000000000000000000000000001001'
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

let chain: Base
let relayer: ReturnType<typeof asRelayer>

beforeAll(async () => {
  const began = performance.now()
  chain = await startBase()
  process.stdout.write(`Base was up after ${Math.round(performance.now() - began)} ms.\n`)
  relayer = asRelayer(chain)
})
afterAll(() => chain.stop())

/** A new account with a dollar. */
async function newPayer() {
  const payer = privateKeyToAccount(generatePrivateKey())
  await chain.mint(payer.address, 1_000_000n)
  return payer
}

/** Expects that a transfer is rejected, for this reason, and that nothing has moved. */
async function expectRefused(attempt: () => Promise<unknown>, reason: string): Promise<void> {
  const before = await chain.balanceOf(payee)
  await expect(attempt()).rejects.toThrow(reason)
  expect(await chain.balanceOf(payee)).toBe(before)
}

test('rule: USDC is at its address on Base, under the name that clients sign for', async () => {
  const client = createPublicClient({ chain: stockBase, transport: http(chain.rpcUrl) })
  expect(await client.getChainId()).toBe(stockBase.id)
  const usdCoin = { address: chain.token, abi: devnetUsdCoinAbi } as const
  expect(await client.readContract({ ...usdCoin, functionName: 'name' })).toBe('USD Coin')
  expect(await client.readContract({ ...usdCoin, functionName: 'symbol' })).toBe('USDC')
  expect(await client.readContract({ ...usdCoin, functionName: 'version' })).toBe('2')
  expect(await client.readContract({ ...usdCoin, functionName: 'decimals' })).toBe(6)
  expect((await client.getEip712Domain(usdCoin)).domain).toMatchObject(domain)
})

test('rule: anyone may send what a payer has signed, once', async () => {
  const payer = await newPayer()
  const before = await chain.balanceOf(payee)
  const signed = transfer({ from: payer.address, to: payee })
  const signature = await signTransfer(payer, signed)
  expect(await relayer.isUsed(signed)).toBe(false)
  expect((await relayer.transfer(signed, signature)).status).toBe('success')
  expect(await chain.balanceOf(payee)).toBe(before + 5_000n)
  expect(await chain.balanceOf(payer.address)).toBe(995_000n)
  expect(await relayer.isUsed(signed)).toBe(true)
  await expectRefused(() => relayer.transfer(signed, signature), 'ERC3009UsedAuthorization')
  await expectRefused(() => relayer.transferInOne(signed, signature), 'ERC3009UsedAuthorization')
})

test.each([{ name: 'USDC' }, { version: '1' }, { chainId: 1 }, { verifyingContract: payee }] as const)(
  'rule: a signature for %o is rejected',
  async (other) => {
    const payer = await newPayer()
    const signed = transfer({ from: payer.address, to: payee })
    const signature = await signTransfer(payer, signed, { ...domain, ...other })
    await expectRefused(() => relayer.transfer(signed, signature), 'ERC3009InvalidSignature')
  },
)

test.each([
  { from: '0x0000000000000000000000000000000000001002' },
  { to: '0x0000000000000000000000000000000000001002' },
  { value: 5_001n },
  { validAfter: 1n },
  { validBefore: now() + 3_600n },
  { nonce: `0x${'ab'.repeat(32)}` },
] as const)('rule: a transfer with %o after it was signed is rejected', async (change) => {
  const payer = await newPayer()
  const signed = transfer({ from: payer.address, to: payee })
  const signature = await signTransfer(payer, signed)
  const changed = { ...signed, ...change }
  await expectRefused(() => relayer.transfer(changed, signature), 'ERC3009InvalidSignature')
  await expectRefused(() => relayer.transferInOne(changed, signature), 'ERC3009InvalidSignature')
})

test.each([
  { validBefore: 1n },
  { validAfter: now() + 3_600n, validBefore: now() + 7_200n },
  { validAfter: 1n << 47n, validBefore: (1n << 256n) - 1n },
])('rule: a transfer with %o is rejected at this time', async (times) => {
  const payer = await newPayer()
  const signed = transfer({ from: payer.address, to: payee, ...times })
  const signature = await signTransfer(payer, signed)
  await expectRefused(() => relayer.transfer(signed, signature), 'ERC3009InvalidAuthorizationTime')
})

test('rule: of the forms of a signature that ECDSA allows only the usual one is accepted', async () => {
  const payer = await newPayer()
  const signed = transfer({ from: payer.address, to: payee })
  const signature = await signTransfer(payer, signed)
  const { r, s, yParity } = parseSignature(signature)
  const flipped = serializeSignature({
    r,
    s: `0x${(order - BigInt(s)).toString(16).padStart(64, '0')}`,
    yParity: 1 - yParity,
  })
  await expectRefused(() => relayer.transfer(signed, signature, yParity), 'ECDSAInvalidSignature')
  await expectRefused(() => relayer.transfer(signed, flipped), 'ECDSAInvalidSignatureS')
  await expectRefused(() => relayer.transferInOne(signed, flipped), 'ERC3009InvalidSignature')
})

test('rule: no account pays more than its balance', async () => {
  const payer = await newPayer()
  const signed = transfer({ from: payer.address, to: payee, value: 1_000_001n })
  const signature = await signTransfer(payer, signed)
  await expectRefused(() => relayer.transfer(signed, signature), 'ERC20InsufficientBalance')
})

test.each(['cancel', 'cancelInOne'] as const)(
  'rule: an authorization that its payer has cancelled is rejected (%s)',
  async (way) => {
    const payer = await newPayer()
    const signed = transfer({ from: payer.address, to: payee })
    const signature = await signTransfer(payer, signed)
    const otherAccount = account(chain, 1)
    const forged = await signCancellation(otherAccount, payer.address, signed.nonce)
    await expect(relayer[way](payer.address, signed.nonce, forged)).rejects.toThrow('ERC3009InvalidSignature')
    const cancellation = await signCancellation(payer, payer.address, signed.nonce)
    await relayer[way](payer.address, signed.nonce, cancellation)
    expect(await relayer.isUsed(signed)).toBe(true)
    await expectRefused(() => relayer.transfer(signed, signature), 'ERC3009UsedAuthorization')
  },
)

test('rule: a contract pays with a signature that it accepts (ERC-1271)', async () => {
  const owner = privateKeyToAccount(generatePrivateKey())
  const wallet = await deploy(chain.rpcUrl, 'SmartAccount', owner.address)
  await chain.mint(wallet, 5_000n)
  const before = await chain.balanceOf(payee)
  const signed = transfer({ from: wallet, to: payee })
  const signature = await signTransfer(owner, signed)
  const foreign = await signTransfer(account(chain, 1), signed)
  await expectRefused(() => relayer.transferInOne(signed, foreign), 'ERC3009InvalidSignature')
  await expectRefused(() => relayer.transfer(signed, signature), 'ERC3009InvalidSignature')
  await relayer.transferInOne(signed, signature)
  expect(await chain.balanceOf(payee)).toBe(before + 5_000n)
  expect(await chain.balanceOf(wallet)).toBe(0n)
})

test('rule: an account without a contract may give its signature as bytes too', async () => {
  const payer = await newPayer()
  const signed = transfer({ from: payer.address, to: payee })
  const signature: Hex = await signTransfer(payer, signed)
  await relayer.transferInOne(signed, signature)
  expect(await chain.balanceOf(payer.address)).toBe(995_000n)
})
