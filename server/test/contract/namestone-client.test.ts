import NameStone, { AuthenticationError, NetworkError } from '@namestone/namestone-sdk'
import { getAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import { createKey, createWorkspaceWithKey, revokeKey } from '../support/credentials/api-keys.ts'
import { createWallet } from '../support/credentials/signed-headers.ts'
import { describeOnEachService } from '../support/service/describe-service.ts'
import type { TestService } from '../support/service/service.ts'

const ipfs = 'ipfs://bafybeibj6lixxzqtsb45ysdjnupvqkufgdvzqbnvmhw2kf7cfkesy7r7d4'
const bitcoin = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const settings = { NAMESTONE_FACADE: 'on' }

function clientOf({ url }: TestService, key: string, network = 'public_v1') {
  return new NameStone(key, { baseUrl: `${url}/api/${network}` })
}

describeOnEachService(
  'the SDK of NameStone',
  (service) => {
    const domain = 'demo.eth'
    const scopes = ['names:revoke', 'domains:write'] as const
    const owner = async (network?: string) =>
      clientOf(service(), (await createKey(service(), { scopes })).key, network)

    describe.each([['public_v1'], ['public_v1_sepolia']])('at %s', (network) => {
      it('setName issues, and replaces all of what it has issued', async () => {
        const client = await owner(network)
        const [first, second] = [createWallet().address, createWallet().address]
        const records = { text_records: { url: 'https://a.example' }, coin_types: { '0': bitcoin } }
        const set = { domain, name: 'Alice', address: first, contenthash: ipfs, ...records }
        expect(await client.setName(set)).toEqual({ success: true })
        const [issued] = await client.getNames({ domain, address: first.toLowerCase() })
        expect(issued).toEqual({
          name: 'alice',
          address: getAddress(first),
          domain,
          created_at: expect.stringMatching(/^\d{4}-.*Z$/),
          contenthash: ipfs,
          ...records,
        })
        await client.setName({
          domain,
          name: 'alice',
          address: second,
          text_records: { avatar: 'https://b.example' },
        })
        const [replaced, ...others] = await client.searchNames({ domain, name: 'alice', exact_match: true })
        expect(others).toEqual([])
        expect(replaced).toEqual({
          ...issued,
          address: getAddress(second),
          contenthash: null,
          text_records: { avatar: 'https://b.example' },
          coin_types: {},
        })
        expect(await client.deleteName({ domain, name: 'alice' })).toEqual({ success: true })
        expect(await client.getNames({ domain, address: second })).toEqual([])
      })

      it('claimName issues once, and with single_claim one name for an address', async () => {
        const client = await owner(network)
        const { address } = createWallet()
        await client.claimName({ domain, name: 'bob', address, single_claim: 1 })
        await expect(client.claimName({ domain, name: 'bob', address })).rejects.toThrow(
          new NetworkError('HTTP error! status: 400, message: {"error":"Name already claimed"}'),
        )
        await expect(client.claimName({ domain, name: 'bobby', address, single_claim: 1 })).rejects.toThrow(
          'message: {"error":"Address has already claimed subdomain"}',
        )
        await client.claimName({ domain, name: 'bobby', address })
        expect((await client.searchNames({ domain, name: 'BOB' })).map(({ name }) => name)).toEqual([
          'bob',
          'bobby',
        ])
      })

      it('setDomain replaces the records of the domain, which getDomain returns as one object', async () => {
        const client = await owner(network)
        const { address } = createWallet()
        await client.setDomain({
          domain,
          address,
          contenthash: ipfs,
          text_records: { url: 'https://a.example' },
        })
        await client.setDomain({ domain, address, text_records: { description: 'Demo' } })
        expect(await client.getDomain({ domain })).toEqual({
          address: getAddress(address),
          domain,
          text_records: { description: 'Demo' },
          coin_types: {},
          contenthash: null,
        })
      })
    })

    it('getNames reads page by page in the order of labels', async () => {
      const { name } = await service().onboard()
      const client = await owner()
      for (const label of ['c', 'a', 'b']) await client.setName({ domain: name, name: label, address: '' })
      const labels = async (page: object) =>
        (await client.getNames({ domain: name, ...page })).map(({ name: label }) => label)
      expect(await labels({})).toEqual(['a', 'b', 'c'])
      expect(await labels({ limit: 2, offset: 1 })).toEqual(['b', 'c'])
      expect(await labels({ limit: 0 })).toEqual([])
      const [plain] = await client.getNames({ domain: name, text_records: false })
      expect(plain).not.toHaveProperty('text_records')
      expect(plain).not.toHaveProperty('coin_types')
    })

    it('the key of another workspace, a revoked one, and one without scopes are refused', async () => {
      const refused = new AuthenticationError(
        'Authentication failed: {"error":"You are not authorized to use this endpoint"}',
      )
      const { key: foreign } = await createWorkspaceWithKey(service())
      const { key: reading } = await createKey(service(), { scopes: ['domains:write'] })
      const revoked = await createKey(service())
      await revokeKey(service(), revoked)
      for (const key of [foreign, reading, revoked.key, 'unknown']) {
        const client = clientOf(service(), key)
        await expect(client.setName({ domain, name: 'eve', address: '' })).rejects.toThrow(refused)
        await expect(
          client.claimName({ domain, name: 'eve', address: createWallet().address }),
        ).rejects.toThrow(refused)
        await expect(client.deleteName({ domain, name: 'bob' })).rejects.toThrow(refused)
      }
      expect(await (await owner()).searchNames({ domain, name: 'eve' })).toEqual([])
    })

    it('concurrent sets of one name all succeed, and one of them is what is left', async () => {
      const client = await owner()
      const values = Array.from({ length: 8 }, (_, index) => `value ${index}`)
      await Promise.all(
        values.map((value) =>
          client.setName({
            domain,
            name: 'race',
            address: createWallet().address,
            text_records: { one: value, two: value },
          }),
        ),
      )
      const [left] = await client.searchNames({ domain, name: 'race', exact_match: true })
      const { one, two } = left?.text_records ?? {}
      expect(values).toContain(one)
      expect(two).toBe(one)
    })
  },
  { settings },
)
