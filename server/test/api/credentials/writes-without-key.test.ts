import { expect, it } from 'vitest'
import { createWallet, toSignedHeaders } from '../../support/credentials/signed-headers.ts'
import { signedInputs } from '../../support/credentials/signed-operations.ts'
import {
  createWalletFixture,
  mAppInputs,
  signFor,
  singleUseInputs,
} from '../../support/credentials/wallet-operations.ts'
import { claim, openClaims } from '../../support/entities/claims.ts'
import { asNewClient, exhaust, expectBudgetExceeded } from '../../support/http/write-budgets.ts'
import { readOperations, sendOperation, titleOf } from '../../support/openapi/operations.ts'
import { describeService } from '../../support/service/describe-service.ts'

const inputs = { ...signedInputs, ...singleUseInputs, ...mAppInputs }

/** Operations that write without API key or session, by hand. */
const writesWithoutKey = [
  'POST /ens/v1/subname/update',
  'PATCH /ens/v2/subnames/{subname}',
  'POST /ens/v1/subname/accept',
  'PATCH /ens/v2/subnames/invitations/{subname}',
  'POST /ens/v1/subname/reject',
  'POST /ens/v1/subname/upload-to-cdn',
  'POST /ens/v1/primary-name/set-primary-name',
  'POST /byname/v1/names/{name}/transfer',
  'DELETE /byname/v1/names/{name}',
  'POST /byname/v1/domains/{domain}/claims',
  'DELETE /byname/v1/domains/{domain}/claims/{claimId}',
  'POST /byname/v1/sessions',
  'POST /ens/v1/siwe/mapp/add-permission',
  'POST /ens/v1/siwe/mapp/append-field',
  'POST /ens/v1/siwe/mapp/revoke-permission',
  'POST /ens/v1/mapp/permission/add',
  'POST /ens/v1/mapp/permission/revoke',
  'POST /ens/v1/mapp/field/append',
] as const

/**
 * Of a claim that was charged, a few rows: bounded by their own counts, of a recipient and of a network address. Of a message that is
 * there, the time of its dismissal, once.
 */
const countedOtherwise = [
  'POST /byname/v1/messages/{messageId}/dismiss',
  'PUT /byname/v1/domains/{domain}/claims/{claimId}/notice',
  'PUT /byname/v1/domains/{domain}/claims/{claimId}/notice/push',
  'DELETE /byname/v1/domains/{domain}/claims/{claimId}/notice',
  // Counted when a contract has verified it: `sealed-names.test.ts` exhausts it.
  'PUT /byname/v1/names/{name}/sealed-set',
  'POST /byname/v1/names/{name}/sealed-set',
] as const

describeService(
  'Operations that write without a key',
  (service) => {
    it.each(writesWithoutKey)('429 for %s when the client has written its share', async (title) => {
      const [method = '', path = ''] = title.split(' ')
      const client = asNewClient(service())
      await exhaust(service(), `address ${client.client}`)
      const fixture = await createWalletFixture(service())
      const input = await inputs[title](fixture)
      const headers = toSignedHeaders(await signFor(fixture, input))
      const response = await sendOperation(client.call, { method, path }, input, headers)
      expectBudgetExceeded(response, 'Your address')
    })

    it('429 for a claim that needs approval', async () => {
      const client = asNewClient(service())
      const domain = await service().onboard()
      await openClaims(service(), domain, { needsApproval: true })
      await exhaust(service(), `address ${client.client}`)
      expectBudgetExceeded(await claim(client, domain, 'bob', createWallet()), 'Your address')
    })

    it('rule: the list of operations that write without a key is complete', async () => {
      const documented = (await readOperations(service().url))
        .filter(({ method, operation }) => method !== 'get' && isOpenWithoutKey(operation))
        .map(titleOf)
      expect(documented.toSorted()).toEqual([...writesWithoutKey, ...countedOtherwise].toSorted())
    })
  },
  { settings: { TRUSTED_PROXIES: 'loopback', RATE_LIMIT_EXPENSIVE_PER_IP: '0' } },
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
