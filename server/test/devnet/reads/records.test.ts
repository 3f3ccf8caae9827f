import { minedReceipt } from '@byname/devnet/mined-receipt'
import { namehash, parseAbi, zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WireRecord } from '../../../src/http/schema/names.ts'
import { localWallet } from '../../support/chain/deployer.ts'
import { addName, type OnboardedDomain, onboardNewDomain } from '../../support/chain/onboard-domain.ts'
import { signedHeaders } from '../../support/credentials/signed-headers.ts'
import { readNameOn, readRecordsOn, withoutClaim } from '../../support/gateway/read-name.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { startTestSandbox, type TestSandbox, user } from '../../support/service/sandbox.ts'

const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const carol = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

/** Not sorted by any key. */
const records = {
  addresses: [
    { coinType: 2147492101, address: carol },
    { coinType: 60, address: bob },
    { coinType: 2147483648, address: carol },
    { coinType: 0, address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' },
    { coinType: 2147488888, address: bob },
  ],
  text: [
    { key: 'zodiac', value: 'libra' },
    { key: 'avatar', value: 'https://example.com/alice.png' },
    { key: 'com.github_verified.eth', value: '{"a":[1,2]}' },
    { key: 'text(with) brackets', value: '🦔 ü' },
    { key: 'agent-registration[1][2]', value: '1' },
    { key: 'com.github', value: 'alice' },
  ],
  contentHash: 'ipfs://bafybeibj6lixxzqtsb45ysdjnupvqkufgdvzqbnvmhw2kf7cfkesy7r7d4',
}

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.stop())

async function issued(
  domain: Pick<OnboardedDomain, 'name' | 'chainId'>,
  label: string,
  given: object = records,
) {
  return dataOf<WireRecord>(await addName(sandbox, domain, label, { ...given }))
}

describe.for(
  (['chain-bound', 'published'] as const).flatMap((scheme) =>
    ([1, 11155111] as const).map((chainId) => ({ scheme, chainId })),
  ),
)('an issued name, through a resolver of the $scheme digest on chain $chainId', ({ scheme, chainId }) => {
  let domain: OnboardedDomain
  let alice: WireRecord

  beforeAll(async () => {
    domain = await onboardNewDomain(sandbox, {
      label: `own-${scheme}-${chainId}`,
      chainId,
      scheme,
      form: 'POST',
    })
    alice = await issued(domain, 'alice')
  })

  test.each([1, 2] as const)('rule: v%d returns exactly the records of the registry', async (generation) => {
    expect(alice.records.texts).toEqual(records.text)
    expect(alice.isJAN).toBe(true)
    expect(await readRecordsOn(sandbox, alice.ens, chainId, generation)).toEqual(withoutClaim(alice))
  })

  test('rule: a name that does not exist has no records, but our resolver', async () => {
    expect(await readRecordsOn(sandbox, `nobody.${domain.name}`, chainId)).toEqual({
      ens: `nobody.${domain.name}`,
      isJAN: true,
      records: { resolverAddress: domain.resolver, texts: [], coins: [], addresses: [], contentHash: null },
    })
  })

  test('rule: names are normalized first', async () => {
    expect((await readRecordsOn(sandbox, `ALICE.${domain.name}`, chainId)).ens).toBe(alice.ens)
  })
})

test('rule: every record is read, in any number', async () => {
  const text = Array.from({ length: 250 }, (_, index) => ({
    key: `key ${(index * 7) % 250}`,
    value: `${index}`,
  }))
  const many = await issued({ name: 'demo.eth', chainId: 1 }, 'many', { ...records, text })
  expect(many.records.texts).toHaveLength(250)
  expect(await readRecordsOn(sandbox, 'many.demo.eth')).toEqual(withoutClaim(many))
})

test('rule: revoke returns the records that were read before', async () => {
  const wallet = user(sandbox, 1)
  await issued({ name: 'demo.eth', chainId: 1 }, 'revoked')
  const before = await readRecordsOn(sandbox, 'revoked.demo.eth')
  const revoked = await sandbox.call('POST', '/ens/v1/subname/revoke', {
    headers: { 'x-api-key': sandbox.file.apiKey, ...(await signedHeaders(wallet, { chainId: 1 })) },
    body: { username: 'revoked', ensDomain: 'demo.eth', chainId: 1 },
  })
  expect(before).toEqual(withoutClaim(dataOf<WireRecord>(revoked)))
  expect((await readRecordsOn(sandbox, 'revoked.demo.eth')).records.texts).toEqual([])
})

test('rule: a change is read immediately, and nothing is cached', async () => {
  const wallet = user(sandbox, 1)
  await issued({ name: 'demo.eth', chainId: 1 }, 'changing', { addresses: [{ coinType: 60, address: bob }] })
  const update = async (value: string) =>
    dataOf(
      await sandbox.call('POST', '/ens/v1/subname/update', {
        headers: await signedHeaders(wallet, { chainId: 1 }),
        body: { username: 'changing', ensDomain: 'demo.eth', chainId: 1, text: [{ key: 'url', value }] },
      }),
    )
  for (const value of ['one', 'two', '']) {
    await update(value)
    const { texts } = (await readRecordsOn(sandbox, 'changing.demo.eth')).records
    expect(texts).toEqual(value ? [{ key: 'url', value }] : [])
  }
})

describe('a name whose records are on chain', () => {
  const abi = parseAbi([
    'function setAddr(bytes32 node, uint256 coinType, bytes a)',
    'function setText(bytes32 node, string key, string value)',
    'function setContenthash(bytes32 node, bytes hash)',
  ])
  const contenthash = '0xe30101701220aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'
  const node = namehash('onchain.eth')

  beforeAll(async () => {
    const { publicResolver: address } = sandbox.devnet.addresses(1)
    const wallet = localWallet(sandbox.devnet.rpcUrl(1))
    const contract = { address, abi, chain: null } as const
    await sandbox.devnet.registerName(1, 'onchain', { owner: wallet.account.address, resolver: address })
    await sandbox.devnet.registerName(1, 'bare', { owner: wallet.account.address, resolver: address })
    for (const hash of [
      await wallet.writeContract({ ...contract, functionName: 'setAddr', args: [node, 60n, bob] }),
      await wallet.writeContract({
        ...contract,
        functionName: 'setAddr',
        args: [node, 0x80000000n + 10n, carol],
      }),
      await wallet.writeContract({ ...contract, functionName: 'setAddr', args: [node, 0n, '0x1234'] }),
      await wallet.writeContract({
        ...contract,
        functionName: 'setAddr',
        args: [node, 0x80000000n + 8453n, zeroAddress],
      }),
      await wallet.writeContract({
        ...contract,
        functionName: 'setText',
        args: [node, 'url', 'https://a.example'],
      }),
      await wallet.writeContract({ ...contract, functionName: 'setText', args: [node, 'avatar', ''] }),
      await wallet.writeContract({ ...contract, functionName: 'setText', args: [node, 'my own', 'unread'] }),
      await wallet.writeContract({ ...contract, functionName: 'setContenthash', args: [node, contenthash] }),
    ])
      await minedReceipt(wallet, hash)
  })

  test('rule: the common records are read; empty ones and zero addresses are absent', async () => {
    const { publicResolver } = sandbox.devnet.addresses(1)
    const coins = [
      { id: 60, name: 'eth', value: bob },
      { id: 0, name: 'btc', value: '0x1234' },
      { id: 0x8000000a, name: 'op', value: carol },
    ]
    expect(await readRecordsOn(sandbox, 'onchain.eth')).toEqual({
      ens: 'onchain.eth',
      isJAN: false,
      records: {
        resolverAddress: publicResolver,
        texts: [{ key: 'url', value: 'https://a.example' }],
        coins,
        addresses: coins,
        contentHash: {
          protocolType: 'ipfs',
          decoded: 'bafybeifkvkvkvkvkvkvkvkvkvkvkvkvkvkvkvkvkvkvkvkvkvkvkvkvkvi',
        },
      },
    })
  })

  test('rule: a name with a resolver without records is empty', async () => {
    const { records: none } = await readRecordsOn(sandbox, 'bare.eth')
    expect(none).toMatchObject({ texts: [], coins: [], contentHash: null })
  })
})

describe('an unregistered name', () => {
  const empty = {
    isJAN: false,
    records: { resolverAddress: zeroAddress, texts: [], coins: [], addresses: [], contentHash: null },
  }

  test.each(['unregistered.eth', 'sub.unregistered.eth', 'example.com', 'eth'])(
    'rule: %s is not registered: no records and the zero address for a resolver',
    async (name) => {
      expect(await readRecordsOn(sandbox, name)).toEqual({ ens: name, ...empty })
      expect(await readRecordsOn(sandbox, name, 11155111, 2)).toEqual({ ens: name, ...empty })
    },
  )

  test('rule: a registered name without a resolver is empty too', async () => {
    await sandbox.devnet.registerName(1, 'mute', { owner: bob })
    expect(await readRecordsOn(sandbox, 'mute.eth')).toEqual({ ens: 'mute.eth', ...empty })
  })

  test('rule: a name whose resolver has no code has that address and no records', async () => {
    await sandbox.devnet.registerName(1, 'wallet', { owner: bob, resolver: carol })
    const { records: found } = await readRecordsOn(sandbox, 'wallet.eth')
    expect(found).toEqual({ ...empty.records, resolverAddress: carol })
  })

  test('404 when the resolver is ours and the domain is not onboarded', async () => {
    const { resolver } = sandbox.file.chains['1']
    await sandbox.devnet.registerName(1, 'stranger', { owner: bob, resolver })
    expectError(await readNameOn(sandbox, 'alice.stranger.eth'), 404, 'EnsNotFound')
    expectError(await readNameOn(sandbox, 'stranger.eth@base', 1, 2), 404, 'EnsNotFound')
  })
})
