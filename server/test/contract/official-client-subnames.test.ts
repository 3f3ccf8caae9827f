import type { JustaName } from '@justaname.id/sdk'
import { getAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import { createWallet } from '../support/credentials/signed-headers.ts'
import type { TestSandbox } from '../support/service/sandbox.ts'
import { createLongSignature } from './long-signature.ts'
import { signedBy, useOfficialClient } from './official-client.ts'

const bitcoin = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const ipfs = 'bafybeibj6lixxzqtsb45ysdjnupvqkufgdvzqbnvmhw2kf7cfkesy7r7d4'
const ipns = 'k51qzi5uqu5dlvj2baxnqndepeb86cbk3ng7n3i46uzyxzyqj2xjonzllnv0v8'
const base = 2147492101

let sandbox: TestSandbox
let client: JustaName
let uncalled: () => readonly string[]

useOfficialClient((started) => {
  ;({ sandbox, client, uncalled } = started)
})

/** A subname of demo.eth on mainnet with a new wallet, issued by its signature. */
async function claimed(username: string, records: object = {}) {
  const holder = createWallet()
  const headers = await signedBy(client, holder)
  const record = await client.subnames.addSubname({ username, ...records }, headers)
  return { holder, headers, record, address: holder.address }
}

/** A reservation and the wallet that it is for. */
async function reserved(username: string) {
  const holder = createWallet()
  const record = await client.subnames.reserveSubname({
    username,
    chainId: 1,
    ethAddress: holder.address,
  })
  return { holder, headers: await signedBy(client, holder), record, address: holder.address }
}

function eth(value: string) {
  return { id: 60, name: 'eth', value }
}

describe('addSubname', () => {
  it('addSubname with a name alone: the signer becomes its Ethereum address', async () => {
    const { record, address } = await claimed('alone')
    expect(record).toMatchObject({
      ens: 'alone.demo.eth',
      isClaimed: true,
      isJAN: true,
      records: { texts: [], coins: [eth(address)], contentHash: null },
    })
    expect(record.records.resolverAddress).toBe(getAddress(sandbox.file.chains['1'].resolver))
  })

  it('addSubname with records as maps, and the signature as a parameter, on Sepolia', async () => {
    const holder = createWallet()
    const { xSignature: signature, ...headers } = await signedBy(client, holder, 11155111)
    const { records } = await client.subnames.addSubname(
      {
        username: 'maps',
        chainId: 11155111,
        text: { url: 'https://example.com', empty: '' },
        addresses: { '0': bitcoin, [`${base}`]: holder.address },
        contentHash: `ipfs://${ipfs}`,
        signature,
      },
      headers,
    )
    expect(records.texts).toEqual([{ key: 'url', value: 'https://example.com' }])
    expect(records.coins.map(({ id, value }) => [id, value])).toEqual([
      [60, holder.address],
      [0, bitcoin],
      [base, holder.address],
    ])
    expect(records.contentHash).toEqual({ protocolType: 'ipfs', decoded: ipfs })
  })

  it('addSubname with records as lists', async () => {
    const { record, address } = await claimed('lists', {
      text: [{ key: 'description', value: '☀️ ünïcode' }],
      addresses: [{ coinType: 0, address: bitcoin }],
    })
    expect(record.records.texts).toEqual([{ key: 'description', value: '☀️ ünïcode' }])
    expect(record.records.coins.map(({ id, value }) => [id, value])).toEqual([
      [60, address],
      [0, bitcoin],
    ])
  })

  it('addSubname without a signature, with the API key alone', async () => {
    const { address } = createWallet()
    const addresses = [{ coinType: 60, address }] as never
    const record = await client.subnames.addSubname({
      username: 'keyed',
      addresses,
      overrideSignatureCheck: true,
    })
    expect(record.records.coins).toEqual([eth(address)])
  })

  it('addSubname without a signature, as wallets do: with their address and an empty message', async () => {
    const { address: xAddress } = createWallet()
    const record = await client.subnames.addSubname(
      { username: 'wallet', text: [], overrideSignatureCheck: true },
      { xAddress, xMessage: '' },
    )
    expect(record.records.coins).toEqual([eth(xAddress)])
  })

  it('addSubname with a signature that is too long for a header', async () => {
    const headers = await createLongSignature(sandbox, client)
    expect(headers.xSignature.length).toBeGreaterThan(15_000)
    const record = await client.subnames.addSubname({ username: 'long' }, headers)
    expect(record.records.coins).toEqual([eth(headers.xAddress)])
  })
})

describe('updateSubname', () => {
  it('rule: through the official client, listed records change, empty ones are deleted, others stay', async () => {
    const { headers, address } = await claimed('merge', {
      text: { url: 'https://old.example', avatar: 'https://example.com/a.png', note: 'hello' },
      addresses: { '0': bitcoin },
      contentHash: `ipfs://${ipfs}`,
    })
    const change = { username: 'merge', text: { url: 'https://new.example', note: '' } }
    const changed = await client.subnames.updateSubname(change, headers)
    expect(changed.records.texts).toEqual([
      { key: 'url', value: 'https://new.example' },
      { key: 'avatar', value: 'https://example.com/a.png' },
    ])
    expect(changed.records.coins.map(({ id }) => id)).toEqual([60, 0])
    expect(changed.records.contentHash).toEqual({ protocolType: 'ipfs', decoded: ipfs })

    const addresses = [
      { coinType: 0, address: '' },
      { coinType: base, address },
    ] as never
    const moved = await client.subnames.updateSubname(
      { username: 'merge', addresses, contentHash: `ipns://${ipns}` },
      headers,
    )
    expect(moved.records.coins.map(({ id }) => id)).toEqual([60, base])
    expect(moved.records.contentHash).toEqual({ protocolType: 'ipns', decoded: ipns })

    const cleared = await client.subnames.updateSubname({ username: 'merge', contentHash: '' }, headers)
    expect(cleared.records.contentHash).toBeNull()
    expect(cleared.records.texts).toEqual(changed.records.texts)
  })
})

describe('Invitations', () => {
  it('an invitation is reserved, listed and accepted', async () => {
    const { record, headers, address } = await reserved('guest')
    expect(record).toMatchObject({ ens: 'guest.demo.eth', isClaimed: false, claimedAt: null })
    const { subnames } = await client.subnames.getInvitationsByAddress({ address })
    expect(subnames).toEqual([record])

    const accepted = await client.subnames.acceptSubname({ username: 'guest', text: { k: 'v' } }, headers)
    expect(accepted).toMatchObject({ isClaimed: true, records: { texts: [{ key: 'k', value: 'v' }] } })
    expect(new Date(`${accepted.claimedAt}`).getTime()).toBeGreaterThan(Date.now() - 60_000)
    expect(await client.subnames.getInvitationsByAddress({ address })).toEqual({ subnames: [] })
  })

  it('an invitation is rejected', async () => {
    const { record, headers } = await reserved('no-thanks')
    expect(await client.subnames.rejectSubname({ username: 'no-thanks' }, headers)).toEqual(record)
    expect(await client.subnames.isSubnameAvailable({ subname: 'no-thanks.demo.eth' })).toEqual({
      isAvailable: true,
    })
  })
})

describe('Reading', () => {
  it('rule: getSubname, the listing by address, records and revoke return the same, in the same order', async () => {
    const username = 'same'
    const { headers, address } = await claimed(username, {
      text: { url: 'https://example.com', avatar: 'https://example.com/a.png', 'com.github': 'alice' },
      addresses: { '0': bitcoin, [`${base}`]: createWallet().address },
      contentHash: `ipfs://${ipfs}`,
    })
    const got = await client.subnames.getSubname({ subname: 'same.demo.eth' })
    const { subnames } = await client.subnames.getSubnamesByAddress({
      address,
      coinType: 60,
      isClaimed: true,
    })
    expect(subnames).toEqual([got])

    const { rpcUrl: providerUrl } = sandbox.file.chains['1']
    const records = await client.subnames.getRecords({ ens: 'same.demo.eth', providerUrl })
    const revoked = await client.subnames.revokeSubname({ username }, headers)
    expect(revoked).toEqual(got)
    const { isClaimed, claimedAt, ...rest } = revoked
    expect({ isClaimed, claimedAt }).toEqual({ isClaimed: true, claimedAt: expect.any(String) })
    expect(records).toEqual(rest)
  })

  it('listings, counts, search and availability succeed', async () => {
    const { record } = await claimed('findable')
    const listed = await client.subnames.getSubnamesByEnsDomain({ isClaimed: true, page: 1, limit: 5 })
    expect(listed.data).toContainEqual(record)
    expect(listed.pagination).toMatchObject({ page: 1, limit: 5, prevPage: null, hasPrevPage: false })

    const counted = await client.subnames.getSubnamesByEnsDomainWithCount({
      page: 1,
      limit: 20,
      orderBy: 'subnameCount',
      orderDirection: 'desc',
    })
    expect(counted.data).toEqual([
      { ensDomain: 'demo.eth', subnameCount: expect.any(Number), ensSubname: expect.anything() },
    ])

    const search = { name: 'findab', skip: 0, take: 10, ensRegistered: false, isClaimed: true }
    const { domains } = await client.subnames.searchSubnames({ ...search, data: true })
    expect(domains).toEqual([record])
    expect((await client.subnames.searchSubnames({ ...search, data: false })).domains).toEqual([
      'findable.demo.eth',
    ])
    expect(await client.subnames.isSubnameAvailable({ subname: 'findable.demo.eth' })).toMatchObject({
      isAvailable: false,
    })
  })
})

it('rule: every method for subnames is tested; those for primary names have tests of their own', () => {
  expect(uncalled().filter((name) => name.startsWith('subnames.'))).toEqual([
    'subnames.setPrimaryName',
    'subnames.getPrimaryNameByAddress',
    'subnames.reverseResolve',
  ])
})
