import { text } from 'node:stream/consumers'
import { type Address, numberToHex, toHex } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eraseName } from '../../../src/core/subnames/remove.ts'
import { normalizeName } from '../../../src/ens/names.ts'
import type { Domain } from '../../../src/model/domain.ts'
import { createAdminKey } from '../../support/credentials/api-keys.ts'
import { createWallet, type Signer, signedHeaders } from '../../support/credentials/signed-headers.ts'
import { releaseHeaders, sendRelease, transfer } from '../../support/credentials/single-use.ts'
import { describeOnEachDatabase } from '../../support/databases/stores.ts'
import { postBatch } from '../../support/entities/batches.ts'
import {
  claim,
  claimHeaders,
  claimsPath,
  sendClaim,
  type WireClaimOutcome,
} from '../../support/entities/claims.ts'
import { checkLabel, patchPolicy, postAllowList, setPolicy } from '../../support/entities/policies.ts'
import { ethereumAddress, postAdd, seedSubname, subnameBody } from '../../support/entities/subnames.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { startHttpServer, type TestServer } from '../../support/http/http-server.ts'
import { startTestService, type TestService } from '../../support/service/service.ts'

const contract = createWallet().address
const result = (value: unknown) => JSON.stringify({ jsonrpc: '2.0', id: 1, result: value })
const reverted = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  error: { code: 3, message: 'execution reverted', data: '0x' },
})

describeOnEachDatabase('The quota of a wallet', (databases) => {
  let node: TestServer
  let service: TestService
  const owners = new Map<bigint, Address>()
  /** Instead of the owner of a token. */
  let lie: string | undefined

  beforeAll(async () => {
    node = await startHttpServer(async (request, response) => {
      const { method, params } = JSON.parse(await text(request))
      if (method === 'eth_chainId') return void response.end(result(numberToHex(1)))
      const [{ to, data }] = method === 'eth_call' ? params : [{}]
      if (to !== contract.toLowerCase()) return void response.end(result('0x'))
      if (data.startsWith('0x70a08231')) return void response.end(result(toHex(1n, { size: 32 })))
      const owner = owners.get(BigInt(`0x${data.slice(10)}`))
      response.end(lie ?? (owner ? result(toHex(BigInt(owner), { size: 32 })) : reverted))
    })
    const settings = { RPC_URL_1: node.url, RATE_LIMIT_EXPENSIVE_PER_IP: '0', RATE_LIMIT_PER_IP: '0' }
    service = await startTestService(await databases.createMigrated(), settings)
  })
  afterAll(async () => {
    await service?.stop()
    await node?.close()
  })

  const open = async (policy: object = {}) => {
    const domain = await service.onboard()
    await setPolicy(service, domain, { claims: 'open', ...policy })
    return domain
  }
  const take = async (domain: Domain, label: string, wallet: Signer) =>
    dataOf<WireClaimOutcome>(await claim(service, domain, label, wallet), 201)
  const expectFull = async (domain: Domain, wallet: Signer) => {
    const verdict = await checkLabel(service, domain, 'further', wallet.address)
    expect(verdict).toMatchObject({ outcome: 'refused', rule: 'names-per-wallet' })
    expectError(await claim(service, domain, 'further', wallet), 403, 'PolicyRefusedException')
  }
  const give = async (domain: Domain, label: string, from: Signer, to: Address) =>
    dataOf(await transfer(service, from, `${label}.${domain.name}`, to))
  const release = async (domain: Domain, label: string, wallet: Signer) => {
    const name = `${label}.${domain.name}`
    dataOf(await sendRelease(service, name, await releaseHeaders(wallet, name)))
  }

  it('rule: a listed wallet that gives its name away takes no second one', async () => {
    const domain = await open({ namesPerWallet: 1, isAllowListed: true })
    const [wallet, friend] = [createWallet(), createWallet()]
    dataOf(await postAllowList(service, domain, wallet.address))
    await take(domain, 'first', wallet)
    await give(domain, 'first', wallet, friend.address)
    await expectFull(domain, wallet)
    await give(domain, 'first', friend, createWallet().address)
    await expectFull(domain, wallet)
  })

  it('rule: a name that was given to a wallet does not count for it', async () => {
    const domain = await open({ namesPerWallet: 1 })
    const [wallet, friend] = [createWallet(), createWallet()]
    await take(domain, 'first', wallet)
    await give(domain, 'first', wallet, friend.address)
    await take(domain, 'second', friend)
    await expectFull(domain, friend)
    await give(domain, 'first', friend, wallet.address)
    await expectFull(domain, wallet)
  })

  it('rule: a release gives nothing back, of a name that was given away either', async () => {
    const domain = await open({ namesPerWallet: 2 })
    const [wallet, friend] = [createWallet(), createWallet()]
    await take(domain, 'first', wallet)
    await release(domain, 'first', wallet)
    await take(domain, 'first', wallet)
    await give(domain, 'first', wallet, friend.address)
    await release(domain, 'first', friend)
    await expectFull(domain, wallet)
    await take(domain, 'second', friend)
  })

  it('rule: what the workspace removes counts no more, by one request or in a batch', async () => {
    const domain = await open({ namesPerWallet: 1 })
    const wallet = createWallet()
    const headers = { 'x-api-key': await createAdminKey(service) }
    await take(domain, 'first', wallet)
    dataOf(
      await service.call('POST', '/ens/v1/subname/admin-revoke', {
        headers,
        body: subnameBody(domain, 'first'),
      }),
    )
    await take(domain, 'second', wallet)
    await expectFull(domain, wallet)
    const items = [{ action: 'revoke', label: 'second' }]
    dataOf(await postBatch(service, domain, items, { headers }))
    await take(domain, 'third', wallet)
    await expectFull(domain, wallet)
  })

  it('rule: a name that a key issues or reserves counts for its first holder, by keys too if they are bound', async () => {
    const domain = await open({ namesPerWallet: 1, appliesToKeys: true })
    const [wallet, invited] = [createWallet(), createWallet()]
    await seedSubname(service, domain, 'issued', { addresses: [ethereumAddress(wallet.address)] })
    await give(domain, 'issued', wallet, createWallet().address)
    await expectFull(domain, wallet)
    const again = await postAdd(service, {
      headers: { 'x-api-key': service.key },
      body: {
        ...subnameBody(domain, 'again'),
        overrideSignatureCheck: true,
        addresses: [ethereumAddress(wallet.address)],
      },
    })
    expectError(again, 403, 'PolicyRefusedException')
    dataOf(
      await service.call('POST', '/ens/v1/subname/reserve', {
        headers: { 'x-api-key': service.key },
        body: { ...subnameBody(domain, 'invited'), ethAddress: invited.address },
      }),
    )
    const accepted = await service.call('POST', '/ens/v1/subname/accept', {
      headers: await signedHeaders(invited, { chainId: 1 }),
      body: { ...subnameBody(domain, 'invited'), addresses: [ethereumAddress(createWallet().address)] },
    })
    dataOf(accepted)
    await expectFull(domain, invited)
  })

  it('rule: of thirty claims of a wallet that transfers and releases meanwhile, as many as its quota succeed', async () => {
    const domain = await open({ namesPerWallet: 3 })
    const wallet = createWallet()
    const churn = Array.from({ length: 30 }, async (_, index) => {
      const label = `name-${index}`
      const { status } = await claim(service, domain, label, wallet)
      if (status !== 201) return status
      if (index % 2) await give(domain, label, wallet, createWallet().address)
      else await release(domain, label, wallet)
      return status
    })
    const statuses = await Promise.all(churn)
    expect(statuses.filter((status) => status === 201)).toHaveLength(3)
    expect(statuses.filter((status) => status === 403)).toHaveLength(27)
    await expectFull(domain, wallet)
  })

  const tokenGate = { chainId: 1, standard: 'ERC-721', contract, isOncePerToken: true }
  const claimWith = async (domain: Domain, label: string, wallet: Signer, tokenId?: string) =>
    sendClaim(service, domain, label, await claimHeaders(wallet, domain, label), undefined, tokenId)
  const expectRefused = async (sent: ReturnType<typeof claimWith>, rule: string) => {
    const response = await sent
    expectError(response, 403, 'PolicyRefusedException')
    expect(response.body).toMatchObject({ rule })
  }

  it('rule: a token is good for one name, also after it was sold and the name released', async () => {
    const domain = await open({ tokenGate })
    const [seller, buyer] = [createWallet(), createWallet()]
    owners.set(7n, seller.address)
    expect(await checkLabel(service, domain, 'alice', seller.address)).toMatchObject({ outcome: 'claimable' })
    await expectRefused(claimWith(domain, 'alice', seller), 'token')
    await expectRefused(claimWith(domain, 'alice', seller, '8'), 'token')
    await expectRefused(claimWith(domain, 'alice', buyer, '7'), 'token')
    dataOf(await claimWith(domain, 'alice', seller, '7'), 201)
    await release(domain, 'alice', seller)
    owners.set(7n, buyer.address)
    await expectRefused(claimWith(domain, 'bob', buyer, '7'), 'token-used')
    for (const tokenId of ['07', '-1', '0x7', '1e3', `${2n ** 256n}`, ''])
      expectError(await claimWith(domain, 'bob', buyer, tokenId), 400, 'BadRequestException')
    const other = await open({ tokenGate })
    dataOf(await claimWith(other, 'bob', buyer, '7'), 201)
  })

  it('rule: of twenty claims with one token at once exactly one succeeds', async () => {
    const [domain, wallet] = [await open({ tokenGate }), createWallet()]
    owners.set(9n, wallet.address)
    const labels = Array.from({ length: 20 }, (_, index) => `name-${index}`)
    const responses = await Promise.all(labels.map((label) => claimWith(domain, label, wallet, '9')))
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const response of responses.filter(({ status }) => status !== 201))
      expect(response.body).toMatchObject({ rule: 'token-used' })
  })

  it('rule: a token is free again when the workspace declines the claim or revokes the name', async () => {
    const domain = await open({ tokenGate, needsApproval: true })
    const wallet = createWallet()
    owners.set(11n, wallet.address)
    const request = async (label: string) =>
      dataOf<WireClaimOutcome>(await claimWith(domain, label, wallet, '11'), 201).id
    const decide = async (id: string | null, decision: string) =>
      dataOf(
        await service.call('POST', `${claimsPath(domain)}/${id}/${decision}?chainId=1`, {
          headers: { 'x-api-key': service.key },
        }),
      )
    const declined = await request('alice')
    await expectRefused(claimWith(domain, 'bob', wallet, '11'), 'token-used')
    await decide(declined, 'decline')
    await decide(await request('bob'), 'approve')
    await expectRefused(claimWith(domain, 'carol', wallet, '11'), 'token-used')
    dataOf(
      await service.call('POST', '/ens/v1/subname/admin-revoke', {
        headers: { 'x-api-key': await createAdminKey(service) },
        body: subnameBody(domain, 'bob'),
      }),
    )
    await request('carol')
  })

  it('rule: a token is free again when many claims are declined, or the name is erased', async () => {
    const domain = await open({ tokenGate, needsApproval: true })
    const wallet = createWallet()
    owners.set(13n, wallet.address)
    const request = (label: string) => claimWith(domain, label, wallet, '13')
    const erase = (label: string) =>
      eraseName(service.context, { chainId: 1, name: normalizeName(`${label}.${domain.name}`) })
    dataOf(await request('alice'), 201)
    await expectRefused(request('bob'), 'token-used')
    const declined = await service.call('POST', `${claimsPath(domain)}/decline?chainId=1`, {
      headers: { 'x-api-key': service.key },
      body: { all: true },
    })
    expect(dataOf(declined)).toEqual({ declined: 1, remaining: 0 })
    dataOf(await request('bob'), 201)
    await erase('bob')
    await patchPolicy(service, domain, { needsApproval: false })
    dataOf(await request('carol'), 201)
    await expectRefused(request('dave'), 'token-used')
    await erase('carol')
    dataOf(await request('dave'), 201)
  })

  it.each([
    ['two words', 502, result(toHex(1n, { size: 64 }))],
    ['a word that is no address', 502, result(toHex(2n ** 255n, { size: 32 }))],
    ['nothing', 502, result('0x')],
    ['a huge result', 502, result(`0x${'f'.repeat(100_000)}`)],
    ['the zero address', 403, result(toHex(0n, { size: 32 }))],
    ['a revert', 403, reverted],
  ])('a contract that returns %s as the owner never admits: %d', async (_, status, response) => {
    const [domain, wallet] = [await open({ tokenGate }), createWallet()]
    owners.set(12n, wallet.address)
    lie = response
    const refused = await claimWith(domain, 'alice', wallet, '12')
    lie = undefined
    expect(refused.status).toBe(status)
    dataOf(await claimWith(domain, 'alice', wallet, '12'), 201)
  })

  it('400 of a gate that counts tokens of another standard, or with a minimum', async () => {
    const domain = await open()
    for (const wrong of [
      { ...tokenGate, standard: 'ERC-20' },
      { ...tokenGate, standard: 'ERC-1155', tokenId: '1' },
      { ...tokenGate, minimum: '2' },
    ])
      expectError(await patchPolicy(service, domain, { tokenGate: wrong }), 400, 'BadRequestException')
  })
})
