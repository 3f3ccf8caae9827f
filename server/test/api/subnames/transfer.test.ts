import { type Address, getAddress, zeroAddress } from 'viem'
import { expect, it } from 'vitest'
import type { WireEventPage } from '../../../src/http/schema/event.ts'
import type { WireRecordWithHolder } from '../../../src/http/schema/names.ts'
import {
  createWallet,
  type MessageFields,
  type Signer,
  signedHeaders,
} from '../../support/credentials/signed-headers.ts'
import {
  ownHost,
  purposeOf,
  sendTransfer,
  transfer,
  transferResources,
} from '../../support/credentials/single-use.ts'
import {
  appendFields,
  changePermission,
  createHeldSubname,
  type HeldSubname,
} from '../../support/entities/mapps.ts'
import { ethereumAddress, expectUnchanged, seedReservation } from '../../support/entities/subnames.ts'
import { type ApiResponse, dataOf, expectError } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

interface WireName extends WireRecordWithHolder {
  readonly state: string
  readonly domain: string
}

describeOnEachService(
  'Transfers of a name',
  (service) => {
    let labels = 0
    const held = (records: object = {}): Promise<HeldSubname> =>
      createHeldSubname(service(), service().demo[1], `moved-${labels++}`, records)

    const read = async ({ ens }: Pick<HeldSubname, 'ens'>) =>
      dataOf<WireName>(await service().call('GET', `/byname/v1/names/${ens}?chainId=1`))

    const eventsOf = async ({ ens }: HeldSubname) =>
      dataOf<WireEventPage>(
        await service().call('GET', `/byname/v1/events?name=${ens}`, {
          headers: { 'x-api-key': service().key },
        }),
      ).data

    const update = async (signer: Signer, { ens }: HeldSubname, body: object): Promise<ApiResponse> =>
      service().call('PATCH', `/ens/v2/subnames/${ens}?chainId=1`, {
        headers: await signedHeaders(signer, { chainId: 1 }),
        body,
      })

    const refused = (
      status: number,
      error: Parameters<typeof expectError>[2],
      action: () => Promise<ApiResponse>,
    ) => expectUnchanged(service(), service().demo[1], async () => expectError(await action(), status, error))

    /** A transfer with a message of other fields than the valid ones. */
    const transferWith = async (
      { ens, holder }: HeldSubname,
      to: Address,
      fields: Partial<MessageFields>,
    ): Promise<ApiResponse> => {
      const message = { chainId: 1, resources: transferResources(ens, to), ...fields }
      return sendTransfer(service(), ens, to, await signedHeaders(holder, message))
    }

    it('rule: the new holder has the name and its address of coin type 60; other records and dates stay', async () => {
      const [bitcoin, text] = [
        { coinType: 0, address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' },
        [{ key: 'url', value: 'https://example.com' }],
      ]
      const name = await held({ text })
      dataOf(await update(name.holder, name, { addresses: [bitcoin] }))
      const [before, next] = [await read(name), createWallet()]
      const response = await transfer(service(), name.holder, name.ens, next.address)
      const after = await read(name)
      expect({ ...dataOf<object>(response), sealed: null }).toEqual(after)
      expect(after).toEqual({
        ...before,
        holder: next.address,
        records: {
          ...before.records,
          addresses: before.records.addresses.map((record) =>
            record.id === 60 ? { ...record, value: next.address } : record,
          ),
          coins: before.records.coins.map((record) =>
            record.id === 60 ? { ...record, value: next.address } : record,
          ),
        },
      })
      expectError(await update(name.holder, name, { text: [] }), 403, 'NotHolderException')
      dataOf(await update(next, name, { text }))
      expectError(
        await transfer(service(), name.holder, name.ens, name.holder.address),
        403,
        'NotHolderException',
      )
    })

    it('rule: lists by address show the name to its new holder only', async () => {
      const [name, next] = [await held(), createWallet()]
      dataOf(await transfer(service(), name.holder, name.ens, next.address))
      const namesOf = async (address: Address) =>
        dataOf<{ data: readonly WireName[] }>(
          await service().call('GET', `/ens/v2/subnames/all?chainId=1&address=${address}`),
        ).data.map(({ ens }) => ens)
      expect(await namesOf(next.address)).toEqual([name.ens])
      expect(await namesOf(name.holder.address)).toEqual([])
    })

    it('rule: another address of coin type 60 loses the name, which it could sign for', async () => {
      const [name, deposit, next] = [await held(), createWallet(), createWallet()]
      dataOf(await update(name.holder, name, { addresses: [ethereumAddress(deposit.address)] }))
      const { holder, records } = dataOf<WireName>(
        await transfer(service(), name.holder, name.ens, next.address),
      )
      expect(holder).toBe(next.address)
      expect(records.addresses).toMatchObject([{ id: 60, value: next.address }])
      const denied = await update(deposit, name, { text: [{ key: 'url', value: 'https://kept.example' }] })
      expectError(denied, 403, 'NotHolderException')
    })

    it('rule: a transfer is one event by the former holder, with the changes of holder and records', async () => {
      const [name, next] = [await held(), createWallet()]
      dataOf(await transfer(service(), name.holder, name.ens, next.address))
      const [issued, ...events] = await eventsOf(name)
      const change = { before: name.holder.address, after: next.address }
      expect(issued?.type).toBe('subname.issued')
      expect(events).toMatchObject([
        {
          type: 'subname.transferred',
          actor: { type: 'wallet', address: name.holder.address },
          changes: [
            { field: 'holder', key: null, ...change },
            { field: 'addresses', key: 60, ...change },
          ],
        },
      ])
    })

    it('rule: the new holder reads the history of the name from the transfer on', async () => {
      const [name, next] = [await held(), createWallet()]
      dataOf(await update(name.holder, name, { text: [{ key: 'url', value: 'https://private.example' }] }))
      service().clock.offsetMs = 1000
      dataOf(await transfer(service(), name.holder, name.ens, next.address))
      dataOf(await update(next, name, { addresses: [ethereumAddress(createWallet().address)] }))
      service().clock.offsetMs = 0
      const headers = await signedHeaders(next, { chainId: 1 })
      const history = await service().call('GET', `/byname/v1/names/${name.ens}/history?chainId=1`, {
        headers: { ...ownHost, ...headers },
      })
      expect(dataOf<WireEventPage>(history).data.map(({ type }) => type)).toEqual([
        'subname.transferred',
        'subname.transferred',
      ])
    })

    it('rule: permissions of mApps and their texts end with a transfer', async () => {
      const [name, next] = [await held({ text: [{ key: 'x_other', value: 'mine' }] }), createWallet()]
      const app = await held()
      await changePermission(service(), 'add', name, app.ens)
      dataOf(await appendFields(service(), name, app, [{ key: 'status', value: 'here' }]), 201)
      const { records } = dataOf<WireName>(await transfer(service(), name.holder, name.ens, next.address))
      expect(records.texts).toEqual([{ key: 'x_other', value: 'mine' }])
      expectError(
        await appendFields(service(), name, app, [{ key: 'status', value: 'here' }]),
        403,
        'ForbiddenException',
      )
    })

    it('rule: the name is no longer the primary name of the former holder, which is an event', async () => {
      const [name, other, next] = [await held(), await held(), createWallet()]
      const setPrimary = async ({ ens, holder }: HeldSubname) =>
        dataOf(
          await service().call('POST', '/ens/v1/primary-name/set-primary-name', {
            headers: await signedHeaders(holder, { chainId: 1 }),
            body: { chainId: 1, address: holder.address, name: ens },
          }),
        )
      await setPrimary(name)
      await setPrimary(other)
      dataOf(await transfer(service(), name.holder, name.ens, next.address))
      const stored = await service().context.store.db.selectFrom('primaryNames').select('name').execute()
      expect(stored).toEqual([{ name: other.ens }])
      const removed = (await eventsOf(name)).filter(({ type }) => type === 'primary_name.removed')
      expect(removed).toMatchObject([
        {
          actor: { type: 'wallet', address: name.holder.address },
          changes: [{ field: 'name', key: name.holder.address.toLowerCase(), before: name.ens, after: null }],
        },
      ])
    })

    it('401 when the message is used again, also after the name came back', async () => {
      const [name, next] = [await held(), createWallet()]
      const resources = transferResources(name.ens, next.address)
      const headers = await signedHeaders(name.holder, { chainId: 1, resources })
      dataOf(await sendTransfer(service(), name.ens, next.address, headers))
      expectError(await sendTransfer(service(), name.ens, next.address, headers), 403, 'NotHolderException')
      dataOf(await transfer(service(), next, name.ens, name.holder.address))
      await refused(401, 'ChallengeExpiredException', () =>
        sendTransfer(service(), name.ens, next.address, headers),
      )
    })

    it('401 for a sign-in message and for one of another purpose, name, address or chain', async () => {
      const [name, other, to] = [await held(), await held(), createWallet().address]
      const valid = transferResources(name.ens, to)
      const messages: readonly Partial<MessageFields>[] = [
        { resources: [] },
        { resources: ['https://example.com'] },
        { resources: [...valid, 'https://example.com'] },
        { resources: valid.toReversed() },
        { resources: transferResources(other.ens, to) },
        { resources: transferResources(name.ens, createWallet().address) },
        { resources: purposeOf('release', { name: name.ens }) },
        { resources: purposeOf('claim', { name: name.ens, to: to.toLowerCase() }) },
        { chainId: 11155111 },
      ]
      for (const fields of messages)
        await refused(401, 'InvalidSignatureException', () => transferWith(name, to, fields))
    })

    it('401 for a message that is ten minutes old, of the future, or has a nonce of 256 characters', async () => {
      const [name, to] = [await held(), createWallet().address]
      const expirationTime = new Date(Date.now() + 3_600_000)
      const issuedAgo = (ms: number) => ({ issuedAt: new Date(Date.now() - ms), expirationTime })
      await refused(401, 'ChallengeExpiredException', () => transferWith(name, to, issuedAgo(600_000)))
      await refused(401, 'InvalidSignatureException', () => transferWith(name, to, issuedAgo(-120_000)))
      await refused(401, 'InvalidSignatureException', () =>
        transferWith(name, to, { nonce: 'n'.repeat(256) }),
      )
      dataOf(await transferWith(name, to, issuedAgo(540_000)))
    })

    it('403 for the address of coin type 60, and for any other wallet', async () => {
      const [name, resident] = [await held(), createWallet()]
      dataOf(await update(name.holder, name, { addresses: [ethereumAddress(resident.address)] }))
      for (const signer of [resident, createWallet()])
        await refused(403, 'NotHolderException', () =>
          transfer(service(), signer, name.ens, createWallet().address),
        )
    })

    it('400 for a transfer to the zero address and to the holder', async () => {
      const name = await held()
      for (const to of [zeroAddress, name.holder.address])
        await refused(400, 'BadRequestException', () => transfer(service(), name.holder, name.ens, to))
    })

    it('409 for a reservation', async () => {
      const invited = createWallet()
      await seedReservation(service(), service().demo[1], 'invited', invited.address)
      await refused(409, 'NotClaimedException', () =>
        transfer(service(), invited, 'invited.demo.eth', createWallet().address),
      )
    })

    it('412 for the entity tag of another state', async () => {
      const [name, next] = [await held(), createWallet()]
      const { headers } = await service().call('GET', `/byname/v1/names/${name.ens}?chainId=1`)
      dataOf(await update(name.holder, name, { text: [{ key: 'url', value: 'https://new.example' }] }))
      const ifMatch = { 'if-match': headers.get('etag') ?? '' }
      await refused(412, 'PreconditionFailedException', () =>
        transfer(service(), name.holder, name.ens, next.address, ifMatch),
      )
      const response = await transfer(service(), name.holder, name.ens, next.address)
      expect(response.headers.get('etag')).toMatch(/^"/)
    })

    it('rule: of twenty concurrent transfers to different wallets one succeeds', async () => {
      const name = await held()
      const wallets = Array.from({ length: 20 }, createWallet)
      const responses = await Promise.all(
        wallets.map(({ address }) => transfer(service(), name.holder, name.ens, address)),
      )
      const winners = wallets.filter((_, index) => responses[index]?.status === 200)
      expect(winners).toHaveLength(1)
      for (const response of responses.filter(({ status }) => status !== 200))
        expectError(response, 403, 'NotHolderException')
      expect((await read(name)).holder).toBe(winners[0]?.address)
    })

    it('rule: of two concurrent transfers by one message one succeeds', async () => {
      const [name, next] = [await held(), createWallet()]
      const resources = transferResources(name.ens, next.address)
      const headers = await signedHeaders(name.holder, { chainId: 1, resources })
      const send = () => sendTransfer(service(), name.ens, next.address, headers)
      const statuses = (await Promise.all([send(), send()])).map(({ status }) => status)
      expect(statuses.toSorted()).toEqual([200, expect.any(Number)])
      expect(Math.max(...statuses)).toBeGreaterThan(400)
    })

    it('rule: concurrent updates by the former holder are before the transfer or refused', async () => {
      const [name, next] = [await held(), createWallet()]
      const [moved, ...updates] = await Promise.all([
        transfer(service(), name.holder, name.ens, next.address),
        ...Array.from({ length: 10 }, (_, index) =>
          update(name.holder, name, { text: [{ key: `k${index}`, value: '1' }] }),
        ),
      ])
      dataOf(moved)
      const written = updates.filter(({ status }) => status === 200)
      for (const response of updates.filter(({ status }) => status !== 200))
        expectError(response, 403, 'NotHolderException')
      const { holder, records } = await read(name)
      expect(records.texts).toHaveLength(written.length)
      expect([holder, records.addresses[0]?.value]).toEqual([next.address, getAddress(next.address)])
      const order = (await eventsOf(name)).map(({ type }) => type)
      expect(order).toEqual([
        'subname.issued',
        ...written.map(() => 'subname.changed'),
        'subname.transferred',
      ])
    })
  },
  { withNodes: true },
)
