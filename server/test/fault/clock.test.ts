import { afterEach, expect, it } from 'vitest'
import { purgeExpired } from '../../src/core/retention.ts'
import { createWallet, signedHeaders } from '../support/credentials/signed-headers.ts'
import { sendTransfer, transfer, transferResources } from '../support/credentials/single-use.ts'
import { ethereumAddress, postAdd, seedSubname, subnameBody } from '../support/entities/subnames.ts'
import {
  addressCall,
  decodeResponse,
  encodeLookup,
  postLookup,
  resolveAddress,
  resolveText,
} from '../support/gateway/client.ts'
import { dataOf } from '../support/http/api-client.ts'
import { describeService } from '../support/service/describe-service.ts'
import { waitUntil } from '../support/wait-until.ts'

const hour = 3_600_000

/**
 * After the clock is moved, in either direction, no response is stale or rejected by a contract, no message is accepted
 * before or after its validity, no client is locked out for longer than the window of a limit, and no restart is
 * needed.
 */
describeService(
  'A clock that is moved',
  (service) => {
    afterEach(() => {
      service().clock.offsetMs = 0
    })
    const resolver = () => service().resolvers[1]['chain-bound']
    const moves = [
      ['an hour ahead', hour],
      ['an hour back', -hour],
    ] as const

    const issueName = async (label: string) => {
      const wallet = createWallet()
      const text = [{ key: 'state', value: 'before' }]
      await seedSubname(service(), service().demo[1], label, {
        addresses: [ethereumAddress(wallet.address)],
        text,
      })
      return { wallet, name: `${label}.demo.eth` }
    }

    it.each(moves)(
      'rule: when the clock is %s, responses expire by the new time immediately and include all changes',
      async (title, ahead) => {
        const label = `answers-${title.replaceAll(' ', '-')}`
        const { name, wallet } = await issueName(label)
        const callData = encodeLookup(name, addressCall(name))
        const before = await decodeResponse(
          resolver(),
          callData,
          await postLookup(service(), resolver(), callData),
        )
        expect(await resolveText(service(), resolver(), name, 'state')).toBe('before')
        const expiryOf = async () => {
          const { status, body } = await postLookup(service(), resolver(), callData)
          expect(status).toBe(200)
          const { data } = body as { data: string }
          return Number(BigInt(`0x${data.slice(2 + 64, 2 + 128)}`))
        }
        for (const moved of [ahead, 0]) {
          service().clock.offsetMs = moved
          const now = (Date.now() + moved) / 1000
          const lifetime = (await expiryOf()) - now
          expect(lifetime).toBeGreaterThan(149)
          expect(lifetime).toBeLessThanOrEqual(300)
          const value = `moved by ${moved}`
          const issuedAt = new Date(Date.now() + moved)
          const headers = {
            'x-api-key': service().key,
            ...(await signedHeaders(wallet, { chainId: 1, issuedAt })),
          }
          const body = { ...subnameBody(service().demo[1], label), text: [{ key: 'state', value }] }
          dataOf(await service().call('POST', '/ens/v1/subname/update', { headers, body }))
          const read = await service().call('GET', `/ens/v1/subname/subname?chainId=1&subname=${name}`)
          expect(dataOf(read)).toMatchObject({ records: { texts: [{ key: 'state', value }] } })
        }
        expect(await expiryOf()).toBeGreaterThanOrEqual(before.expires)
        expect(await resolveText(service(), resolver(), name, 'state')).toBe('moved by 0')
      },
    )

    it.each(moves)(
      '401 for messages outside their validity when the clock is %s; valid again once it is right',
      async (title, ahead) => {
        const wallet = createWallet()
        const label = `messages-${title.replaceAll(' ', '-')}`
        const headers = { 'x-api-key': service().key, ...(await signedHeaders(wallet, { chainId: 1 })) }
        const body = subnameBody(service().demo[1], label)
        service().clock.offsetMs = ahead
        expect((await postAdd(service(), { headers, body })).status).toBe(401)
        service().clock.offsetMs = 0
        dataOf(await postAdd(service(), { headers, body }))
        expect(await resolveAddress(service(), resolver(), `${label}.demo.eth`)).toBe(wallet.address)
      },
    )

    it('rule: a message that serves once does not serve again after the clock was ahead for a while', async () => {
      const [first, second, other] = [createWallet(), createWallet(), createWallet()]
      const seed = (label: string, holder: typeof first) =>
        seedSubname(service(), service().demo[1], label, { addresses: [ethereumAddress(holder.address)] })
      await seed('handed-over', first)
      await seed('meanwhile', other)
      const name = 'handed-over.demo.eth'
      const fields = { chainId: 1, resources: transferResources(name, second.address) }
      const used = await signedHeaders(first, fields)
      const replay = () => sendTransfer(service(), name, second.address, used)
      dataOf(await replay())
      dataOf(await transfer(service(), second, name, first.address))
      expect((await replay()).status).toBe(401)
      for (const ahead of [2 * hour, 30 * hour]) {
        service().clock.offsetMs = ahead
        const issuedAt = new Date(Date.now() + ahead)
        const resources = transferResources('meanwhile.demo.eth', other.address)
        // It uses a message up, and fails: the wallet is the holder already.
        await sendTransfer(service(), 'meanwhile.demo.eth', other.address, {
          ...(await signedHeaders(other, { chainId: 1, issuedAt, resources })),
        })
        await purgeExpired(service().context, { events: 0, deliveries: hour, lookupCounts: 0 })
        service().clock.offsetMs = 0
        expect((await replay()).status).toBe(401)
      }
      // What is signed later is accepted.
      dataOf(await transfer(service(), first, name, second.address))
    })

    it.each(moves)('429 when the clock is %s, and no lockout longer than a minute', async (_, ahead) => {
      const requestReverse = async () => (await service().call('GET', '/ens/v2/reverse?address=0x')).status
      await waitUntil('the limit is reached', async () => (await requestReverse()) === 429)
      service().clock.offsetMs = ahead
      expect(await requestReverse()).not.toBe(429)
      await waitUntil('the limit is reached again', async () => (await requestReverse()) === 429)
      service().clock.offsetMs = ahead + 61_000
      expect(await requestReverse()).not.toBe(429)
    })
  },
  { settings: { RATE_LIMIT_EXPENSIVE_PER_IP: '5' } },
)
