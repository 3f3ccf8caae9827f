import { type Anvil, startAnvil } from '@byname/devnet/anvil'
import { minedReceipt } from '@byname/devnet/mined-receipt'
import { type Address, getAddress, serializeErc6492Signature, zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deploy, localWallet } from '../../support/chain/deployer.ts'
import { createWallet, signMessage, toSignedHeaders } from '../../support/credentials/signed-headers.ts'
import { type ApiResponse, dataOf, expectError } from '../../support/http/api-client.ts'
import { startTestSandbox, type TestSandbox, user, viemClient } from '../../support/service/sandbox.ts'

let base: Anvil
let sandbox: TestSandbox
let contract: string
let contractOnBase: Address

beforeAll(async () => {
  base = await startAnvil({ chainId: 8453 })
  sandbox = await startTestSandbox({ OUTBOUND_ALLOWED_ORIGINS: new URL(base.rpcUrl).origin })
  // An account's first deployment has the same address on every chain; this makes it the second transaction.
  const wallet = localWallet(base.rpcUrl)
  await minedReceipt(wallet, await wallet.sendTransaction({ to: zeroAddress, chain: null }))
  contractOnBase = getAddress(await deploy(base.rpcUrl, 'SmartAccount', user(sandbox, 0).address))
  contract = getAddress(await deploy(sandbox.devnet.rpcUrl(1), 'SmartAccount', user(sandbox, 0).address))
})
afterAll(async () => {
  await sandbox.stop()
  await base.stop()
})

/** Requests to name a contract under demo.eth on mainnet, with the admin key unless overridden. */
function nameContract(label: string, body: object, key = sandbox.file.adminKey): Promise<ApiResponse> {
  const names = { username: label, ensDomain: 'demo.eth', chainId: 1 }
  const providerUrls = [sandbox.devnet.rpcUrl(1)]
  return sandbox.call('POST', '/ens/v1/subname/admin-name-evm-contract', {
    headers: { 'x-api-key': key },
    body: { ...names, providerUrls, addresses: [{ coinType: 60, address: contract }], ...body },
  })
}

function addressOf(name: string) {
  return viemClient(sandbox).getEnsAddress({ name, strict: true })
}

test('200 for a contract, and the name resolves to it', async () => {
  expect(dataOf(await nameContract('vault', {}))).toMatchObject({
    ens: 'vault.demo.eth',
    isClaimed: true,
    records: { coins: [{ id: 60, value: contract }] },
  })
  expect(await addressOf('vault.demo.eth')).toBe(contract)
})

/** Coin type of Base (ENSIP-11). */
const elsewhere = 2147492101

test('200 for a contract on another chain alone: coin type 60 is listed as the zero address and resolves to nothing', async () => {
  const named = await nameContract('vault-on-base', {
    addresses: [{ coinType: elsewhere, address: contractOnBase }],
    providerUrls: [base.rpcUrl],
  })
  expect(dataOf(named)).toMatchObject({
    isClaimed: true,
    records: {
      coins: [
        { id: 60, value: zeroAddress },
        { id: elsewhere, value: contractOnBase },
      ],
    },
  })
  expect(await addressOf('vault-on-base.demo.eth')).toBeNull()
  expect(
    await viemClient(sandbox).getEnsAddress({
      name: 'vault-on-base.demo.eth',
      coinType: BigInt(elsewhere),
      strict: true,
    }),
  ).toBe(contractOnBase.toLowerCase())
})

test('401 for a signature in the name of the zero address, with which a contract without coin type 60 is listed', async () => {
  const signed = await signMessage(createWallet(), { chainId: 1, address: zeroAddress })
  const inner = { address: contractOnBase, data: '0x', signature: `0x${'00'.repeat(65)}` } as const
  const signatures = [signed.signature, '0x', `0x${'00'.repeat(65)}`, serializeErc6492Signature(inner)]
  for (const signature of signatures) {
    const refused = await sandbox.call('POST', '/ens/v1/subname/update', {
      headers: { ...toSignedHeaders(signed), 'x-signature': signature },
      body: {
        username: 'vault-on-base',
        ensDomain: 'demo.eth',
        chainId: 1,
        text: [{ key: 'url', value: 'https://evil.example' }],
      },
    })
    expectError(refused, 401, 'InvalidSignatureException')
  }
})

/** Rejected inputs by their reason. Created in the test, because the addresses are known only then. */
function refusals() {
  return {
    'an account with a key': { addresses: [{ coinType: 60, address: user(sandbox, 1).address }] },
    'a chain that no node serves': {
      addresses: [
        { coinType: 60, address: contract },
        { coinType: elsewhere, address: contract },
      ],
    },
    'a coin type that is no EVM chain': {
      addresses: [
        { coinType: 60, address: contract },
        { coinType: 0, address: '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2' },
      ],
    },
    'a contract that stands on another chain than the one named': {
      addresses: [{ coinType: elsewhere, address: contract }],
      providerUrls: [base.rpcUrl],
    },
    'a contract on one of two chains named': {
      addresses: [
        { coinType: 60, address: contractOnBase },
        { coinType: elsewhere, address: contractOnBase },
      ],
      providerUrls: [sandbox.devnet.rpcUrl(1), base.rpcUrl],
    },
    'the default address of all EVM chains': { addresses: [{ coinType: 0x80000000, address: contract }] },
    'the node of the other chain': { providerUrls: [sandbox.devnet.rpcUrl(11155111)] },
  }
}

test('400 for an address that is not a contract on its chain, and nothing is issued', async () => {
  for (const [index, body] of Object.values(refusals()).entries()) {
    expectError(await nameContract(`refused-${index}`, body), 400, 'InvalidRecordException')
    expect(await addressOf(`refused-${index}.demo.eth`)).toBeNull()
  }
})

test('400 for an RPC on this machine that is not one of the sandbox', async () => {
  const refused = await nameContract('inside', { providerUrls: ['http://127.0.0.1:1/'] })
  expectError(refused, 400, 'RpcUrlRejectedException')
})

test('403 with the key of a workspace, 409 when the label is taken', async () => {
  expectError(await nameContract('mine', {}, sandbox.file.apiKey), 403, 'ForbiddenException')
  dataOf(await nameContract('twice', {}))
  expectError(await nameContract('twice', {}), 409, 'SubdomainAlreadyExistsException')
})
