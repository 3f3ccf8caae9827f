import { type Devnet, startDevnet } from '@byname/devnet'
import { type Address, zeroAddress } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canManageName, readNameOwner } from '../../../src/chain/names.ts'
import { createSignatureVerifier } from '../../../src/chain/signatures.ts'
import type { ChainId } from '../../../src/ens/chains.ts'
import {
  type ChainClient,
  type ChainClients,
  chainClientOf,
  createChainClients,
} from '../../../src/rpc/operator.ts'
import { deploy } from '../../support/chain/deployer.ts'
import { approveOperator, setSubnodeOwner } from '../../support/chain/registry-writes.ts'

const graveyard = '0x00000000000000000000000000000000000de4d0'
const setResolverRole = 1n << 24n

let devnet: Devnet
let chains: ChainClients
let owner: Address
let manager: Address
let unrelated: Address

beforeAll(async () => {
  devnet = await startDevnet({ generations: { 1: 'v1', 11155111: 'v2' } })
  chains = createChainClients({
    rpcUrls: { 1: devnet.rpcUrl(1), 11155111: devnet.rpcUrl(11155111) },
    timeoutMs: 5_000,
    contracts: { 1: { graveyard } },
  })
  ;[owner, manager, unrelated] = accounts()
})

afterAll(() => devnet.stop())

function accounts(): [Address, Address, Address] {
  const [first, second, third] = devnet.accounts
  if (!first || !second || !third) throw new Error('The local chains have no accounts.')
  return [first.address, second.address, third.address]
}

/** Which of owner, manager and unrelated account control the name. */
async function controllers(chainId: ChainId, name: string): Promise<string[]> {
  const chain: ChainClient = chainClientOf(chains, chainId)
  const roles = Object.entries({ owner, manager, unrelated })
  const responses = await Promise.all(roles.map(([, account]) => canManageName(chain, name, account)))
  return roles.map(([role]) => role).filter((_, index) => responses[index])
}

async function ownerOf(chainId: ChainId, name: string) {
  return (await readNameOwner(chainClientOf(chains, chainId), name))?.owner ?? null
}

describe('a chain with ENSv1', () => {
  test('rule: a .eth name is controlled by its owner and its manager', async () => {
    await devnet.registerName(1, 'plain', { owner, manager })
    expect(await controllers(1, 'plain.eth')).toEqual(['owner', 'manager'])
  })

  test('rule: a wrapped name is controlled by its owner and the operators of the owner', async () => {
    await devnet.registerName(1, 'wrapped', { owner: unrelated })
    await devnet.wrapName(1, 'wrapped', owner)
    expect(await controllers(1, 'wrapped.eth')).toEqual(['owner'])
    expect(await ownerOf(1, 'wrapped.eth')).toBe(owner)
    const { nameWrapper } = devnet.addresses(1)
    await approveOperator(devnet.rpcUrl(1), nameWrapper, { from: owner, operator: manager })
    expect(await controllers(1, 'wrapped.eth')).toEqual(['owner', 'manager'])
  })

  test('rule: an expired name and its subnames have no controller, even in the grace period', async () => {
    await devnet.registerName(1, 'expired', { owner, manager, duration: 3600n })
    await setSubnodeOwner(devnet.rpcUrl(1), { from: manager, parent: 'expired.eth', label: 'sub', owner })
    expect(await controllers(1, 'expired.eth')).toEqual(['owner', 'manager'])
    expect(await controllers(1, 'sub.expired.eth')).toEqual(['owner'])
    await devnet.increaseTime(1, 3601)
    expect(await controllers(1, 'expired.eth')).toEqual([])
    expect(await controllers(1, 'sub.expired.eth')).toEqual([])
    expect(await ownerOf(1, 'expired.eth')).toBeNull()
    expect(await ownerOf(1, 'sub.expired.eth')).toBeNull()
  })

  test('rule: a name in the Graveyard has no controller, nor have its subnames', async () => {
    await devnet.registerName(1, 'buried', { owner: graveyard, manager })
    await setSubnodeOwner(devnet.rpcUrl(1), { from: manager, parent: 'buried.eth', label: 'sub', owner })
    expect(await controllers(1, 'buried.eth')).toEqual([])
    expect(await controllers(1, 'sub.buried.eth')).toEqual([])
    expect(await ownerOf(1, 'buried.eth')).toBeNull()
    expect(await ownerOf(1, 'sub.buried.eth')).toBeNull()
  })

  test('rule: a subname is controlled by its own owner, not by that of the name above', async () => {
    await devnet.registerName(1, 'above', { owner })
    await setSubnodeOwner(devnet.rpcUrl(1), {
      from: owner,
      parent: 'above.eth',
      label: 'sub',
      owner: manager,
    })
    expect(await controllers(1, 'sub.above.eth')).toEqual(['manager'])
    expect(await ownerOf(1, 'sub.above.eth')).toBe(manager)
  })

  test('rule: a name outside .eth is controlled by its owner in the registry', async () => {
    const rpcUrl = devnet.rpcUrl(1)
    await setSubnodeOwner(rpcUrl, { from: devnet.deployer, parent: '', label: 'com', owner: unrelated })
    await setSubnodeOwner(rpcUrl, { from: unrelated, parent: 'com', label: 'example', owner })
    expect(await controllers(1, 'example.com')).toEqual(['owner'])
    expect(await ownerOf(1, 'example.com')).toBe(owner)
  })

  test('rule: an unregistered name has no controller, not even the zero address', async () => {
    for (const name of ['unregistered.eth', 'sub.unregistered.eth', 'unregistered.com']) {
      expect(await controllers(1, name)).toEqual([])
      expect(await canManageName(chainClientOf(chains, 1), name, zeroAddress)).toBe(false)
    }
  })

  test('rule: a contract wallet controls its name and signs for it (ERC-1271)', async () => {
    const signer = privateKeyToAccount(generatePrivateKey())
    const wallet = await deploy(devnet.rpcUrl(1), 'SmartAccount', signer.address)
    await devnet.registerName(1, 'safe', { owner: wallet })
    const message = 'This is the wallet speaking.'
    const signature = await signer.signMessage({ message })
    const signed = { address: wallet, message, signature }
    expect(await createSignatureVerifier(chains).verify(1, signed, (_, check) => check())).toBe(true)
    expect(await canManageName(chainClientOf(chains, 1), 'safe.eth', wallet)).toBe(true)
    expect(await canManageName(chainClientOf(chains, 1), 'safe.eth', signer.address)).toBe(false)
  })
})

describe('a chain with ENSv2', () => {
  const chainId = 11155111

  test('rule: a name in v2 is controlled by its owner and by accounts that may set its resolver', async () => {
    await devnet.registerV2(chainId, 'second', { owner })
    expect(await controllers(chainId, 'second.eth')).toEqual(['owner'])
    await devnet.grantV2Roles(chainId, 'second', manager, setResolverRole)
    await devnet.grantV2Roles(chainId, 'second', unrelated, setResolverRole << 1n)
    expect(await controllers(chainId, 'second.eth')).toEqual(['owner', 'manager'])
  })

  test('rule: once a name is in v2, its owner and manager in v1 do not count, nor do subnames there', async () => {
    await devnet.registerName(chainId, 'moved', { owner: unrelated, manager })
    await setSubnodeOwner(devnet.rpcUrl(chainId), { from: manager, parent: 'moved.eth', label: 'sub', owner })
    expect(await controllers(chainId, 'moved.eth')).toEqual(['manager', 'unrelated'])
    expect(await controllers(chainId, 'sub.moved.eth')).toEqual(['owner'])
    await devnet.registerV2(chainId, 'moved', { owner })
    expect(await controllers(chainId, 'moved.eth')).toEqual(['owner'])
    expect(await controllers(chainId, 'sub.moved.eth')).toEqual([])
    expect(await ownerOf(chainId, 'moved.eth')).toBe(owner)
    expect(await ownerOf(chainId, 'sub.moved.eth')).toBeNull()
  })

  test('rule: a name that expired in v2 has no controller, not even from v1', async () => {
    await devnet.registerName(chainId, 'lapsed', { owner, manager })
    await devnet.registerV2(chainId, 'lapsed', { owner, expiry: 1n })
    await devnet.grantV2Roles(chainId, 'lapsed', unrelated, setResolverRole)
    expect(await controllers(chainId, 'lapsed.eth')).toEqual([])
    expect(await ownerOf(chainId, 'lapsed.eth')).toBeNull()
  })

  test('rule: a name only reserved in v2 has the controllers of v1', async () => {
    await devnet.registerName(chainId, 'reserved', { owner, manager })
    await devnet.reserveV2(chainId, 'reserved')
    expect(await controllers(chainId, 'reserved.eth')).toEqual(['owner', 'manager'])
    expect(await ownerOf(chainId, 'reserved.eth')).toBe(owner)
  })

  test('rule: a name that v2 never had has the controllers of v1', async () => {
    await devnet.registerName(chainId, 'first', { owner })
    expect(await controllers(chainId, 'first.eth')).toEqual(['owner'])
    expect(await controllers(chainId, 'nobody.eth')).toEqual([])
  })
})
