import { afterEach, expect, it } from 'vitest'
import { dataOf, expectFailure } from '../support/api-client.ts'
import { describeService } from '../support/describe-service.ts'
import { addressCall, addressOf, encodeLookup, open, post } from '../support/gateway-client.ts'
import { add, ethereumAddress, issue, subnameIn } from '../support/names.ts'
import { newWallet, signedHeaders } from '../support/signed-headers.ts'
import { textOf } from '../support/gateway-client.ts'

const hour = 3_600_000

/**
 * Promised: a clock that is moved, in either direction, gives no answer that is old or that no contract would take, lets no
 * message in before or after its time, locks nobody out for longer than a limit lasts, and needs no restart.
 */
describeService(
  'A clock that is moved',
  (service) => {
    afterEach(() => {
      service().clock.ahead = 0
    })
    const resolver = () => service().resolvers[1]['chain-bound']
    const moves = [
      ['an hour ahead', hour],
      ['an hour back', -hour],
    ] as const

    const issueName = async (label: string) => {
      const wallet = newWallet()
      const text = [{ key: 'state', value: 'before' }]
      await issue(service(), service().demo[1], label, { addresses: [ethereumAddress(wallet.address)], text })
      return { wallet, name: `${label}.demo.eth` }
    }

    it.each(moves)('rule: %s, answers expire by the new time at once, and changes are in them', async (title, ahead) => {
      const label = `answers-${title.replaceAll(' ', '-')}`
      const { name } = await issueName(label)
      const question = encodeLookup(name, addressCall(name))
      const before = await open(resolver(), question, await post(service(), resolver(), question))
      expect(await textOf(service(), resolver(), name, 'state')).toBe('before')
      const expiryOf = async () => {
        const { status, body } = await post(service(), resolver(), question)
        expect(status).toBe(200)
        const { data } = body as { data: string }
        return Number(BigInt(`0x${data.slice(2 + 64, 2 + 128)}`))
      }
      for (const moved of [ahead, 0]) {
        service().clock.ahead = moved
        const now = (Date.now() + moved) / 1000
        const lifetime = (await expiryOf()) - now
        expect(lifetime).toBeGreaterThan(149)
        expect(lifetime).toBeLessThanOrEqual(300)
        const headers = { 'x-api-key': service().key }
        const value = `moved by ${moved}`
        const body = {
          ...subnameIn(service().demo[1], label),
          text: [{ key: 'state', value }],
          overrideSignatureCheck: true,
        }
        dataOf(await service().call('POST', '/ens/v1/subname/update', { headers, body }))
        const shown = await service().call('GET', `/ens/v1/subname/subname?chainId=1&subname=${name}`)
        expect(dataOf(shown)).toMatchObject({ records: { texts: [{ key: 'state', value }] } })
      }
      expect(await expiryOf()).toBeGreaterThanOrEqual(before.expires)
      expect(await textOf(service(), resolver(), name, 'state')).toBe('moved by 0')
    })

    it.each(moves)('401 for messages of a time that is not now: %s; when the clock is right again, they are good', async (title, ahead) => {
      const wallet = newWallet()
      const label = `messages-${title.replaceAll(' ', '-')}`
      const headers = { 'x-api-key': service().key, ...(await signedHeaders(wallet, { chainId: 1 })) }
      const body = subnameIn(service().demo[1], label)
      service().clock.ahead = ahead
      expect((await add(service(), { headers, body })).status).toBe(401)
      service().clock.ahead = 0
      dataOf(await add(service(), { headers, body }))
      expect(await addressOf(service(), resolver(), `${label}.demo.eth`)).toBe(wallet.address)
    })

    it.each(moves)('rule: %s, a limit that is reached lets go after its minute', async (_, ahead) => {
      const { wallet } = await issueName(`limit${ahead < 0 ? 'back' : 'ahead'}`)
      const list = () => service().call('GET', `/ens/v1/subname/address?address=${wallet.address}&chainId=1`)
      while ((await list()).status !== 429);
      service().clock.ahead = ahead
      const status = (await list()).status
      if (ahead > 0) expect(status).toBe(200)
      else expectFailure(await list(), 429, 'TooManyRequestsException')
      service().clock.ahead = ahead + 61_000
      expect((await list()).status).toBe(200)
    })
  },
  { settings: { RATE_LIMIT_COSTLY: '5' } },
)
