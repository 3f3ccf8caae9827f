import type { LocalAccount } from 'viem/accounts'
import { expect, it } from 'vitest'
import type { WireRecord } from '../../../src/http/schema/names.ts'
import { createWallet, signedHeaders } from '../../support/credentials/signed-headers.ts'
import {
  ethereumAddress,
  expectUnchanged,
  getSubname,
  seedSubname,
  subnameBody,
} from '../../support/entities/subnames.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

describeOnEachService(
  'POST /ens/v1/subname/revoke',
  (service) => {
    const issueFull = async (label: string) => {
      const holder = createWallet()
      const record = await seedSubname(service(), service().demo[1], label, {
        addresses: [
          { coinType: 0, address: '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2' },
          ethereumAddress(holder.address),
        ],
        text: [
          { key: 'b', value: '1' },
          { key: 'a', value: '2' },
        ],
        contentHash: 'ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi',
      })
      return { holder, record }
    }

    const revoke = async (signer: LocalAccount, label: string, key = service().key) =>
      service().call('POST', '/ens/v1/subname/revoke', {
        headers: { 'x-api-key': key, ...(await signedHeaders(signer, { chainId: 1 })) },
        body: subnameBody(service().demo[1], label),
      })

    it('200 for the holder, with the last state, equal to get and list before', async () => {
      const { call, onboard } = service()
      const domain = await onboard()
      const holder = createWallet()
      const body = { addresses: [ethereumAddress(holder.address)], text: [{ key: 'a', value: '1' }] }
      const issued = await seedSubname(service(), domain, 'alice', body)
      const listing = await call('GET', `/ens/v1/subname/ens?chainId=1&ensDomain=${domain.name}`)
      expect(dataOf<{ data: WireRecord[] }>(listing).data).toEqual([issued])
      expect(dataOf(await getSubname(service(), domain, 'alice'))).toEqual(issued)
      const revoked = await call('POST', '/ens/v1/subname/revoke', {
        headers: { 'x-api-key': service().key, ...(await signedHeaders(holder, { chainId: 1 })) },
        body: subnameBody(domain, 'alice'),
      })
      expect(dataOf(revoked)).toEqual(issued)
    })

    it('rule: a revoked name is deleted, its label is free, and its next holder starts without records', async () => {
      const { call, demo } = service()
      const { holder, record } = await issueFull('again')
      expect(dataOf(await revoke(holder, 'again'))).toEqual(record)
      expectError(await getSubname(service(), demo[1], 'again'), 404, 'SubnameNotFoundException')
      const available = await call('GET', '/ens/v1/subname/available?chainId=1&subname=again.demo.eth')
      expect(dataOf(available)).toEqual({ isAvailable: true })
      const next = await seedSubname(service(), demo[1], 'again')
      expect(next.records).toMatchObject({ texts: [], coins: [{ id: 60 }], contentHash: null })
    })

    it('404 for the second revocation', async () => {
      const { holder } = await issueFull('twice')
      dataOf(await revoke(holder, 'twice'))
      expectError(await revoke(holder, 'twice'), 404, 'SubnameNotFoundException')
    })

    it('rule: of concurrent revocations exactly one wins, and the count changes once', async () => {
      const { context, demo } = service()
      const { holder } = await issueFull('race')
      const count = async () =>
        (
          await context.store.db
            .selectFrom('domains')
            .select('subnameCount')
            .where('id', '=', demo[1].id)
            .executeTakeFirstOrThrow()
        ).subnameCount
      const before = await count()
      const responses = await Promise.all(Array.from({ length: 10 }, () => revoke(holder, 'race')))
      expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(404)])
      expect(await count()).toBe(before - 1)
    })

    it('403 for a signer that neither holds the name nor controls the domain', async () => {
      const { demo } = service()
      await issueFull('not-yours')
      await expectUnchanged(service(), demo[1], async () =>
        expectError(await revoke(createWallet(), 'not-yours'), 403, 'NotHolderException'),
      )
    })

    it('401 without a signature, even with the key', async () => {
      const { call, demo, key } = service()
      await issueFull('unsigned')
      await expectUnchanged(service(), demo[1], async () => {
        const request = { headers: { 'x-api-key': key }, body: subnameBody(demo[1], 'unsigned') }
        expectError(await call('POST', '/ens/v1/subname/revoke', request), 401, 'MissingSignatureException')
      })
    })

    it("401 with the holder's signature but without a key", async () => {
      const { demo } = service()
      const { holder } = await issueFull('keyless')
      await expectUnchanged(service(), demo[1], async () =>
        expectError(await revoke(holder, 'keyless', ''), 401, 'InvalidApiKeyException'),
      )
    })
  },
  { withNodes: true },
)
