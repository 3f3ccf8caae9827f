import { type Devnet, startDevnet } from '@byname/devnet'
import { type Address, zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authenticateApiKey } from '../../../src/core/auth/keys.ts'
import { newId } from '../../../src/core/context.ts'
import { onboardDomain } from '../../../src/core/domains/onboard.ts'
import { normalizeName } from '../../../src/ens/names.ts'
import type { WireOnchainRecord, WireRecord } from '../../../src/http/schema/names.ts'
import { addName, createLocalResolver, signerAddressOf } from '../../support/chain/onboard-domain.ts'
import { readNameVia, withoutClaim } from '../../support/gateway/read-name.ts'
import { dataOf } from '../../support/http/api-client.ts'
import { startTestSandbox, type TestSandbox, user } from '../../support/service/sandbox.ts'

/** The service's own RPC of Sepolia has ENSv1; callers read it through one with ENSv2. */
const chainId = 11155111
const records = {
  addresses: [{ coinType: 60, address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }],
  text: [{ key: 'my own', value: 'hello' }],
}

let devnet: Devnet
let sandbox: TestSandbox
let owner: Address
/** Our resolver on the chain with ENSv2. */
let resolver: Address

beforeAll(async () => {
  devnet = await startDevnet({ chains: [chainId], generations: { [chainId]: 'v2' } })
  sandbox = await startTestSandbox({
    OUTBOUND_ALLOWED_ORIGINS: devnet.rpcUrl(chainId),
    REQUIRE_ONCHAIN_RESOLVER: 'false',
  })
  owner = user(sandbox, 0).address
  const resolverId = newId()
  resolver = await devnet.deployResolver(chainId, {
    urls: [`${sandbox.file.url}/ccip/${resolverId}`],
    signers: [signerAddressOf(sandbox, chainId)],
  })
  await createLocalResolver(sandbox.context, devnet, { id: resolverId, chainId, address: resolver })
  for (const name of ['moved.eth', 'reserved.eth']) {
    const caller = { apiKey: await authenticateApiKey(sandbox.context, sandbox.file.apiKey, undefined) }
    await onboardDomain(sandbox.context, {
      caller,
      workspaceId: sandbox.file.workspaceId,
      resolverId,
      name: normalizeName(name),
    })
  }
  await devnet.registerV2(chainId, 'moved', { owner, resolver })
  await devnet.registerName(chainId, 'reserved', { owner, resolver })
  await devnet.reserveV2(chainId, 'reserved')
})
afterAll(async () => {
  await sandbox.stop()
  await devnet.stop()
})

async function read(ens: string): Promise<WireOnchainRecord> {
  return dataOf<WireOnchainRecord>(await readNameVia(sandbox.call, ens, devnet.rpcUrl(chainId)))
}

test.each(['moved.eth', 'reserved.eth'])(
  'rule: a name under %s has the records of the registry, through any mirror',
  async (domain) => {
    const alice = dataOf<WireRecord>(await addName(sandbox, { name: domain, chainId }, 'alice', records))
    expect(alice.records.resolverAddress).toBe(resolver)
    // The service's own RPC is that of the sandbox, whose chain does not have these domains.
    expect(alice.isJAN).toBe(false)
    expect(await read(alice.ens)).toEqual({ ...withoutClaim(alice), isJAN: true })
  },
)

test.each([
  ['was never registered', 'never.eth', async () => {}],
  [
    'is reserved, with nothing behind the mirror',
    'mute.eth',
    async () => {
      await devnet.registerName(chainId, 'mute', { owner })
      await devnet.reserveV2(chainId, 'mute')
    },
  ],
  ['has expired', 'lapsed.eth', () => devnet.registerV2(chainId, 'lapsed', { owner, resolver, expiry: 1n })],
] as const)('rule: a name that %s is empty', async (_, ens, register) => {
  await register()
  expect(await read(ens)).toEqual({
    ens,
    isJAN: false,
    records: { resolverAddress: zeroAddress, texts: [], coins: [], addresses: [], contentHash: null },
  })
})
