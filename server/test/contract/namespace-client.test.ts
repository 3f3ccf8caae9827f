import { ChainName, createOffchainClient, type OffchainClient } from '@thenamespace/offchain-manager'
import { getAddress, namehash } from 'viem'
import { describe, expect, it } from 'vitest'
import { createKey, createWorkspaceWithKey, revokeKey } from '../support/credentials/api-keys.ts'
import { createWallet } from '../support/credentials/signed-headers.ts'
import { describeOnEachService } from '../support/service/describe-service.ts'

const parentName = 'demo.eth'
const ipfs = 'ipfs://bafybeibj6lixxzqtsb45ysdjnupvqkufgdvzqbnvmhw2kf7cfkesy7r7d4'
const bitcoin = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const settings = { NAMESPACE_FACADE: 'on' }

/** What axios throws, with the body of the response. */
function refusal(status: number, message: string | RegExp, error: string) {
  return {
    response: {
      status,
      data: {
        statusCode: status,
        message: typeof message === 'string' ? message : expect.stringMatching(message),
        error,
      },
    },
  }
}

describeOnEachService(
  'the client of Namespace',
  (service) => {
    const open = async (path = '', key?: string): Promise<OffchainClient> => {
      const own = key ?? (await createKey(service(), { scopes: ['names:revoke'] })).key
      return createOffchainClient({ backendUri: `${service().url}${path}`, defaultApiKey: own })
    }

    describe.each([[''], ['/sepolia']])('at the path "%s"', (path) => {
      it('createSubname, getSingleSubname and isSubnameAvailable', async () => {
        const client = await open(path)
        const { address } = createWallet()
        const fullName = 'alice.demo.eth'
        expect(await client.isSubnameAvailable(fullName)).toEqual({ isAvailable: true })
        await client.createSubname({
          parentName,
          label: 'alice',
          addresses: [
            { chain: ChainName.Ethereum, value: address },
            { chain: ChainName.Base, value: address },
            { chain: ChainName.Bitcoin, value: bitcoin },
          ],
          texts: [{ key: 'url', value: 'https://a.example' }],
          metadata: [{ key: 'team', value: 'red' }],
          contenthash: ipfs,
          ttl: 60,
        })
        expect(await client.isSubnameAvailable(fullName)).toEqual({ isAvailable: false })
        expect(await client.getSingleSubname(fullName)).toEqual({
          id: expect.any(String),
          fullName,
          parentName,
          label: 'alice',
          texts: { url: 'https://a.example' },
          addresses: { '60': getAddress(address), '8453': getAddress(address), '0': bitcoin },
          metadata: { team: 'red', 'byname:version': expect.any(String) },
          contenthash: ipfs,
          namehash: namehash(fullName),
          owner: getAddress(address),
          createdAt: expect.any(String),
          updatedAt: expect.any(String),
        })
        await client.deleteSubname(fullName)
        await expect(client.getSingleSubname(fullName)).rejects.toMatchObject(
          refusal(404, /does not exist/, 'Not Found'),
        )
      })
    })

    const created = async (client: OffchainClient, label: string, owner = createWallet().address) => {
      await client.createSubname({
        parentName,
        label,
        owner,
        addresses: [{ chain: ChainName.Ethereum, value: owner }],
        texts: [{ key: 'url', value: 'https://a.example' }],
        metadata: [{ key: 'team', value: 'red' }],
        contenthash: ipfs,
      })
      return `${label}.${parentName}`
    }

    it('updateSubname keeps what it does not send, but for addresses, which it always sends', async () => {
      const client = await open()
      const owner = createWallet().address
      const name = await created(client, 'bob', owner)
      await client.updateSubname(name, { texts: [{ key: 'avatar', value: 'https://b.example' }] })
      expect(await client.getSingleSubname(name)).toMatchObject({
        texts: { avatar: 'https://b.example' },
        metadata: { team: 'red' },
        contenthash: ipfs,
        owner: getAddress(owner),
        addresses: {},
      })
    })

    it('each helper changes one record, and keeps all others and the owner', async () => {
      const client = await open()
      const owner = createWallet().address
      const other = createWallet().address
      const name = await created(client, 'carol', owner)
      const { createdAt } = (await client.getSingleSubname(name)) ?? {}
      await client.addAddressRecord(name, ChainName.Optimism, other)
      await client.addTextRecord(name, 'com.twitter', 'carol')
      await client.addDataRecord(name, 'level', '7')
      expect(await client.getTextRecord(name, 'com.twitter')).toEqual({ record: 'carol' })
      expect(await client.getDataRecord(name, 'level')).toEqual({ record: '7' })
      expect(await client.getSingleSubname(name)).toMatchObject({
        texts: { url: 'https://a.example', 'com.twitter': 'carol' },
        metadata: { team: 'red', level: '7' },
        addresses: { '60': getAddress(owner), '10': getAddress(other) },
        contenthash: ipfs,
        owner: getAddress(owner),
        createdAt,
      })
      await client.deleteTextRecord(name, 'url')
      await client.deleteTextRecord(name, 'com.twitter')
      await client.deleteDataRecord(name, 'team')
      await client.deleteDataRecord(name, 'level')
      await client.deleteAddressRecord(name, ChainName.Ethereum)
      await client.deleteAddressRecord(name, ChainName.Optimism)
      expect(await client.getTextRecords(name)).toEqual({})
      expect(Object.keys(await client.getDataRecords(name))).toEqual(['byname:version'])
      expect(await client.getSingleSubname(name)).toMatchObject({ addresses: {}, owner: getAddress(owner) })
      await client.setDefaultEvmAddress(name, other)
      const { addresses } = (await client.getSingleSubname(name)) ?? {}
      expect(Object.keys(addresses ?? {})).toHaveLength(19)
    })

    it('helpers at the same time: what succeeds is kept, and the others get 409', async () => {
      const client = await open()
      const name = await created(client, 'dave')
      const keys = Array.from({ length: 6 }, (_, index) => `key${index}`)
      const outcomes = await Promise.allSettled(keys.map((key) => client.addTextRecord(name, key, 'set')))
      const texts = await client.getTextRecords(name)
      for (const [index, { status, ...outcome }] of outcomes.entries()) {
        expect(Object.hasOwn(texts, `key${index}`)).toBe(status === 'fulfilled')
        if (status === 'rejected')
          expect(outcome).toMatchObject({ reason: refusal(409, /has changed since it was read/, 'Conflict') })
      }
      expect(outcomes.map(({ status }) => status)).toContain('fulfilled')
    })

    it('getFilteredSubnames pages, and filters by label, owner, metadata and texts', async () => {
      const client = await open()
      const { name: parent } = await service().onboard()
      const owner = createWallet().address
      for (const label of ['xavier', 'anna', 'anton', 'berta'])
        await client.createSubname({
          parentName: parent,
          label,
          ...(label !== 'berta' && { owner }),
          texts: [{ key: 'mail', value: `${label}@a.example` }],
          metadata: [{ key: 'kind', value: label.startsWith('an') ? 'a' : 'other' }],
        })
      const find = async (query: Parameters<OffchainClient['getFilteredSubnames']>[0]) => {
        const { items, ...page } = await client.getFilteredSubnames({ parentName: parent, ...query })
        return [items.map(({ label }) => label), page]
      }
      const all = { page: 1, size: 25 }
      expect(await find({})).toEqual([['anna', 'anton', 'berta', 'xavier'], { ...all, totalItems: 4 }])
      expect(await find({ page: 2, size: 3 })).toEqual([['xavier'], { page: 2, size: 3, totalItems: 4 }])
      expect(await find({ size: 100_000 })).toEqual([
        ['anna', 'anton', 'berta', 'xavier'],
        { page: 1, size: 100, totalItems: 4 },
      ])
      expect(await find({ labelSearch: 'NT' })).toEqual([['anton'], { ...all, totalItems: 1 }])
      expect(await find({ owner: owner.toLowerCase() })).toEqual([
        ['anna', 'anton', 'xavier'],
        { ...all, totalItems: 3 },
      ])
      expect(await find({ metadata: { kind: 'a' }, size: 1, page: 2 })).toEqual([
        ['anton'],
        { page: 2, size: 1, totalItems: 2 },
      ])
      expect(await find({ parentNames: [parent, 'unknown.eth'] })).toEqual([
        ['anna', 'anton', 'berta', 'xavier'],
        { ...all, totalItems: 4 },
      ])
    })

    it('the key of another workspace, a revoked one, and ones without the scope are refused', async () => {
      const owner = await open()
      const name = await created(owner, 'erin')
      const { key: foreign } = await createWorkspaceWithKey(service())
      const { key: reading } = await createKey(service(), { scopes: ['domains:write'] })
      const revoked = await createKey(service(), { scopes: ['names:revoke'] })
      await revokeKey(service(), revoked)
      for (const key of [foreign, reading, revoked.key, 'unknown']) {
        const client = await open('', key)
        await expect(created(client, 'eve')).rejects.toMatchObject(refusal(401, /API key/, 'Unauthorized'))
        await expect(client.deleteSubname(name)).rejects.toMatchObject(
          refusal(401, /API key/, 'Unauthorized'),
        )
      }
      const { key: issuing } = await createKey(service(), { scopes: ['names:write'] })
      const client = await open('', issuing)
      const scope = refusal(403, /names:revoke/, 'Forbidden')
      await expect(client.addTextRecord(name, 'url', 'x')).rejects.toMatchObject(scope)
      await expect(client.deleteSubname(name)).rejects.toMatchObject(scope)
      await created(client, 'frank')
      expect(await owner.getTextRecords(name)).toEqual({ url: 'https://a.example' })
    })
  },
  { settings },
)
