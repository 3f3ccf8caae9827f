import { expect, it } from 'vitest'
import { routes } from '../../../src/http/operations.ts'
import type { Domain } from '../../../src/model/domain.ts'
import { writeDomainHost } from '../../../src/store/entities/domain-hosts.ts'
import {
  type MessageFields,
  signedHeaders,
  signMessage,
  toSignedHeaders,
} from '../../support/credentials/signed-headers.ts'
import {
  createSignedFixture,
  signedInputs,
  signedOperations,
} from '../../support/credentials/signed-operations.ts'
import { ownHost, purposeOf } from '../../support/credentials/single-use.ts'
import {
  createWalletFixture,
  mAppInputs,
  type SingleUseInput,
  signFor,
  singleUseInputs,
  type WalletFixture,
} from '../../support/credentials/wallet-operations.ts'
import { dataOf } from '../../support/http/api-client.ts'
import { readOperations, sendOperation, titleOf, type ValidInput } from '../../support/openapi/operations.ts'
import { describeService } from '../../support/service/describe-service.ts'

/**
 * Where a message of each operation may be signed if its domain has no allowed origins. `any`: also at other sites, by
 * existing clients. `here`: at this service and the domain's own hosts, because it cannot be undone or reads what is not
 * public. `service`: at this service alone, whatever the domain allows.
 */
const sitesOf: Readonly<Record<string, 'any' | 'here' | 'service'>> = {
  'POST /byname/v1/sessions': 'service',
  'GET /byname/v1/messages': 'service',
  'POST /byname/v1/messages/{messageId}/dismiss': 'service',
  'POST /byname/v1/domains/{domain}/claims': 'here',
  'DELETE /byname/v1/domains/{domain}/claims/{claimId}': 'here',
  'POST /byname/v1/names/{name}/transfer': 'here',
  'DELETE /byname/v1/names/{name}': 'here',
  'GET /byname/v1/names/{name}/history': 'here',
  'GET /byname/v1/claims': 'here',
  'GET /byname/v1/domains/{domain}/export': 'here',
  'POST /byname/v1/names/batch': 'any',
  'POST /ens/v1/subname/add': 'any',
  'POST /ens/v2/subnames': 'any',
  'POST /ens/v1/subname/update': 'any',
  'PATCH /ens/v2/subnames/{subname}': 'any',
  'POST /ens/v1/subname/accept': 'any',
  'PATCH /ens/v2/subnames/invitations/{subname}': 'any',
  'POST /ens/v1/subname/reject': 'any',
  'POST /ens/v1/subname/revoke': 'any',
  'DELETE /ens/v2/subnames/invitations/{subname}': 'any',
  'POST /ens/v1/subname/upload-to-cdn': 'any',
  'POST /ens/v1/primary-name/set-primary-name': 'any',
  'POST /ens/v1/mapp/permission/add': 'any',
  'POST /ens/v1/mapp/permission/revoke': 'any',
  'POST /ens/v1/mapp/field/append': 'any',
  // Where nothing is proven on chain, it reads no message: `devnet/domains/takeover.test.ts` has its sites.
  'POST /ens/v1/ens/add': 'any',
}

/** Their own part of the wall, because they compose the message that is signed. */
const challengeRequests = Object.keys(mAppInputs).filter((title) => title.includes('/siwe/'))

/** A controller's message, without a chain on which it controls the domain. */
const exportInput = async ({ domain }: WalletFixture): Promise<SingleUseInput> => ({
  params: { domain: domain.name },
  query: { chainId: '1' },
  resources: purposeOf('export', { domain: domain.name }),
})

const inputs: Readonly<Record<string, (fixture: WalletFixture) => ValidInput | Promise<ValidInput>>> = {
  ...signedInputs,
  ...singleUseInputs,
  ...mAppInputs,
  'GET /byname/v1/domains/{domain}/export': exportInput,
}

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
      'rule: whether a domain without allowed origins takes a message for any site: %s',
      async (title, send) => {
        const fixture = await createSignedFixture(service(), { domain: await service().onboard() })
        const fields = { chainId: 1, domain: 'any.example', uri: 'https://other.example/' }
        const { status } = await send(fixture, await signMessage(fixture.holder, fields))
        expect(status < 300 ? 'any' : status).toBe(sitesOf[title] === 'any' ? 'any' : 401)
      },
    )
  },
  { settings: { RATE_LIMIT_EXPENSIVE_PER_IP: '0' } },
)

const publicHost = 'names.example:3333'
const allowedSite = 'shop.example'

describeService(
  'The sites of signed messages, with allowed origins',
  (service) => {
    const allow = async ({ name }: Domain, ...allowedOrigins: readonly string[]) =>
      dataOf(
        await service().call('PATCH', `/byname/v1/domains/${name}?chainId=1`, {
          headers: { 'x-api-key': service().key },
          body: { allowedOrigins },
        }),
      )

    let count = 0
    /** A domain that allows one foreign site, and has an own host; returns the origin of the host. */
    const createDomain = async () => {
      const domain = await service().onboard()
      const host = `names${count++}.acme.example`
      const now = Date.now()
      const entry = { host, domainKey: domain.key, provenAt: now, checkedAt: now, missingSince: null }
      await service()
        .context.store.db.transaction()
        .execute((tx) => writeDomainHost(tx, entry))
      await allow(domain, allowedSite)
      return { domain, ownSite: `${host}:3333` }
    }

    type Outcome = 'accepted' | 'refused'

    const outcomeOf = (status: number, error: unknown): Outcome => {
      const isOfSite = status === 401 || (status === 403 && `${error}`.startsWith('OriginNotAllowed'))
      // A request that is refused later, by what no chain says here, has passed.
      if (!isOfSite) expect(status, `${error}`).not.toBe(400)
      return isOfSite ? 'refused' : 'accepted'
    }

    const sendFor = async (
      title: string,
      domain: Domain,
      site: string,
      fields: Partial<MessageFields> = {},
    ): Promise<Outcome> => {
      const [method = '', path = ''] = title.split(' ')
      // A challenge for a site that is not allowed later on.
      const isChallenge = path.includes('/mapp/') && !path.includes('/siwe/')
      if (isChallenge) await allow(domain, allowedSite, site)
      const fixture = { ...(await createWalletFixture(service(), domain)), site }
      const prepared = { ...fixture, ...(path.includes('claimId') && { site: publicHost }) }
      const input: ValidInput & Partial<SingleUseInput> = (await inputs[title]?.(prepared)) ?? {}
      if (isChallenge) await allow(domain, allowedSite)
      const signed = Object.keys(fields).length === 0 ? await signFor(fixture, input) : undefined
      const headers = signed
        ? toSignedHeaders(signed)
        : await signedHeaders(fixture.holder, {
            chainId: 1,
            domain: site,
            ...fields,
            ...(input.resources && { resources: input.resources }),
          })
      const needsKey = title in signedInputs && method !== 'GET'
      const { call, key } = service()
      const response = await sendOperation(call, { method, path }, input, {
        ...(needsKey && { 'x-api-key': key }),
        ...headers,
      })
      return outcomeOf(response.status, errorText(response.body))
    }

    it('rule: each operation that takes a signature has a row', async () => {
      const documented = (await readOperations(service().url)).filter(({ operation }) =>
        operation.security?.some((scheme) => 'signature' in scheme),
      )
      const signedInBody = routes
        .filter(({ auth }) => auth.signature === 'in-body')
        .map(({ method, url }) => `${method} ${url}`)
      expect(Object.keys(sitesOf).toSorted()).toEqual(
        [...documented.map(titleOf), ...signedInBody].toSorted(),
      )
    })

    const titles = [...Object.keys(sitesOf).filter((title) => title in inputs), ...challengeRequests]

    it.each(titles)(
      'rule: this service and an own host are accepted beside an allowed origin, others are not: %s',
      async (title) => {
        const { domain, ownSite } = await createDomain()
        const other = await createDomain()
        const isOfService = sitesOf[title] === 'service'
        const expected: readonly (readonly [string, Outcome])[] = [
          [publicHost, 'accepted'],
          [ownSite, isOfService ? 'refused' : 'accepted'],
          [allowedSite, isOfService ? 'refused' : 'accepted'],
          [other.ownSite, 'refused'],
          ['names.example', 'refused'],
          ['evil.example:3333', 'refused'],
        ]
        for (const [site, outcome] of expected)
          expect([site, await sendFor(title, domain, site)]).toEqual([site, outcome])
      },
    )

    it.each(titles.filter((title) => !title.includes('/mapp/')))(
      'rule: the URI of a message is of its site, or of another one that is accepted: %s',
      async (title) => {
        const { domain, ownSite } = await createDomain()
        const isOfService = sitesOf[title] === 'service'
        const expected: readonly (readonly [string, Outcome])[] = [
          [`https://${publicHost}/path?query`, 'accepted'],
          ['http://names.example', 'accepted'],
          [`http://${ownSite}/`, isOfService ? 'refused' : 'accepted'],
          ['capacitor://localhost', 'accepted'],
          ['https://evil.example/', 'refused'],
          [`https://${publicHost}.evil.example/`.replace(':3333', ''), 'refused'],
          ['https://names.example:3333@evil.example/', 'refused'],
        ]
        for (const [uri, outcome] of expected)
          expect([uri, await sendFor(title, domain, publicHost, { uri })]).toEqual([uri, outcome])
      },
    )

    it.each(challengeRequests)(
      '403 for a challenge with a URI of a site that is not accepted: %s',
      async (title) => {
        const { domain } = await createDomain()
        const [method = '', path = ''] = title.split(' ')
        const fixture = await createWalletFixture(service(), domain)
        const body = {
          domain: publicHost,
          address: fixture.holder.address,
          subname: `${fixture.held}.${domain.name}`,
          mApp: 'some.app.eth',
          chainId: 1,
        }
        const request = (origin: string) => service().call(method, path, { body: { ...body, origin } })
        expect((await request('https://evil.example/')).status).toBe(403)
        expect((await request(`http://${publicHost}/`)).status).toBe(201)
      },
    )
  },
  {
    settings: { PUBLIC_URL: `http://${publicHost}`, RATE_LIMIT_EXPENSIVE_PER_IP: '0' },
    withNodes: true,
  },
)

/** Of the envelope. */
function errorText(body: unknown): string | null {
  return (body as { result?: { error?: string } } | undefined)?.result?.error ?? null
}
