import { namehash, zeroHash } from 'viem'
import { expect, it } from 'vitest'
import type { ErrorName } from '../../../src/errors.ts'
import { createWallet, type Signer, signedHeaders } from '../../support/credentials/signed-headers.ts'
import { createHeldSubname, type HeldSubname } from '../../support/entities/mapps.ts'
import { ethereumAddress, subnameBody } from '../../support/entities/subnames.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

interface PrimaryName {
  readonly id: string
  readonly name: string
  readonly address: string
  readonly nameHash: string
  readonly chainId: number
}

describeOnEachService(
  'Primary names',
  (service) => {
    let labels = 0
    const held = (chainId: 1 | 11155111 = 1): Promise<HeldSubname> =>
      createHeldSubname(service(), service().demo[chainId], `primary-${labels++}`)

    const set = async (
      wallet: Signer,
      body: { name: string; chainId?: unknown; address?: string },
      fields = { chainId: 1 },
    ) =>
      service().call('POST', '/ens/v1/primary-name/set-primary-name', {
        headers: await signedHeaders(wallet, fields),
        body: { chainId: 1, address: wallet.address, ...body },
      })

    const ofAddress = (address: string, chainId: unknown = 1) =>
      service().call('GET', `/ens/v1/primary-name/address?address=${address}&chainId=${chainId}`)

    const byNode = (name: string, chainId: unknown = 1) =>
      service().call('GET', `/ens/v1/primary-name/name-hash?nameHash=${namehash(name)}&chainId=${chainId}`)

    const expectNone = async ({ ens, holder }: HeldSubname) => {
      expectError(await ofAddress(holder.address), 404, 'PrimaryNameNotFoundException')
      expectError(await byNode(ens), 404, 'PrimaryNameNotFoundException')
    }

    it('set-primary-name: 200, and the name is returned by address and by name hash', async () => {
      const { ens, holder } = await held()
      const primaryName = dataOf<PrimaryName>(await set(holder, { name: ens, chainId: '1' }))
      expect(primaryName).toEqual({
        id: primaryName.id,
        name: ens,
        address: holder.address,
        nameHash: namehash(ens),
        chainId: 1,
      })
      expect(dataOf(await ofAddress(holder.address))).toEqual(primaryName)
      expect(dataOf(await ofAddress(holder.address.toLowerCase()))).toEqual(primaryName)
      expect(dataOf(await byNode(ens))).toEqual(primaryName)
    })

    it('rule: a later primary name replaces an earlier one', async () => {
      const first = await held()
      const { holder } = first
      const addresses = [ethereumAddress(holder.address)]
      const second = await createHeldSubname(service(), service().demo[1], `primary-${labels++}`, {
        addresses,
      })
      const { id } = dataOf<PrimaryName>(await set(holder, { name: first.ens }))
      expect(dataOf(await set(holder, { name: second.ens }))).toMatchObject({ id, name: second.ens })
      expect(dataOf(await ofAddress(holder.address))).toMatchObject({ name: second.ens })
      expectError(await byNode(first.ens), 404, 'PrimaryNameNotFoundException')
    })

    it('rule: an address has one primary name on each chain', async () => {
      const { ens, holder } = await held(11155111)
      dataOf(await set(holder, { name: ens, chainId: 11155111 }, { chainId: 11155111 }))
      expect(dataOf(await ofAddress(holder.address, 11155111))).toMatchObject({
        name: ens,
        chainId: 11155111,
      })
      await expectNone({ ens, holder, chainId: 1 })
    })

    it.each<[string, (name: HeldSubname) => Promise<unknown>]>([
      [
        'revoked',
        async ({ ens, holder }) =>
          service().call('POST', '/ens/v1/subname/revoke', {
            headers: { 'x-api-key': service().key, ...(await signedHeaders(holder, { chainId: 1 })) },
            body: subnameBody(service().demo[1], ens.split('.', 1)[0] ?? ''),
          }),
      ],
      [
        'pointed elsewhere',
        async ({ ens, holder }) =>
          service().call('PATCH', `/ens/v2/subnames/${ens}?chainId=1`, {
            headers: await signedHeaders(holder, { chainId: 1 }),
            body: { addresses: [ethereumAddress(createWallet().address)] },
          }),
      ],
    ])('404 for a name that was %s', async (_title, change) => {
      const name = await held()
      dataOf(await set(name.holder, { name: name.ens }))
      await change(name)
      await expectNone(name)
    })

    it('404 for a name of a blocked domain', async () => {
      const { context, onboard } = service()
      const domain = await onboard()
      const name = await createHeldSubname(service(), domain, 'name')
      dataOf(await set(name.holder, { name: name.ens }))
      await context.store.db
        .updateTable('domains')
        .set({ isBlocked: true })
        .where('id', '=', domain.id)
        .execute()
      await expectNone(name)
    })

    it('rule: a transferred name is the primary name of the address it now resolves to, if that has chosen it', async () => {
      const { ens, holder } = await held()
      dataOf(await set(holder, { name: ens }))
      const newHolder = createWallet()
      dataOf(
        await service().call('PATCH', `/ens/v2/subnames/${ens}?chainId=1`, {
          headers: await signedHeaders(holder, { chainId: 1 }),
          body: { addresses: [ethereumAddress(newHolder.address)] },
        }),
      )
      dataOf(await set(newHolder, { name: ens.toUpperCase() }))
      expect(dataOf(await byNode(ens))).toMatchObject({ address: newHolder.address })
      expectError(await ofAddress(holder.address), 404, 'PrimaryNameNotFoundException')
    })

    it('404 for an address and a node without a primary name', () =>
      expectNone({ ens: 'nobody.demo.eth', holder: createWallet(), chainId: 1 }))

    it('set-primary-name: error, and nothing is set', async () => {
      const name = await held()
      const { ens, holder } = name
      const otherWallet = createWallet()
      const refuse = async (response: ReturnType<typeof set>, status: number, wireName: ErrorName) => {
        expectError(await response, status, wireName)
        await expectNone(name)
        await expectNone({ ...name, holder: otherWallet })
      }
      await refuse(set(otherWallet, { name: ens }), 403, 'NotHolderException')
      await refuse(set(otherWallet, { name: ens, address: holder.address }), 403, 'NotHolderException')
      await refuse(set(holder, { name: ens, address: otherWallet.address }), 403, 'NotHolderException')
      await refuse(set(holder, { name: 'nobody.demo.eth' }), 403, 'NotHolderException')
      await refuse(set(holder, { name: `a_.${ens}` }), 400, 'InvalidNameException')
      await refuse(set(holder, { name: '' }), 400, 'BadRequestException')
      await refuse(set(holder, { name: ens, address: 'alice' }), 400, 'BadRequestException')
      await refuse(set(holder, { name: ens, chainId: 8453 }), 400, 'UnsupportedChainException')
      await refuse(set(holder, { name: ens }, { chainId: 11155111 }), 401, 'InvalidSignatureException')
      const unsigned = service().call('POST', '/ens/v1/primary-name/set-primary-name', {
        body: { chainId: 1, name: ens, address: holder.address },
      })
      await refuse(unsigned, 401, 'MissingSignatureException')
    })

    it('403 for a reserved name', async () => {
      const { call, demo, key } = service()
      const holder = createWallet()
      const body = { ...subnameBody(demo[1], 'primary-reserved'), ethAddress: holder.address }
      dataOf(await call('POST', '/ens/v1/subname/reserve', { headers: { 'x-api-key': key }, body }))
      expectError(await set(holder, { name: 'primary-reserved.demo.eth' }), 403, 'NotHolderException')
    })

    it.each([
      ['address?chainId=1', 400, 'BadRequestException'],
      ['address?chainId=1&address=0x1234', 400, 'BadRequestException'],
      [`address?chainId=5&address=${createWallet().address}`, 400, 'UnsupportedChainException'],
      ['name-hash?chainId=1&nameHash=0x1234', 400, 'BadRequestException'],
      [`name-hash?chainId=5&nameHash=${zeroHash}`, 400, 'UnsupportedChainException'],
    ] as const)('GET %s: %i', async (query, status, wireName) => {
      expectError(await service().call('GET', `/ens/v1/primary-name/${query}`), status, wireName)
    })
  },
  { withNodes: true },
)
