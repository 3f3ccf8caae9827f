import { decodeFunctionResult, encodeFunctionData, type Hex, namehash, parseAbi, zeroAddress } from 'viem'
import { expect, it } from 'vitest'
import { normalizeName } from '../../../src/ens/names.ts'
import type { WireRecord } from '../../../src/http/schema/names.ts'
import { findSubname } from '../../../src/store/entities/subnames.ts'
import { createAdminKey } from '../../support/credentials/api-keys.ts'
import {
  createWallet,
  signedHeaders,
  signMessage,
  toSignedHeaders,
} from '../../support/credentials/signed-headers.ts'
import {
  ethereumAddress,
  expectUnchanged,
  getSubname,
  postAdd,
  seedReservation,
  seedSubname,
  subnameBody,
} from '../../support/entities/subnames.ts'
import { lookupName, resolveAddress } from '../../support/gateway/client.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { describeService } from '../../support/service/describe-service.ts'

const abi = parseAbi([
  'function addr(bytes32 node, uint256 coinType) view returns (bytes)',
  'function hasAddr(bytes32 node, uint256 coinType) view returns (bool)',
  'function multicall(bytes[] data) view returns (bytes[])',
  'function records() view returns (string[])',
])
const zero = ethereumAddress(zeroAddress)
const zeroCoin = { id: 60, name: 'eth', value: zeroAddress }
const defaultEvm = 0x80000000

describeService(
  'The zero address as coin type 60',
  (service) => {
    const mainnet = () => service().demo[1]
    const resolver = () => service().resolvers[1]['chain-bound']
    const key = () => ({ 'x-api-key': service().key })
    const holderOf = async (label: string) =>
      (await findSubname(service().context.store.db, 1, normalizeName(`${label}.demo.eth`)))?.holder

    /** Every record call that can read the Ethereum address of a name. */
    const resolved = async (name: string) => {
      const node = namehash(name)
      const calls = {
        coin: encodeFunctionData({ abi, functionName: 'addr', args: [node, 60n] }),
        has: encodeFunctionData({ abi, functionName: 'hasAddr', args: [node, 60n] }),
        list: encodeFunctionData({ abi, functionName: 'records' }),
      }
      const multicall = encodeFunctionData({
        abi,
        functionName: 'multicall',
        args: [[calls.coin, calls.has]],
      })
      const lookUp = (call: Hex) => lookupName(service(), resolver(), name, call)
      const [coin = '0x', has = '0x'] = decodeFunctionResult({
        abi,
        functionName: 'multicall',
        data: await lookUp(multicall),
      })
      const own = {
        coin: decodeFunctionResult({ abi, functionName: 'addr', data: await lookUp(calls.coin) }),
        has: decodeFunctionResult({ abi, functionName: 'hasAddr', data: await lookUp(calls.has) }),
      }
      expect({
        coin: decodeFunctionResult({ abi, functionName: 'addr', data: coin }),
        has: decodeFunctionResult({ abi, functionName: 'hasAddr', data: has }),
      }).toEqual(own)
      return {
        ...own,
        address: await resolveAddress(service(), resolver(), name),
        list: decodeFunctionResult({ abi, functionName: 'records', data: await lookUp(calls.list) }),
      }
    }
    const nothing = { coin: '0x', has: false, address: zeroAddress, list: [] }

    it.each([
      ['/ens/v1/subname/add', 'zero-v1'],
      ['/ens/v2/subnames', 'zero-v2'],
    ])(
      '%s: 200 with an API key alone; it is listed, resolves as unset, and has no holder',
      async (path, label) => {
        const body = { ...subnameBody(mainnet(), label), addresses: [zero], overrideSignatureCheck: true }
        const record = dataOf<WireRecord>(await service().call('POST', path, { headers: key(), body }))
        expect(record.records.coins).toEqual([zeroCoin])
        const shown = dataOf<WireRecord>(await getSubname(service(), mainnet(), label))
        expect(record).toMatchObject(shown)
        const listing = await service().call(
          'GET',
          '/ens/v1/subname/ens?chainId=1&ensDomain=demo.eth&limit=100',
        )
        expect(dataOf<{ data: unknown[] }>(listing).data).toContainEqual(shown)
        expect(await resolved(record.ens)).toEqual(nothing)
        expect(await holderOf(label)).toBe(zeroAddress)
      },
    )

    it('rule: a name that is added with a signature and the zero address is held by the signer', async () => {
      const wallet = createWallet()
      const signed = await signedHeaders(wallet, { chainId: 1 })
      const body = { ...subnameBody(mainnet(), 'zero-signed'), addresses: [zero] }
      dataOf(await postAdd(service(), { headers: { ...key(), ...signed }, body }))
      expect(await holderOf('zero-signed')).toBe(wallet.address.toLowerCase())
      const update = {
        ...subnameBody(mainnet(), 'zero-signed'),
        addresses: [ethereumAddress(wallet.address)],
      }
      dataOf(await service().call('POST', '/ens/v1/subname/update', { headers: signed, body: update }))
      expect(await resolveAddress(service(), resolver(), 'zero-signed.demo.eth')).toBe(wallet.address)
    })

    it('rule: a name that is added with an API key and x-address is held by that address', async () => {
      const { address } = createWallet()
      const body = {
        ...subnameBody(mainnet(), 'zero-claimed'),
        addresses: [zero],
        overrideSignatureCheck: true,
      }
      const headers = { ...key(), 'x-message': '' }
      await expectUnchanged(service(), mainnet(), async () =>
        expectError(
          await postAdd(service(), { headers: { ...headers, 'x-address': '0x12' }, body }),
          400,
          'InvalidRecordException',
        ),
      )
      dataOf(await postAdd(service(), { headers: { ...headers, 'x-address': address }, body }))
      expect(await holderOf('zero-claimed')).toBe(address.toLowerCase())
    })

    it('rule: no signature changes a name without a holder; an admin key revokes it', async () => {
      await seedSubname(service(), mainnet(), 'zero-nobody', { addresses: [zero] })
      const signed = await signMessage(createWallet(), { chainId: 1, address: zeroAddress })
      const body = {
        ...subnameBody(mainnet(), 'zero-nobody'),
        text: [{ key: 'url', value: 'https://a.example' }],
      }
      // From the second one on, ecrecover returns the zero address.
      for (const signature of [
        signed.signature,
        `0x${'00'.repeat(64)}1b`,
        `0x${'00'.repeat(65)}`,
        '0x',
      ] as const) {
        const headers = { ...key(), ...toSignedHeaders({ ...signed, signature }) }
        for (const path of ['update', 'revoke', 'accept', 'reject']) {
          const { status } = await expectUnchanged(service(), mainnet(), () =>
            service().call('POST', `/ens/v1/subname/${path}`, { headers, body }),
          )
          expect([401, 403], `${path} signed with ${signature}`).toContain(status)
        }
      }
      const headers = { 'x-api-key': await createAdminKey(service()) }
      const revoked = await service().call('POST', '/ens/v1/subname/admin-revoke', { headers, body })
      expect(dataOf<WireRecord>(revoked).records.coins).toEqual([zeroCoin])
    })

    it('rule: update to the zero address unsets what the name resolves to and keeps its holder', async () => {
      const wallet = createWallet()
      await seedSubname(service(), mainnet(), 'zero-updated', {
        addresses: [ethereumAddress(wallet.address)],
      })
      const headers = await signedHeaders(wallet, { chainId: 1 })
      const path = '/ens/v2/subnames/zero-updated.demo.eth?chainId=1'
      const record = dataOf<WireRecord>(
        await service().call('PATCH', path, { headers, body: { addresses: [zero] } }),
      )
      expect(record.records.coins).toEqual([zeroCoin])
      expect(await resolved(record.ens)).toEqual(nothing)
      const body = { addresses: [ethereumAddress(wallet.address)] }
      dataOf(await service().call('PATCH', path, { headers, body }))
      expect(await resolved(record.ens)).toEqual({
        coin: wallet.address.toLowerCase(),
        has: true,
        address: wallet.address,
        list: ['addr(60)'],
      })
    })

    it('rule: the zero address beside a default EVM address resolves to the default', async () => {
      const { address } = createWallet()
      const addresses = [zero, { coinType: defaultEvm, address }]
      const { ens } = await seedSubname(service(), mainnet(), 'zero-default', { addresses })
      expect(await resolved(ens)).toEqual({
        coin: address.toLowerCase(),
        has: false,
        address,
        list: [`addr(${defaultEvm})`],
      })
    })

    it('rule: a reservation that is accepted with the zero address belongs to the signer', async () => {
      const wallet = createWallet()
      await seedReservation(service(), mainnet(), 'zero-accepted', wallet.address)
      const headers = await signedHeaders(wallet, { chainId: 1 })
      const body = { ...subnameBody(mainnet(), 'zero-accepted'), addresses: [zero] }
      const record = dataOf<WireRecord>(
        await service().call('POST', '/ens/v1/subname/accept', { headers, body }),
      )
      expect(record).toMatchObject({ isClaimed: true, records: { coins: [zeroCoin] } })
      expect(await holderOf('zero-accepted')).toBe(wallet.address.toLowerCase())
    })

    it.each(['/ens/v1/subname/reserve', '/ens/v2/subnames/invitations'])(
      'POST %s: 400 for the zero address, which could not accept',
      async (path) => {
        const body = { ...subnameBody(mainnet(), 'zero-reserved'), ethAddress: zeroAddress }
        await expectUnchanged(service(), mainnet(), async () =>
          expectError(
            await service().call('POST', path, { headers: key(), body }),
            400,
            'InvalidRecordException',
          ),
        )
      },
    )

    it.each([0x80000000, 2147492101])('400 for the zero address of coin type %i', async (coinType) => {
      const body = {
        ...subnameBody(mainnet(), 'zero-other'),
        addresses: [ethereumAddress(createWallet().address), { coinType, address: zeroAddress }],
        overrideSignatureCheck: true,
      }
      await expectUnchanged(service(), mainnet(), async () =>
        expectError(await postAdd(service(), { headers: key(), body }), 400, 'InvalidRecordException'),
      )
    })

    it('rule: lists by the zero address are empty', async () => {
      await seedSubname(service(), mainnet(), 'zero-unlisted', { addresses: [zero] })
      for (const coinType of ['', '&coinType=2147492101']) {
        const query = `chainId=1&address=${zeroAddress}${coinType}`
        const ofAddress = await service().call('GET', `/ens/v1/subname/address?${query}`)
        expect(dataOf(ofAddress)).toEqual({ subnames: [] })
        for (const path of ['subname/all', 'subnames/all']) {
          const page = await service().call('GET', `/ens/v2/${path}?${query}&ensDomains=demo.eth`)
          expect(dataOf(page)).toMatchObject({ data: [], pagination: { totalCount: 0, totalPages: 0 } })
        }
      }
    })

    it('rule: a name with the zero address is the primary name of no address, and no mApp signs with it', async () => {
      const wallet = createWallet()
      const { ens: name } = await seedSubname(service(), mainnet(), 'zero-primary', { addresses: [zero] })
      const body = { chainId: 1, name, address: wallet.address }
      const headers = await signedHeaders(wallet, { chainId: 1 })
      const path = '/ens/v1/primary-name/set-primary-name'
      expectError(await service().call('POST', path, { headers, body }), 403, 'NotHolderException')
    })
  },
  { withNodes: true },
)
