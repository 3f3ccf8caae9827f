import { type Address, zeroAddress } from 'viem'
import { expect, it } from 'vitest'
import type { WireRecord, WireRecordWithHolder } from '../../../src/http/schema/names.ts'
import { hexToBytes } from '../../../src/store/driver/columns.ts'
import {
  createWallet,
  type Signer,
  signedHeaders,
  signMessage,
} from '../../support/credentials/signed-headers.ts'
import {
  changePermission,
  createHeldSubname,
  type HeldSubname,
  sendPermission,
  signChallenge,
} from '../../support/entities/mapps.ts'
import { ethereumAddress, expectUnchanged, seedReservation } from '../../support/entities/subnames.ts'
import { type ApiResponse, dataOf, expectError } from '../../support/http/api-client.ts'
import { createForm, randomImage } from '../../support/media/uploads.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

const text = [{ key: 'a', value: '1' }]

describeOnEachService(
  'Signing rights for a subname',
  (service) => {
    let labels = 0
    const pathOf = ({ ens }: Pick<HeldSubname, 'ens'>) => `/ens/v2/subnames/${ens}?chainId=1`

    const patch = async (
      signer: Signer,
      name: Pick<HeldSubname, 'ens'>,
      body: object,
    ): Promise<ApiResponse> =>
      service().call('PATCH', pathOf(name), { headers: await signedHeaders(signer, { chainId: 1 }), body })

    const setAddress = (signer: Signer, name: HeldSubname, address: Address) =>
      patch(signer, name, { addresses: [ethereumAddress(address)] })

    const readHolder = async (name: Pick<HeldSubname, 'ens'>) =>
      dataOf<WireRecordWithHolder>(
        await service().call('GET', `/ens/v2/subnames?chainId=1&subname=${name.ens}`),
      ).holder

    /** A name whose address of coin type 60 differs from its holder. */
    const shared = async () => {
      const name = await createHeldSubname(service(), service().demo[1], `shared-${labels++}`)
      const resident = createWallet()
      dataOf(await setAddress(name.holder, name, resident.address))
      return { name, resident }
    }

    const revoke = async (signer: Signer, { ens }: HeldSubname): Promise<ApiResponse> => {
      const [username, ...domain] = ens.split('.')
      return service().call('POST', '/ens/v1/subname/revoke', {
        headers: { 'x-api-key': service().key, ...(await signedHeaders(signer, { chainId: 1 })) },
        body: { username, ensDomain: domain.join('.'), chainId: 1 },
      })
    }

    const uploadAs = async (signer: Signer, { ens }: HeldSubname): Promise<ApiResponse> =>
      service().call('POST', `/ens/v1/subname/upload-to-cdn?ens=${ens}&chainId=1`, {
        headers: await signedHeaders(signer, { chainId: 1 }),
        body: createForm(await randomImage().png().toBuffer()),
      })

    const refused = (act: () => Promise<ApiResponse>) =>
      expectUnchanged(service(), service().demo[1], async () =>
        expectError(await act(), 403, 'NotHolderException'),
      )

    it('rule: the address of coin type 60 updates, uploads, grants and revokes, and the holder stays', async () => {
      const { name, resident } = await shared()
      dataOf(await patch(resident, name, { text }))
      expect((await uploadAs(resident, name)).status).toBeLessThan(202)
      const record = await changePermission(service(), 'add', { ...name, holder: resident }, 'app.eth')
      expect(record.records.texts.map(({ key }) => key)).toContain('mApps')
      expect(await readHolder(name)).toBe(name.holder.address)
      dataOf(await revoke(resident, name))
    })

    it('rule: the holder keeps every right that the address of coin type 60 has', async () => {
      const { name } = await shared()
      dataOf(await patch(name.holder, name, { text }))
      await changePermission(service(), 'add', name, 'app.eth')
      dataOf(await revoke(name.holder, name))
    })

    it('403 for the former address of coin type 60, which gave its right away', async () => {
      const { name, resident } = await shared()
      const next = createWallet()
      const granted = await signChallenge(service(), {
        action: 'add-permission',
        signer: resident,
        subname: name.ens,
        mApp: 'app.eth',
        chainId: 1,
      })
      dataOf(await setAddress(resident, name, next.address))
      await refused(() => patch(resident, name, { text }))
      await refused(() => uploadAs(resident, name))
      await refused(() => revoke(resident, name))
      await refused(() => sendPermission(service(), 'add', granted))
      dataOf(await patch(next, name, { text }))
    })

    it('rule: a concurrent update and removal of its signer each take effect as a whole or not at all', async () => {
      const { name, resident } = await shared()
      const updates = Array.from({ length: 8 }, (_, index) =>
        patch(resident, name, { text: [{ key: `k${index}`, value: '1' }] }),
      )
      const [removal, ...responses] = await Promise.all([
        setAddress(name.holder, name, createWallet().address),
        ...updates,
      ])
      dataOf(removal)
      for (const response of responses.filter(({ status }) => status !== 200))
        expectError(response, 403, 'NotHolderException')
      const written = responses.filter(({ status }) => status === 200).length
      const { records } = dataOf<WireRecord>(
        await service().call('GET', `/ens/v2/subnames?chainId=1&subname=${name.ens}`),
      )
      expect(records.texts).toHaveLength(written)
      await refused(() => patch(resident, name, { text }))
    })

    it('rule: a different address of a name, and the same address on another name, sign nothing', async () => {
      const { name } = await shared()
      const other = createWallet()
      const base = { coinType: 2147492101, address: other.address }
      dataOf(await patch(name.holder, name, { addresses: [base] }))
      await refused(() => patch(other, name, { text }))
      const { resident } = await shared()
      await refused(() => patch(resident, name, { text }))
    })

    it('rule: a reservation is accepted, rejected and updated by the reserved address alone', async () => {
      const [invited, other] = [createWallet(), createWallet()]
      const { demo, call } = service()
      const label = `invited-${labels++}`
      await seedReservation(service(), demo[1], label, invited.address)
      const name = { ens: `${label}.demo.eth`, chainId: 1, holder: invited }
      expect(await readHolder(name)).toBe(invited.address)
      dataOf(await setAddress(invited, name, other.address))
      await refused(() => patch(other, name, { text }))
      await refused(async () =>
        call('PATCH', `/ens/v2/subnames/invitations/${name.ens}?chainId=1`, {
          headers: await signedHeaders(other, { chainId: 1 }),
          body: { text },
        }),
      )
      await refused(async () =>
        call('POST', '/ens/v1/subname/reject', {
          headers: await signedHeaders(other, { chainId: 1 }),
          body: { username: label, ensDomain: 'demo.eth', chainId: 1 },
        }),
      )
    })

    it('401 for the zero address, with any signature: it holds no name that could be signed for', async () => {
      const { context, demo } = service()
      const label = `nobody-${labels++}`
      const name = await createHeldSubname(service(), demo[1], label)
      await context.store.db
        .updateTable('subnames')
        .set({ holder: hexToBytes(zeroAddress) })
        .where('label', '=', label)
        .execute()
      expect(await readHolder(name)).toBeNull()
      const { message } = await signMessage(createWallet(), { chainId: 1, address: zeroAddress })
      const signatures = [
        `0x${'00'.repeat(65)}`,
        `0x${'00'.repeat(64)}1b`,
        `0x${'ff'.repeat(64)}1b`,
        '0x',
        await createWallet().signMessage({ message }),
      ]
      await expectUnchanged(service(), demo[1], async () => {
        for (const signature of signatures) {
          const signed = { 'x-address': zeroAddress, 'x-message': message.replaceAll('\n', '\\n') }
          const headers = { ...signed, 'x-signature': signature }
          const response = await service().call('PATCH', pathOf(name), { headers, body: { text } })
          expectError(response, 401, 'InvalidSignatureException')
        }
      })
    })
  },
  { withNodes: true },
)
