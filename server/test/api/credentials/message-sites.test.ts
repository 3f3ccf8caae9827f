import { expect, it } from 'vitest'
import type { Domain } from '../../../src/model/domain.ts'
import { createWallet, signedHeaders, signMessage } from '../../support/credentials/signed-headers.ts'
import { createSignedFixture, nameOf, signedOperations } from '../../support/credentials/signed-operations.ts'
import {
  ownHost,
  purposeOf,
  releaseHeaders,
  sendRelease,
  sendTransfer,
  transferResources,
} from '../../support/credentials/single-use.ts'
import {
  claimHeaders,
  claimsPath,
  openClaims,
  sendClaim,
  type WireClaimOutcome,
} from '../../support/entities/claims.ts'
import { type ApiResponse, dataOf } from '../../support/http/api-client.ts'
import { describeService } from '../../support/service/describe-service.ts'

type Headers = Readonly<Record<string, string>>
type Send = (domain: Domain, site: string, headers: Headers) => Promise<ApiResponse>

const own = ownHost.host

describeService(
  'The sites of signed messages',
  (service) => {
    const held = async (domain: Domain) => {
      const fixture = await createSignedFixture(service(), { domain })
      return { name: nameOf(fixture, 'held'), holder: fixture.holder }
    }
    let labels = 0
    const label = () => `name-${labels++}`

    /** What cannot be undone, and claims. */
    const strict: Readonly<Record<string, Send>> = {
      claim: async (domain, site, headers) => {
        await openClaims(service(), domain, { needsApproval: false })
        const [wallet, name] = [createWallet(), label()]
        const signed = await claimHeaders(wallet, domain, name, { domain: site })
        return sendClaim(service(), domain, name, { ...signed, ...headers })
      },
      'withdrawal of a claim': async (domain, site, headers) => {
        await openClaims(service(), domain, { needsApproval: true })
        const [wallet, name] = [createWallet(), label()]
        const claimed = await sendClaim(
          service(),
          domain,
          name,
          await claimHeaders(wallet, domain, name, { domain: own }),
        )
        const { id } = dataOf<WireClaimOutcome>(claimed, 201)
        const resources = purposeOf('withdraw-claim', { claim: id ?? '' })
        const signed = await signedHeaders(wallet, { chainId: 1, domain: site, resources })
        const path = `${claimsPath(domain)}/${id}?chainId=1`
        return service().call('DELETE', path, { headers: { ...ownHost, ...signed, ...headers } })
      },
      transfer: async (domain, site, headers) => {
        const [{ name, holder }, to] = [await held(domain), createWallet().address]
        const fields = { chainId: 1, domain: site, resources: transferResources(name, to) }
        return sendTransfer(service(), name, to, { ...(await signedHeaders(holder, fields)), ...headers })
      },
      release: async (domain, site, headers) => {
        const { name, holder } = await held(domain)
        const signed = await releaseHeaders(holder, name, { domain: site })
        return sendRelease(service(), name, { ...signed, ...headers })
      },
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

    it.each(Object.entries(strict))(
      'rule: %s: a message is for this service, or an allowed origin',
      async (_, send) => {
        for (const [origins, site, origin, expected] of cases) {
          const domain = await service().onboard()
          if (origins) await allow(domain, origins)
          const { status } = await send(domain, site, origin === undefined ? {} : { origin })
          const outcome = status < 300 ? 'ok' : status
          expect([origins, site, origin, outcome]).toEqual([origins, site, origin, expected])
        }
      },
    )

    const allow = async ({ name }: Domain, allowedOrigins: readonly string[]) =>
      dataOf(
        await service().call('PATCH', `/byname/v1/domains/${name}?chainId=1`, {
          headers: { 'x-api-key': service().key },
          body: { allowedOrigins },
        }),
      )

    it.each(Object.entries(strict))(
      '401 for %s with a message whose scheme is not allowed',
      async (_, send) => {
        const domain = await service().onboard()
        await allow(domain, ['https://shop.example'])
        const signedFor = async (scheme: string) =>
          (await send(domain, `${scheme}://shop.example`, {})).status
        expect(await signedFor('http')).toBe(401)
        expect(await signedFor('https')).toBeLessThan(300)
      },
    )

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
