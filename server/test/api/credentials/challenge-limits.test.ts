import { expect, it } from 'vitest'
import { requestMAppChallenge } from '../../../src/core/challenges.ts'
import { normalizeName } from '../../../src/ens/names.ts'
import { type SignedMessage, signedHeaders } from '../../support/credentials/signed-headers.ts'
import { createHeldSubname, type HeldSubname, sendPermission } from '../../support/entities/mapps.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

describeOnEachService(
  'Stored challenges',
  (service) => {
    let labels = 0
    const held = () => createHeldSubname(service(), service().demo[1], `bounded-${labels++}`)

    /** Requests a challenge from a network address; `origin` makes each a different one. */
    const request = async ({ ens, holder }: HeldSubname, client: string, fields: object = {}) =>
      service().call('POST', '/ens/v1/siwe/mapp/add-permission', {
        headers: { 'x-forwarded-for': client },
        body: {
          domain: 'localhost',
          origin: 'http://localhost:3333/',
          address: holder.address,
          chainId: 1,
          subname: ens,
          mApp: 'app.eth',
          ...fields,
        },
      })

    const sign = async (name: HeldSubname, client: string): Promise<SignedMessage> => {
      const { challenge: message } = dataOf<{ challenge: string }>(await request(name, client), 201)
      const { holder } = name
      return { address: holder.address, message, signature: await holder.signMessage({ message }) }
    }

    const countOf = async ({ ens }: HeldSubname) => {
      const { db } = service().context.store
      return (
        await db.selectFrom('challenges').select('nonce').where('subname', '=', normalizeName(ens)).execute()
      ).length
    }

    it('400 for a lifetime of more than ten minutes, and nothing is stored', async () => {
      const name = await held()
      expectError(await request(name, '192.0.2.1', { ttl: 600_001 }), 400, 'BadRequestException')
      expect(await countOf(name)).toBe(0)
      dataOf(await request(name, '192.0.2.1', { ttl: 600_000 }), 201)
    })

    it('rule: a challenge is deleted with the first request that is later than an hour after its end', async () => {
      const name = await held()
      const { context } = service()
      const { db } = context.store
      const { ens, holder } = name
      const ofName = {
        ...{ subname: normalizeName(ens), address: holder.address, mApp: 'app.eth' },
        chainId: 1,
      } as const
      const requestAt = (time: number) =>
        requestMAppChallenge(
          { ...context, clock: () => time },
          {
            ...{ ...ofName, domain: 'localhost', origin: 'http://localhost:3333/' },
            ...{ action: 'add-permission', ttl: 60_000, caller: {} },
          },
        )
      const now = Date.now()
      await requestAt(now)
      const challenges = db.selectFrom('challenges').select(['nonce', 'expiresAt'])
      const first = await challenges.where('subname', '=', normalizeName(name.ens)).executeTakeFirstOrThrow()
      expect(first.expiresAt).toBe(now + 60_000)
      const exists = async () =>
        (await challenges.where('nonce', '=', first.nonce).executeTakeFirst()) !== undefined
      await requestAt(now + 60_000 + 3_600_000)
      expect(await exists()).toBe(true)
      await requestAt(now + 60_000 + 3_600_000 + 1)
      expect(await exists()).toBe(false)
      await db.deleteFrom('challenges').execute()
    })

    it('rule: at most 20 challenges are stored for a subname, also with concurrent requests to two servers', async () => {
      const name = await held()
      await service().withSecondService(async (other) => {
        const body = { ...name, holder: name.holder }
        const responses = await Promise.all(
          Array.from({ length: 40 }, async (_, index) =>
            index % 2 === 0
              ? request(body, '192.0.2.1')
              : other.call('POST', '/ens/v1/siwe/mapp/revoke-permission', {
                  body: {
                    domain: 'localhost',
                    origin: 'http://localhost:3333/',
                    address: name.holder.address,
                    chainId: 1,
                    subname: name.ens,
                    mApp: 'app.eth',
                  },
                }),
          ),
        )
        for (const response of responses) dataOf(response, 201)
      })
      expect(await countOf(name)).toBe(20)
    })

    it('rule: many anonymous requests do not keep a holder from granting a permission', async () => {
      const name = await held()
      const signed = await sign(name, '198.51.100.7')
      for (let index = 0; index < 30; index++)
        dataOf(await request(name, '192.0.2.1', { origin: `http://localhost/${index}` }), 201)
      dataOf(await sendPermission(service(), 'add', signed), 201)
    })

    it('401 for a challenge that newer ones of the same client have displaced', async () => {
      const name = await held()
      const signed = await sign(name, '192.0.2.1')
      for (let index = 0; index < 20; index++) dataOf(await request(name, '192.0.2.1'), 201)
      expectError(await sendPermission(service(), 'add', signed), 401, 'InvalidSignatureException')
      dataOf(await sendPermission(service(), 'add', await sign(name, '192.0.2.1')), 201)
    })

    it('rule: no more challenges are stored than the setting allows, and the oldest are evicted', async () => {
      const names = await Promise.all(Array.from({ length: 50 }, held))
      const [first] = names
      if (!first) throw new Error('There are names.')
      const signed = await sign(first, '192.0.2.1')
      await Promise.all(names.slice(1).map((name) => request(name, '192.0.2.2')))
      const rows = await service().context.store.db.selectFrom('challenges').select('nonce').execute()
      expect(rows).toHaveLength(40)
      expectError(await sendPermission(service(), 'add', signed), 401, 'InvalidSignatureException')
      const headers = await signedHeaders(first.holder, { chainId: 1 })
      const body = { text: [{ key: 'a', value: '1' }] }
      dataOf(await service().call('PATCH', `/ens/v2/subnames/${first.ens}?chainId=1`, { headers, body }))
    })
  },
  {
    settings: { RATE_LIMIT_EXPENSIVE_PER_IP: '0', TRUSTED_PROXIES: 'loopback' },
    config: { maxChallenges: 40 },
  },
)
