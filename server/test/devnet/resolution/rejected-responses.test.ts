import { bynameResolverAbi } from '@byname/contracts/BynameResolver'
import { minedReceipt } from '@byname/devnet/mined-receipt'
import { createWalletClient, http, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addName, onboardNewDomain, signerAddressOf } from '../../support/chain/onboard-domain.ts'
import {
  ethersProvider,
  startTestSandbox,
  type TestSandbox,
  user,
  viemClient,
} from '../../support/service/sandbox.ts'

const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const records = { addresses: [{ coinType: 60, address }] }
const name = 'alice.demo.eth'

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox()
  await addName(sandbox, { name: 'demo.eth', chainId: 1 }, 'alice', records)
})
afterAll(() => sandbox.stop())
beforeEach(() => {
  sandbox.clock.offsetMs = 0
})

/** Expects that the contract rejects the gateway's response: viem in strict mode throws, ethers returns nothing. */
async function expectRejectedByContract(refused: string): Promise<void> {
  const client = viemClient(sandbox)
  await expect(client.getEnsAddress({ name: refused, strict: true })).rejects.toThrow(/reverted/)
  expect(await client.getEnsAddress({ name: refused })).toBeNull()
  expect(await ethersProvider(sandbox).resolveName(refused)).toBeNull()
}

test('rule: an expired response is rejected by the contract', async () => {
  sandbox.clock.offsetMs = -20 * 60_000
  await expectRejectedByContract(name)
})

test('rule: a response with too long a lifetime is rejected by the contract', async () => {
  sandbox.clock.offsetMs = 2 * 3_600_000
  await expectRejectedByContract(name)
})

test('rule: a removed signer is no longer trusted', async () => {
  const domain = await onboardNewDomain(sandbox, { label: 'rotated', scheme: 'chain-bound', form: 'POST' })
  await addName(sandbox, domain, 'alice', records)
  const rotated = `alice.${domain.name}`
  expect(await viemClient(sandbox).getEnsAddress({ name: rotated, strict: true })).toBe(address)

  const deployer = sandbox.devnet.accounts.at(-1)
  if (!deployer) throw new Error('The local chains have no deployer.')
  const owner = createWalletClient({
    account: privateKeyToAccount(deployer.privateKey),
    chain: mainnet,
    transport: http(sandbox.devnet.rpcUrl(1)),
    pollingInterval: 10,
  }).extend(publicActions)
  const hash = await owner.writeContract({
    address: domain.resolver,
    abi: bynameResolverAbi,
    functionName: 'removeSigner',
    args: [signerAddressOf(sandbox, 1)],
  })
  await minedReceipt(owner, hash)
  await expectRejectedByContract(rotated)
})

test('rule: nothing is signed for a domain that is not onboarded, though it uses our resolver', async () => {
  const { resolver } = sandbox.file.chains['1']
  await sandbox.devnet.registerName(1, 'stranger', { owner: user(sandbox, 3).address, resolver })
  const refused = 'alice.stranger.eth'
  const read = viemClient(sandbox).getEnsAddress({ name: refused, strict: true })
  await expect(read).rejects.toThrow(/404/)
  await expect(ethersProvider(sandbox).resolveName(refused)).rejects.toThrow(/not under a domain/)
})

test('a name without a resolver never reaches the gateway', async () => {
  const client = viemClient(sandbox)
  await expect(client.getEnsAddress({ name: 'nobody-owns-this.eth', strict: true })).rejects.toThrow(
    /ResolverNotFound/,
  )
  expect(await client.getEnsAddress({ name: 'nobody-owns-this.eth' })).toBeNull()
})
