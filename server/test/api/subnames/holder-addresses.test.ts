import type { Address } from 'viem'
import { expect, it } from 'vitest'
import type { ErrorName } from '../../../src/errors.ts'
import type { WireRecordWithHolder } from '../../../src/http/schema/names.ts'
import { createKey } from '../../support/credentials/api-keys.ts'
import { createWallet, type Signer, signedHeaders } from '../../support/credentials/signed-headers.ts'
import { ownHost, transfer, transferResources } from '../../support/credentials/single-use.ts'
import { createHeldSubname, type HeldSubname } from '../../support/entities/mapps.ts'
import {
  ethereumAddress,
  expectUnchanged,
  seedReservation,
  seedSubname,
} from '../../support/entities/subnames.ts'
import { type ApiResponse, dataOf, expectError } from '../../support/http/api-client.ts'
import { fetchFacade } from '../../support/http/facade.ts'
import { connectHttp } from '../../support/mcp/client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

describeOnEachService(
  'Addresses of a name that changes hands',
  (service) => {
    let labels = 0
    const held = (): Promise<HeldSubname> =>
      createHeldSubname(service(), service().demo[1], `handed-${labels++}`, {})

    const read = async ({ ens }: Pick<HeldSubname, 'ens'>) =>
      dataOf<WireRecordWithHolder>(await service().call('GET', `/byname/v1/names/${ens}?chainId=1`))

    const update = async (signer: Signer, { ens }: HeldSubname, body: object): Promise<ApiResponse> =>
      service().call('PATCH', `/ens/v2/subnames/${ens}?chainId=1`, {
        headers: await signedHeaders(signer, { chainId: 1 }),
        body,
      })

    const refused = (status: number, error: ErrorName, action: () => Promise<ApiResponse>) =>
      expectUnchanged(service(), service().demo[1], async () => expectError(await action(), status, error))

    /** Each way in which a name gets another holder. */
    const handovers: readonly (readonly [
      string,
      (name: HeldSubname, to: Address, key: string) => Promise<{ readonly status: number }>,
    ])[] = [
      ['a transfer', ({ holder, ens }, to) => transfer(service(), holder, ens, to)],
      [
        'an item of a batch',
        ({ ens }, to, key) =>
          service().call('POST', '/byname/v1/names/batch?chainId=1', {
            headers: { 'x-api-key': key },
            body: {
              domain: 'demo.eth',
              mode: 'atomic',
              items: [{ action: 'put', label: ens.split('.')[0], holder: to }],
            },
          }),
      ],
      [
        "a program's request in the form of Namespace",
        ({ ens }, owner, key) =>
          fetch(`${service().url}/api/v1/subnames`, {
            method: 'POST',
            headers: { 'x-auth-token': key, 'content-type': 'application/json' },
            body: JSON.stringify({ parentName: 'demo.eth', label: ens.split('.')[0], owner }),
          }),
      ],
      [
        "a program's request in the form of NameStone, which replaces all records",
        ({ ens }, to, key) => {
          const body = { domain: 'demo.eth', name: ens.split('.')[0], address: to }
          const path = '/api/public_v1/set-name'
          return fetchFacade(service(), path, { method: 'POST', body, authorization: key })
        },
      ],
      [
        'the acceptance of a reservation with the address of another',
        async ({ holder, ens }, to) =>
          service().call('PATCH', `/ens/v2/subnames/invitations/${ens}?chainId=1`, {
            headers: await signedHeaders(holder, { chainId: 1 }),
            body: { addresses: [ethereumAddress(to)] },
          }),
      ],
    ]

    it.each(handovers)(
      'rule: what was sent to the former holder goes to the next one: %s',
      async (title, handOver) => {
        const { key } = await createKey(service(), { scopes: ['names:revoke'] })
        const [next, contract] = [createWallet().address, createWallet().address]
        const holder = createWallet()
        const label = `handed-${labels++}`
        const name = { ens: `${label}.demo.eth`, chainId: 1, holder }
        if (title.includes('reservation'))
          await seedReservation(service(), service().demo[1], label, holder.address)
        else
          await seedSubname(service(), service().demo[1], label, {
            addresses: [ethereumAddress(holder.address)],
          })
        const base = 0x80000000 + 8453
        const [everyOther, optimism] = [0x80000000, 0x80000000 + 10]
        const others = [
          { coinType: 0, address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' },
          { coinType: optimism, address: contract },
        ]
        const addresses = [
          ...others,
          ...[base, everyOther].map((coinType) => ({ coinType, address: holder.address })),
        ]
        dataOf(await update(holder, name, { addresses }))
        expect((await handOver(name, next, key)).status).toBeLessThan(202)
        const after = await read(name)
        expect(after.holder).toBe(next)
        const values = Object.fromEntries(after.records.addresses.map(({ id, value }) => [id, value]))
        if (title.includes('replaces all')) return expect(values).toEqual({ 60: next })
        return expect(values).toEqual({
          60: next,
          [base]: next,
          [everyOther]: next,
          ...Object.fromEntries(others.map(({ coinType, address }) => [coinType, address])),
        })
      },
    )

    it('rule: a tool for models changes the addresses that it is given, and hands no name over', async () => {
      const { key } = await createKey(service(), { scopes: ['names:revoke'] })
      const name = await held()
      const base = 0x80000000 + 8453
      dataOf(
        await update(name.holder, name, { addresses: [{ coinType: base, address: name.holder.address }] }),
      )
      const next = createWallet().address
      const { call } = await connectHttp(service().url, { key })
      await call('update_records', { name: name.ens, addresses: [ethereumAddress(next)] })
      const { holder, records } = await read(name)
      expect(holder).toBe(name.holder.address)
      expect(records.addresses.map(({ id, value }) => [id, value])).toEqual([
        [60, next],
        [base, name.holder.address],
      ])
    })

    it('rule: a transfer clears other addresses only if its message has it', async () => {
      const name = await held()
      const next = createWallet()
      const coins = [
        { coinType: 501, address: '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T' },
        { coinType: 0x80000000 + 10, address: createWallet().address },
        { coinType: 0x80000000 + 137, address: name.holder.address },
      ]
      dataOf(await update(name.holder, name, { addresses: coins }))
      const plain = transferResources(name.ens, next.address)
      const clearing = [...plain, 'byname:addresses/clear']
      const send = async (resources: string[], clearOtherAddresses?: boolean) =>
        service().call('POST', `/byname/v1/names/${name.ens}/transfer?chainId=1`, {
          headers: { ...ownHost, ...(await signedHeaders(name.holder, { chainId: 1, resources })) },
          body: { to: next.address, ...(clearOtherAddresses !== undefined && { clearOtherAddresses }) },
        })
      await refused(401, 'InvalidSignatureException', () => send(plain, true))
      await refused(401, 'InvalidSignatureException', () => send(clearing))
      await refused(401, 'InvalidSignatureException', () => send(clearing, false))
      const { records } = dataOf<WireRecordWithHolder>(await send(clearing, true))
      expect(records.addresses.map(({ id, value }) => [id, value])).toEqual([
        [60, next.address],
        [0x80000000 + 137, next.address],
      ])
    })
  },
  { withNodes: true, settings: { NAMESPACE_FACADE: 'on', NAMESTONE_FACADE: 'on', MCP: 'on' } },
)
