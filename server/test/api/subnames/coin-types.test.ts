import { beforeAll, expect, it } from 'vitest'
import { lowerCaseHex } from '../../../src/crypto/hex.ts'
import { coinTypeProblem } from '../../../src/ens/coin-type-input.ts'
import { evmCoinType } from '../../../src/ens/coin-types.ts'
import { emptyRecords } from '../../../src/ens/stored-records.ts'
import type { Domain } from '../../../src/model/domain.ts'
import { createAdminKey, createKey } from '../../support/credentials/api-keys.ts'
import { signedHeaders } from '../../support/credentials/signed-headers.ts'
import { createSignedFixture, type SignedFixture } from '../../support/credentials/signed-operations.ts'
import { newSubname } from '../../support/databases/entities.ts'
import { claimHeaders, openClaims, sendClaim } from '../../support/entities/claims.ts'
import { sendTemplate } from '../../support/entities/record-templates.ts'
import { ethereumAddress, subnameBody } from '../../support/entities/subnames.ts'
import { issueSubname } from '../../support/events/event-log.ts'
import { knownEvmChains } from '../../support/evm-chains.ts'
import { dataOf } from '../../support/http/api-client.ts'
import { connectHttp } from '../../support/mcp/client.ts'
import { readOperations, titleOf } from '../../support/openapi/operations.ts'
import { describeService } from '../../support/service/describe-service.ts'
import type { TestService } from '../../support/service/service.ts'

const settings = { NAMESTONE_FACADE: 'on', NAMESPACE_FACADE: 'on', MCP: 'on' }

describeService(
  'a chain id in place of a coin type',
  (service) => {
    let domain: Domain
    let fixture: SignedFixture
    let keys: { readonly revoker: string; readonly admin: string }
    beforeAll(async () => {
      domain = await service().onboard()
      fixture = await createSignedFixture(service(), { domain })
      const { key: revoker } = await createKey(service(), { scopes: ['names:revoke'] })
      keys = { revoker, admin: await createAdminKey(service()) }
      await openClaims(service(), domain)
    })

    const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
    const addresses = (coinType: number) => [ethereumAddress(address), { coinType, address }]
    const chainQuery = () => `chainId=${domain.chainId}`
    const withKey = () => ({ 'x-api-key': service().key })
    const signed = () => signedHeaders(fixture.holder, { chainId: domain.chainId })

    /** The text of a response, by the operations that a way in stands for. */
    const ways: Readonly<Record<string, (coinType: number, of: TestService) => Promise<string>>> = {
      'POST /ens/v1/subname/add': async (coinType, { call }) =>
        wordsOf(
          await call('POST', '/ens/v1/subname/add', {
            headers: withKey(),
            body: {
              ...subnameBody(domain, 'fresh'),
              overrideSignatureCheck: true,
              addresses: addresses(coinType),
            },
          }),
        ),
      'POST /ens/v2/subnames': async (coinType, { call }) =>
        wordsOf(
          await call('POST', '/ens/v2/subnames', {
            headers: withKey(),
            body: {
              ...subnameBody(domain, 'fresh'),
              overrideSignatureCheck: true,
              addresses: addresses(coinType),
            },
          }),
        ),
      'POST /ens/v1/subname/update': async (coinType, { call }) =>
        wordsOf(
          await call('POST', '/ens/v1/subname/update', {
            headers: await signed(),
            body: { ...subnameBody(domain, fixture.held), addresses: [{ coinType, address }] },
          }),
        ),
      'PATCH /ens/v2/subnames/{subname}': async (coinType, { call }) =>
        wordsOf(
          await call('PATCH', `/ens/v2/subnames/${fixture.held}.${domain.name}?${chainQuery()}`, {
            headers: await signed(),
            // Removes nothing, since it is not there.
            body: { addresses: [{ coinType, address: '' }] },
          }),
        ),
      'POST /ens/v1/subname/accept': async (coinType, { call }) =>
        wordsOf(
          await call('POST', '/ens/v1/subname/accept', {
            headers: await signed(),
            body: { ...subnameBody(domain, fixture.reserved), addresses: [{ coinType, address }] },
          }),
        ),
      'PATCH /ens/v2/subnames/invitations/{subname}': async (coinType, { call }) =>
        wordsOf(
          await call(
            'PATCH',
            `/ens/v2/subnames/invitations/${fixture.reserved}.${domain.name}?${chainQuery()}`,
            {
              headers: await signed(),
              body: { addresses: [{ coinType, address }] },
            },
          ),
        ),
      'POST /ens/v1/subname/admin-name-evm-contract': async (coinType, { call }) =>
        wordsOf(
          await call('POST', '/ens/v1/subname/admin-name-evm-contract', {
            headers: { 'x-api-key': keys.admin },
            body: {
              ...subnameBody(domain, 'contract'),
              addresses: [{ coinType, address }],
              providerUrls: ['https://rpc.example'],
            },
          }),
        ),
      'POST /byname/v1/names/batch': async (coinType, { call }) =>
        wordsOf(
          await call('POST', `/byname/v1/names/batch?${chainQuery()}`, {
            headers: { 'x-api-key': keys.revoker },
            body: {
              domain: domain.name,
              mode: 'each',
              items: ['issue', 'put'].map((action) => ({
                action,
                label: `new-${action}`,
                addresses: addresses(coinType),
              })),
            },
          }),
          2,
        ),
      'POST /byname/v1/domains/{domain}/claims': async (coinType, of) => {
        const headers = await claimHeaders(fixture.holder, domain, 'wanted')
        return wordsOf(await sendClaim(of, domain, 'wanted', headers, { addresses: [{ coinType, address }] }))
      },
      'POST /byname/v1/domains/{domain}/templates': async (coinType, of) =>
        wordsOf(
          await sendTemplate(of, 'POST', domain, {
            body: { name: 'Team', addresses: [{ coinType, address }] },
          }),
        ),
      'POST /byname/v1/domains/{domain}/import': async (coinType, { call }) =>
        wordsOf(
          await call('POST', `/byname/v1/domains/${domain.name}/import?${chainQuery()}`, {
            headers: withKey(),
            body: { names: [{ label: 'moved', state: 'claimed', addresses: addresses(coinType) }] },
          }),
        ),
      'PATCH /byname/v1/domains/{domain}': async (coinType, { call }) =>
        wordsOf(
          await call('PATCH', `/byname/v1/domains/${domain.name}?${chainQuery()}`, {
            headers: { 'x-api-key': keys.admin },
            body: { addresses: [{ coinType, address }] },
          }),
        ),
      'GET /ens/v1/subname/ens': async (coinType, { call }) =>
        wordsOf(
          await call(
            'GET',
            `/ens/v1/subname/ens?ensDomain=${domain.name}&${chainQuery()}&coinType=${coinType}`,
          ),
        ),
      'GET /ens/v1/subname/address': async (coinType, { call }) =>
        wordsOf(
          await call(
            'GET',
            `/ens/v1/subname/address?address=${address}&${chainQuery()}&coinType=${coinType}`,
          ),
        ),
      'GET /ens/v2/subname/all': async (coinType, { call }) =>
        wordsOf(await call('GET', `/ens/v2/subname/all?ensDomains=${domain.name}&coinType=${coinType}`)),
      'GET /ens/v2/subnames/all': async (coinType, { call }) =>
        wordsOf(await call('GET', `/ens/v2/subnames/all?ensDomains=${domain.name}&coinType=${coinType}`)),
      'GET /ens/v2/reverse': async (coinType, { call }) =>
        wordsOf(await call('GET', `/ens/v2/reverse?address=${address}&coinType=${coinType}`)),
      'NameStone set-name': async (coinType, { url }) =>
        (
          await fetch(`${url}/api/public_v1/set-name`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', authorization: keys.revoker },
            body: JSON.stringify({
              domain: domain.name,
              name: 'stone',
              address,
              coin_types: { [coinType]: address },
            }),
          })
        ).text(),
      'MCP issue_name': async (coinType, { url }) => {
        const { client } = await connectHttp(url, { key: keys.revoker })
        const input = { name: `tool.${domain.name}`, owner: address, addresses: [{ coinType, address }] }
        return JSON.stringify(await client.callTool({ name: 'issue_name', arguments: input }))
      },
      'MCP reverse_resolve': async (coinType, { url }) => {
        const { client } = await connectHttp(url)
        return JSON.stringify(
          await client.callTool({ name: 'reverse_resolve', arguments: { address, coinType } }),
        )
      },
    }

    /** The sentences of a response that is 400, or 200 with a number of refused items. */
    function wordsOf({ status, body }: { status: number; body: unknown }, refused = 1): string {
      const text = JSON.stringify(body)
      if (status !== 400) {
        expect([status, text.match(/did you mean/g)?.length]).toEqual([200, refused])
      }
      return text
    }

    it.each(Object.keys(ways))('rule: %s names the coin type that is meant', async (title) => {
      // Some are coin types of their own too, such as 9000.
      const chains = [...knownEvmChains().keys()].filter(
        (id) => id > 2_000 && coinTypeProblem(id)?.includes('did you mean'),
      )
      const random = chains[Math.floor(Math.random() * chains.length)] ?? 0
      for (const coinType of [8453, 10, 42161, random, 1, 2147483649])
        expect(await ways[title]?.(coinType, service())).toMatch(
          new RegExp(`did you mean ${meant(coinType)} \\(`),
        )
    })

    const meant = (coinType: number) => (coinType === 2147483649 ? 60 : evmCoinType(coinType))

    it('rule: each operation that takes coin types is one of these', async () => {
      const others = [
        // As the accepted ones of their kind.
        'POST /ens/v2/subname',
        'PATCH /ens/v2/subname/{subname}',
        'PATCH /ens/v2/subname/invitations/{subname}',
        'PATCH /byname/v1/domains/{domain}/templates/{templateId}',
      ]
      const operations = await readOperations(service().url)
      const found = operations
        .filter(({ operation: { requestBody, parameters } }) =>
          JSON.stringify([requestBody, parameters]).includes('"coinType"'),
        )
        .map(titleOf)
      expect(found.filter((title) => !(title in ways) && !others.includes(title))).toEqual([])
    })

    it('the Namespace facade reads the ids of chains as its keys, and refuses what is neither', async () => {
      const set = async (coin: number) => {
        const response = await fetch(`${service().url}/api/v1/subnames`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-auth-token': keys.revoker },
          body: JSON.stringify({
            parentName: domain.name,
            label: `space-${coin}`,
            owner: address,
            addresses: [{ coin, value: address }],
          }),
        })
        return { status: response.status, text: await response.text() }
      }
      expect((await set(8453)).status).toBeLessThan(300)
      expect(await set(250)).toMatchObject({
        status: 400,
        text: expect.stringContaining('did you mean 2147483898 (Fantom)?'),
      })
    })

    it('a filter by records names the coin type that is meant', async () => {
      const read = (filter: string) =>
        service().call('GET', `/byname/v1/domains/${domain.name}/names?${chainQuery()}&has=${filter}`)
      expect(wordsOf(await read('address:8453'))).toContain('did you mean 2147492101 (Base)?')
      expect(dataOf(await read('address:2147492101'))).toBeDefined()
    })

    it('an address that was stored so is shown, stays in other changes, and can be removed by its holder', async () => {
      const { store } = service().context
      const other = await service().onboard()
      const holder = lowerCaseHex(fixture.holder.address)
      const records = {
        ...emptyRecords,
        addresses: [
          { coinType: 60, address: holder },
          { coinType: 8453, address: holder },
        ],
      }
      const created = await issueSubname(
        store,
        newSubname(other, 'early', { holder, records }),
        other.workspaceId,
      )
      expect(created).not.toBe('no-capacity')
      const change = async (body: object) => {
        const sent = { ...subnameBody(other, 'early'), ...body }
        const response = await service().call('POST', '/ens/v1/subname/update', {
          headers: await signed(),
          body: sent,
        })
        const { coins } = dataOf<{ records: { coins: readonly { id: number }[] } }>(response).records
        return coins.map(({ id }) => id)
      }
      expect(await change({ text: [{ key: 'url', value: 'https://a.example' }] })).toEqual([60, 8453])
      expect(await change({ addresses: [{ coinType: 8453, address: '' }] })).toEqual([60])
    })
  },
  { settings },
)
