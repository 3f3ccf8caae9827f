import { type Address, namehash } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WireRecord } from '../../../src/http/schema/names.ts'
import { addName } from '../../support/chain/onboard-domain.ts'
import { setDefaultReverseName, setOnchainAddress } from '../../support/chain/onchain-name.ts'
import { createWallet, type Signer, signedHeaders } from '../../support/credentials/signed-headers.ts'
import { type ApiResponse, dataOf, expectError } from '../../support/http/api-client.ts'
import { type ChainId, startTestSandbox, type TestSandbox, user } from '../../support/service/sandbox.ts'

const base = 2147492101
const sepolia = 2158638759
const defaultEvm = 2147483648

let sandbox: TestSandbox
let labels = 0

beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.stop())

/** Issues a name that resolves to an address, for these coin types. */
async function nameOf(address: Address, coinTypes: readonly number[] = [60], chainId: ChainId = 1) {
  const addresses = coinTypes.map((coinType) => ({ coinType, address }))
  const domain = { name: 'demo.eth', chainId }
  return dataOf<WireRecord>(await addName(sandbox, domain, `reverse-${labels++}`, { addresses })).ens
}

function requestReverse(query: Record<string, string> | string, headers: Record<string, string> = {}) {
  return sandbox.call('GET', `/ens/v2/reverse?${new URLSearchParams(query)}`, { headers })
}

function found(response: ApiResponse) {
  return dataOf<Record<string, unknown>>(response)
}

/** Sets a primary name at the service. */
async function choose(wallet: Signer, name: string, chainId: ChainId = 1) {
  return dataOf(
    await sandbox.call('POST', '/ens/v1/primary-name/set-primary-name', {
      headers: await signedHeaders(wallet, { chainId }),
      body: { chainId, name, address: wallet.address },
    }),
  )
}

test('rule: the primary name on chain is found, through the gateway', async () => {
  const { address } = user(sandbox, 1)
  const name = await nameOf(address)
  await sandbox.devnet.setReverseName(1, address, name)
  const expected = { address: address.toLowerCase(), name, coinType: 60, viaUniversalResolver: true }
  expect(found(await requestReverse({ address, coinType: '60' }))).toEqual(expected)
  for (const chain of ['ethereum', '1', 'eip155:1', 'Mainnet'])
    expect(found(await requestReverse({ address: `${address}@${chain}` }))).toEqual(expected)
})

test('rule: primary-name/address has the primary name on chain of an address that chose none here', async () => {
  const wallet = createWallet()
  const { address } = wallet
  const [onChain, chosen] = [await nameOf(address, [60, defaultEvm]), await nameOf(address)]
  const read = () => sandbox.call('GET', `/ens/v1/primary-name/address?address=${address}&chainId=1`)
  expectError(await read(), 404, 'PrimaryNameNotFoundException')
  await setDefaultReverseName(sandbox, address, onChain)
  const found = dataOf<{ id: string }>(await read())
  expect(found).toEqual({ id: found.id, name: onChain, address, nameHash: namehash(onChain), chainId: 1 })
  expect(dataOf(await read())).toEqual(found)
  await choose(wallet, chosen)
  expect(dataOf(await read())).toMatchObject({ name: chosen })
})

test('rule: with records=true, the records of the name are included', async () => {
  const { address } = user(sandbox, 2)
  const name = await nameOf(address)
  await sandbox.devnet.setReverseName(1, address, name)
  expect(found(await requestReverse({ address, coinType: '60', records: 'true' }))).toMatchObject({
    name,
    records: {
      ens: name,
      isJAN: true,
      viaUniversalResolver: true,
      records: { addresses: [{ id: 60, value: address }] },
    },
  })
})

test('rule: without a primary name for the coin type, the default of all EVM chains is returned', async () => {
  const { address } = createWallet()
  const name = await nameOf(address, [60, defaultEvm])
  await setDefaultReverseName(sandbox, address, name)
  for (const coinType of [base, 60, defaultEvm])
    expect(found(await requestReverse({ address, coinType: `${coinType}` }))).toEqual({
      address: address.toLowerCase(),
      name,
      coinType,
      viaUniversalResolver: true,
    })
})

test('rule: without a primary name on chain, the one chosen at this service is returned', async () => {
  const wallet = createWallet()
  const { address } = wallet
  const name = await nameOf(address)
  await choose(wallet, name)
  expect(found(await requestReverse({ address, coinType: '60', records: 'true' }))).toMatchObject({
    name,
    viaUniversalResolver: false,
    records: { ens: name },
  })
})

test('rule: a name chosen at this service counts for a chain on which it resolves to the address', async () => {
  const [onEthereum, everywhere] = [createWallet(), createWallet()]
  await choose(onEthereum, await nameOf(onEthereum.address))
  const name = await nameOf(everywhere.address, [60, defaultEvm])
  await choose(everywhere, name)
  expect(found(await requestReverse({ address: `${onEthereum.address}@base` }))).toMatchObject({
    name: null,
    coinType: base,
  })
  expect(found(await requestReverse({ address: `${everywhere.address}@base` }))).toMatchObject({
    name,
    coinType: base,
  })
})

test('rule: a name on chain that resolves to another address does not count', async () => {
  const { address } = user(sandbox, 3)
  await sandbox.devnet.setReverseName(1, address, await nameOf(createWallet().address))
  const expected = { address: address.toLowerCase(), name: null, coinType: 60, viaUniversalResolver: false }
  expect(found(await requestReverse({ address, coinType: '60' }))).toEqual(expected)
})

test.each(['ALICE.demo.eth', 'a b.eth', 'nobody-has-it.eth'])(
  'rule: %j on chain, which is not normalized or does not resolve, does not count',
  async (name) => {
    const { address } = user(sandbox, 4)
    await sandbox.devnet.setReverseName(1, address, name)
    expect(found(await requestReverse({ address, coinType: '60' }))).toMatchObject({ name: null })
  },
)

test('rule: Sepolia has primary names of its own, on chain and chosen at this service', async () => {
  const { address } = user(sandbox, 1)
  const name = await nameOf(address, [60], 11155111)
  await sandbox.devnet.setReverseName(11155111, address, name)
  const expected = { name, coinType: sepolia, viaUniversalResolver: true }
  expect(found(await requestReverse({ address: `${address}@sepolia` }))).toMatchObject(expected)
  const wallet = createWallet()
  const chosen = await nameOf(wallet.address, [60], 11155111)
  await choose(wallet, chosen, 11155111)
  expect(found(await requestReverse({ address: `${wallet.address}@sepolia` }))).toMatchObject({
    name: chosen,
  })
  expect(found(await requestReverse({ address: `${wallet.address}@ethereum` }))).toMatchObject({ name: null })
})

test('rule: a foreign name on chain may be chosen, and counts while it resolves to the address', async () => {
  const wallet = createWallet()
  const { address } = wallet
  const owner = user(sandbox, 5).address
  const name = 'foreign.eth'
  const refused = await sandbox.call('POST', '/ens/v1/primary-name/set-primary-name', {
    headers: await signedHeaders(wallet, { chainId: 1 }),
    body: { chainId: 1, name, address },
  })
  expectError(refused, 403, 'NotHolderException')
  await setOnchainAddress(sandbox, { name, owner, address })
  await choose(wallet, name)
  const read = () => sandbox.call('GET', `/ens/v1/primary-name/address?address=${address}&chainId=1`)
  expect(dataOf(await read())).toMatchObject({ name, address })
  expect(found(await requestReverse({ address, coinType: '60' }))).toMatchObject({
    name,
    viaUniversalResolver: false,
  })
  await setOnchainAddress(sandbox, { name, owner, address: owner })
  expectError(await read(), 404, 'PrimaryNameNotFoundException')
  expect(found(await requestReverse({ address, coinType: '60' }))).toMatchObject({ name: null })
})

test("rule: the caller's RPC is used when it is named, and the header takes precedence", async () => {
  const { address } = user(sandbox, 1)
  const onMainnet = found(await requestReverse({ address, coinType: '60' }))
  const [mainnet, other] = [sandbox.devnet.rpcUrl(1), sandbox.devnet.rpcUrl(11155111)]
  expect(found(await requestReverse({ address, coinType: '60', rpcUrl: mainnet }))).toEqual(onMainnet)
  const onSepolia = found(await requestReverse({ address, coinType: '60', rpcUrl: other }))
  expect(onSepolia).not.toEqual(onMainnet)
  const byHeader = await requestReverse({ address, coinType: '60', rpcUrl: other }, { 'x-rpc-url': mainnet })
  expect(found(byHeader)).toEqual(onMainnet)
})

test.each(['http://127.0.0.1:1/', 'https://user:secret@rpc.example/', 'https://10.0.0.1/', 'nonsense'])(
  '400 for the RPC URL %s, in the query and in the header, without repeating it',
  async (rpcUrl) => {
    const { address } = createWallet()
    for (const response of [
      await requestReverse({ address, coinType: '60', rpcUrl }),
      await requestReverse({ address, coinType: '60' }, { 'x-rpc-url': rpcUrl }),
      await requestReverse(`address=${address}@base&address=${address}&${new URLSearchParams({ rpcUrl })}`),
    ]) {
      expectError(response, 400, 'RpcUrlRejectedException')
      expect(JSON.stringify(response.body)).not.toContain(rpcUrl)
    }
  },
)

test('rule: several addresses give a list in their order, with an error for each invalid one', async () => {
  const { address } = user(sandbox, 1)
  const otherAddress = createWallet().address
  const { name } = found(await requestReverse({ address, coinType: '60' }))
  const entries = [
    otherAddress,
    `${address}@ethereum`,
    'alice',
    `${otherAddress}@mars`,
    address,
    `${address}@btc`,
  ]
  const listOf = (list: readonly string[]) => list.map((entry) => `address=${entry}`).join('&')
  const slots = dataOf<Record<string, unknown>[]>(await requestReverse(`${listOf(entries)}&coinType=60`))
  const noName = { name: null, viaUniversalResolver: false }
  const hit = { address: address.toLowerCase(), name, coinType: 60, viaUniversalResolver: true, error: null }
  const failed = (text: string, wireName: string) => ({
    ...noName,
    address: text.toLowerCase(),
    coinType: null,
    error: expect.stringMatching(`^${wireName}: `),
  })
  expect(slots).toEqual([
    { ...noName, address: otherAddress.toLowerCase(), coinType: 60, error: null },
    hit,
    failed('alice', 'BadRequestException'),
    failed(otherAddress, 'UnsupportedChainException'),
    hit,
    failed(address, 'UnsupportedChainException'),
  ])
  const [, second] = dataOf<Record<string, unknown>[]>(await requestReverse(listOf(entries.slice(0, 2))))
  expect(second).toEqual(hit)
})

test('rule: fifty addresses are read concurrently', async () => {
  const entries = Array.from({ length: 50 }, () => `${createWallet().address}@ethereum`)
  const query = entries.map((entry) => `address=${entry}`).join('&')
  const slots = dataOf<Record<string, unknown>[]>(await requestReverse(query))
  expect(slots.map(({ address, name, error }) => [`${address}@ethereum`, name, error])).toEqual(
    entries.map((entry) => [entry.toLowerCase(), null, null]),
  )
})
