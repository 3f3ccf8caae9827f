import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { sendSignIn, signInHeaders } from '../../support/credentials/sessions.ts'
import { createWallet, signedHeaders, signMessage } from '../../support/credentials/signed-headers.ts'
import { createSignedFixture, nameOf, signedOperations } from '../../support/credentials/signed-operations.ts'
import { purposeOf, releaseHeaders, sendRelease, transfer } from '../../support/credentials/single-use.ts'
import { claim, openClaims, type WireClaimOutcome } from '../../support/entities/claims.ts'
import { createHeldSubname, sendFields, sendPermission, signChallenge } from '../../support/entities/mapps.ts'
import { type ApiResponse, dataOf } from '../../support/http/api-client.ts'
import { asNewClient, exhaust, expectBudgetExceeded } from '../../support/http/write-budgets.ts'
import { readOperations } from '../../support/openapi/operations.ts'
import { describeService } from '../../support/service/describe-service.ts'
import type { TestService } from '../../support/service/service.ts'

const settings = { TRUSTED_PROXIES: 'loopback', RATE_LIMIT_EXPENSIVE_PER_IP: '0' }

/** Operations that write without API key or session, by hand, with a request of each that is valid. */
const writesWithoutKey: Readonly<Record<string, (client: TestService) => Promise<ApiResponse>>> = {
  ...Object.fromEntries(
    [
      'POST /ens/v1/subname/update',
      'PATCH /ens/v2/subnames/{subname}',
      'POST /ens/v1/subname/accept',
      'PATCH /ens/v2/subnames/invitations/{subname}',
      'POST /ens/v1/subname/reject',
      'POST /ens/v1/subname/upload-to-cdn',
      'POST /ens/v1/primary-name/set-primary-name',
    ].map((title) => [
      title,
      async (client: TestService) => {
        const fixture = await createSignedFixture(client)
        const signed = await signMessage(fixture.holder, { chainId: 1 })
        const send = signedOperations[title]
        if (!send) throw new Error(`${title} is not a signed operation.`)
        return send({ ...fixture, service: { ...client, key: 'byname_none' } }, signed)
      },
    ]),
  ),
  'POST /byname/v1/names/{name}/transfer': async (client) => {
    const fixture = await createSignedFixture(client)
    return transfer(client, fixture.holder, nameOf(fixture, 'held'), createWallet().address)
  },
  'DELETE /byname/v1/names/{name}': async (client) => {
    const fixture = await createSignedFixture(client)
    const name = nameOf(fixture, 'held')
    return sendRelease(client, name, await releaseHeaders(fixture.holder, name))
  },
  'POST /byname/v1/domains/{domain}/claims': async (client) => {
    const domain = await client.onboard()
    await openClaims(client, domain)
    return claim(client, domain, 'alice', createWallet())
  },
  'DELETE /byname/v1/domains/{domain}/claims/{claimId}': async (client) => {
    const domain = await client.onboard()
    await openClaims(client, domain, { needsApproval: true })
    const wallet = createWallet()
    const other = asNewClient(client)
    const { id } = dataOf<WireClaimOutcome>(await claim(other, domain, 'carol', wallet), 201)
    const resources = purposeOf('withdraw-claim', { claim: `${id}` })
    return client.call('DELETE', `/byname/v1/domains/${domain.name}/claims/${id}?chainId=1`, {
      headers: await signedHeaders(wallet, { chainId: 1, domain: new URL(client.url).host, resources }),
    })
  },
  'POST /byname/v1/sessions': async (client) =>
    sendSignIn(client, await signInHeaders(client, createWallet())),
}

describeService(
  'Operations that write without a key',
  (service) => {
    const challenge = async (
      client: TestService,
      action: 'add-permission' | 'append-field' | 'revoke-permission',
    ) => {
      const held = await createHeldSubname(service(), service().demo[1], `c${randomBytes(4).toString('hex')}`)
      const app = await createHeldSubname(
        service(),
        service().demo[1],
        `app${randomBytes(4).toString('hex')}`,
      )
      const request = {
        action,
        signer: action === 'append-field' ? app.holder : held.holder,
        subname: held.ens,
        mApp: app.ens,
        chainId: 1,
      }
      return { held, app, request, client }
    }
    it.each(Object.keys(writesWithoutKey))(
      '429 for %s when the client has written its share',
      async (title) => {
        const client = asNewClient(service())
        await exhaust(service(), `address ${client.client}`)
        const response = await writesWithoutKey[title]?.(client)
        if (!response) throw new Error(`${title} is missing.`)
        expectBudgetExceeded(response, 'Your address')
      },
    )

    it('429 for a claim that needs approval, its withdrawal, challenges, mApps and their fields', async () => {
      const client = asNewClient(service())
      const domain = await service().onboard()
      await openClaims(service(), domain, { needsApproval: true })
      await exhaust(service(), `address ${client.client}`)
      expectBudgetExceeded(await claim(client, domain, 'bob', createWallet()), 'Your address')

      for (const action of ['add-permission', 'append-field', 'revoke-permission'] as const) {
        const { request } = await challenge(service(), action)
        const signed = await signChallenge(service(), request)
        const { subname, mApp } = request
        const body = {
          domain: 'localhost',
          origin: 'http://localhost:3333/',
          address: request.signer.address,
          subname,
          mApp,
          chainId: 1,
        }
        expectBudgetExceeded(
          await client.call('POST', `/ens/v1/siwe/mapp/${action}`, { body }),
          'Your address',
        )
        if (action === 'append-field') continue
        expectBudgetExceeded(
          await sendPermission(client, action === 'add-permission' ? 'add' : 'revoke', signed),
          'Your address',
        )
      }
      const { held, app } = await challenge(service(), 'append-field')
      const grant = await signChallenge(service(), {
        action: 'add-permission',
        signer: held.holder,
        subname: held.ens,
        mApp: app.ens,
        chainId: 1,
      })
      dataOf(await sendPermission(service(), 'add', grant), 201)
      const append = await signChallenge(service(), {
        action: 'append-field',
        signer: app.holder,
        subname: held.ens,
        mApp: app.ens,
        chainId: 1,
      })
      expectBudgetExceeded(
        await sendFields(client, held.ens, [{ key: 'a', value: 'b' }], append),
        'Your address',
      )
    })

    it('rule: the list of operations that write without a key is complete', async () => {
      const documented = (await readOperations(service().url))
        .filter(({ method, operation }) => method !== 'get' && isOpenWithoutKey(operation))
        .map(({ method, path }) => `${method.toUpperCase()} ${path}`)
      const others = [
        // Covered by the test above.
        'POST /ens/v1/mapp/permission/add',
        'POST /ens/v1/mapp/permission/revoke',
        'POST /ens/v1/mapp/field/append',
        'POST /ens/v1/siwe/mapp/add-permission',
        'POST /ens/v1/siwe/mapp/append-field',
        'POST /ens/v1/siwe/mapp/revoke-permission',
      ]
      expect(documented.toSorted()).toEqual([...Object.keys(writesWithoutKey), ...others].toSorted())
    })
  },
  { settings },
)

function isOpenWithoutKey(operation: {
  readonly security?: unknown
  readonly parameters?: unknown
}): boolean {
  const security = JSON.stringify(operation.security ?? [])
  const isWithoutKey = security === '[]' || /\{("signerAddress":\[\]|\})/.test(security)
  // Every write takes an Idempotency-Key.
  return (
    isWithoutKey &&
    JSON.stringify(operation.parameters ?? [])
      .toLowerCase()
      .includes('idempotency-key')
  )
}
