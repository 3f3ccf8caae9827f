import { expect, it } from 'vitest'
import type { Domain } from '../../../src/model/domain.ts'
import { signedHeaders, signMessage } from '../../support/credentials/signed-headers.ts'
import { createSignedFixture, signedOperations } from '../../support/credentials/signed-operations.ts'
import { ownHost } from '../../support/credentials/single-use.ts'
import { createWalletFixture, singleUseInputs } from '../../support/credentials/wallet-operations.ts'
import { dataOf } from '../../support/http/api-client.ts'
import { sendOperation } from '../../support/openapi/operations.ts'
import { describeService } from '../../support/service/describe-service.ts'

/** Operations whose message serves once: what cannot be undone, and claims. */
const strict = [
  'POST /byname/v1/domains/{domain}/claims',
  'DELETE /byname/v1/domains/{domain}/claims/{claimId}',
  'POST /byname/v1/names/{name}/transfer',
  'DELETE /byname/v1/names/{name}',
] as const

const own = ownHost.host

describeService(
  'The sites of signed messages',
  (service) => {
    const send = async (
      title: (typeof strict)[number],
      domain: Domain,
      { site, headers = {} }: { site: string; headers?: Readonly<Record<string, string>> },
    ) => {
      const [method = '', path = ''] = title.split(' ')
      const fixture = await createWalletFixture(service(), domain)
      const input = await singleUseInputs[title](fixture)
      const fields = { chainId: 1, domain: site, resources: input.resources }
      const signed = await signedHeaders(fixture.holder, fields)
      return sendOperation(service().call, { method, path }, input, { ...ownHost, ...signed, ...headers })
    }

    /** Allowed origins of the domain, site of the message, origin of the page; the status, by hand. */
    const cases: readonly (readonly [
      readonly string[] | null,
      string,
      string | undefined,
      'ok' | 401 | 403,
    ])[] = [
      [null, own, undefined, 'ok'],
      [null, own, `http://${own}`, 'ok'],
      [null, own, `https://${own}`, 403],
      [null, own, 'https://shop.example', 403],
      [null, 'shop.example', undefined, 401],
      [null, 'shop.example', 'https://shop.example', 401],
      [null, 'shop.example', `http://${own}`, 403],
      [null, 'localhost:3334', undefined, 401],
      [['https://shop.example'], 'shop.example', undefined, 'ok'],
      [['https://shop.example'], 'shop.example', 'https://shop.example', 'ok'],
      [['https://shop.example'], 'shop.example', 'http://shop.example', 403],
      [['https://shop.example'], own, `http://${own}`, 'ok'],
      [['https://shop.example'], 'other.example', undefined, 401],
      [['shop.example'], 'shop.example', 'http://shop.example', 'ok'],
    ]

    it.each(strict)('rule: %s: a message is for this service, or an allowed origin', async (title) => {
      for (const [origins, site, origin, expected] of cases) {
        const domain = await service().onboard()
        if (origins) await allow(domain, origins)
        const headers = origin === undefined ? {} : { origin }
        const { status } = await send(title, domain, { site, headers })
        const outcome = status < 300 ? 'ok' : status
        expect([origins, site, origin, outcome]).toEqual([origins, site, origin, expected])
      }
    })

    const allow = async ({ name }: Domain, allowedOrigins: readonly string[]) =>
      dataOf(
        await service().call('PATCH', `/byname/v1/domains/${name}?chainId=1`, {
          headers: { 'x-api-key': service().key },
          body: { allowedOrigins },
        }),
      )

    it.each(strict)('401 for %s with a message whose scheme is not allowed', async (title) => {
      const domain = await service().onboard()
      await allow(domain, ['https://shop.example'])
      const signedFor = async (scheme: string) =>
        (await send(title, domain, { site: `${scheme}://shop.example` })).status
      expect(await signedFor('http')).toBe(401)
      expect(await signedFor('https')).toBeLessThan(300)
    })

    it.each(Object.entries(signedOperations))(
      'rule: a domain without allowed origins takes a message for any site: %s',
      async (_title, send) => {
        const fixture = await createSignedFixture(service(), { domain: await service().onboard() })
        const signed = await signMessage(fixture.holder, { chainId: 1, domain: 'any.example' })
        expect((await send(fixture, signed)).status).toBeLessThan(300)
      },
    )
  },
  { settings: { RATE_LIMIT_EXPENSIVE_PER_IP: '0' } },
)
