import { expect, it } from 'vitest'
import { dumpDatabase } from '../../contract/database-dump.ts'
import { type SignedMessage, signMessage } from '../../support/credentials/signed-headers.ts'
import {
  createSignedFixture,
  nameOf,
  type SignedFixture,
  signedOperations,
} from '../../support/credentials/signed-operations.ts'
import { type Action, sendFields, sendPermission, signChallenge } from '../../support/entities/mapps.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { expectNothingStored } from '../../support/media/uploads.ts'
import { readOperations, titleOf } from '../../support/openapi/operations.ts'
import { describeService } from '../../support/service/describe-service.ts'

const actions: readonly Action[] = ['add-permission', 'append-field', 'revoke-permission']

function challengeOf(fixture: SignedFixture, action: Action): Promise<SignedMessage> {
  return signChallenge(fixture.service, {
    action,
    signer: fixture.holder,
    subname: nameOf(fixture, 'held'),
    mApp: 'some.app.eth',
    chainId: 1,
  })
}

/** Operations with signature headers that the refusal matrix (`contract/refusals.test.ts`) tests. */
const testedElsewhere = [
  'POST /byname/v1/sessions',
  // It takes challenges, and rejects all but its own.
  'POST /ens/v1/mapp/field/append',
  // They are about the wallet, and no name or domain: `holder-messages.test.ts`.
  'GET /byname/v1/messages',
  'POST /byname/v1/messages/{messageId}/dismiss',
  // They need a message of their own purpose.
  'DELETE /byname/v1/domains/{domain}/claims/{claimId}',
  'POST /byname/v1/domains/{domain}/claims',
  'DELETE /byname/v1/names/{name}',
  'POST /byname/v1/names/{name}/transfer',
  // Control of a domain is read from a chain with ENS on it.
  'POST /ens/v1/ens/add',
  'GET /byname/v1/domains/{domain}/export',
]

/** A challenge that has granted a permission. */
async function usedChallenge(fixture: SignedFixture): Promise<SignedMessage> {
  const signed = await challengeOf(fixture, 'add-permission')
  dataOf(await sendPermission(fixture.service, 'add', signed), 201)
  return signed
}

/** Messages with another purpose than operations with signature headers. */
async function otherPurposeMessages(fixture: SignedFixture): Promise<readonly SignedMessage[]> {
  return [
    await usedChallenge(fixture),
    ...(await Promise.all(actions.map((action) => challengeOf(fixture, action)))),
    ...(await Promise.all(
      ['byname:action/any', 'BYNAME:x', 'ByName:action/add-permission'].map((resource) =>
        signMessage(fixture.holder, { chainId: 1, resources: ['https://app.example/terms', resource] }),
      ),
    )),
  ]
}

describeService('A message that allows one operation', (service) => {
  it('rule: every operation with signature headers is tested, here or in the test of its signature', async () => {
    const documented = (await readOperations(service().url)).filter(({ operation }) =>
      operation.security?.some((scheme) => 'signature' in scheme),
    )
    expect([...Object.keys(signedOperations), ...testedElsewhere].toSorted()).toEqual(
      documented.map(titleOf).toSorted(),
    )
  })

  it.each(Object.entries(signedOperations))(
    '401 for a message of another purpose instead of a sign-in: %s',
    async (_title, send) => {
      const fixture = await createSignedFixture(service())
      const messages = await otherPurposeMessages(fixture)
      const before = await dumpDatabase(service().context)
      await expectNothingStored(service(), async () => {
        for (const signed of messages)
          expectError(await send(fixture, signed), 401, 'InvalidSignatureException')
      })
      expect(await dumpDatabase(service().context)).toBe(before)
      const signIn = { chainId: 1, resources: ['https://byname.example/terms'] }
      const { status } = await send(fixture, await signMessage(fixture.holder, signIn))
      expect(status).toBeLessThan(202)
    },
  )

  it.each(['/ens/v1/siwe/verify-message', '/ens/v2/siwe/verify'])(
    'rule: a message of another purpose is no sign-in to %s',
    async (path) => {
      const fixture = await createSignedFixture(service())
      const verify = async (body: SignedMessage) =>
        dataOf(await service().call('POST', path, { body }), path.includes('v1') ? 201 : 200)
      for (const signed of await otherPurposeMessages(fixture))
        expect(await verify(signed)).toEqual({ verified: false })
      const signIn = await signMessage(fixture.holder, { chainId: 1 })
      expect(await verify(signIn)).toEqual({ verified: true })
    },
  )

  it('401 for a message of the purpose of an mApp operation that this service did not compose', async () => {
    const fixture = await createSignedFixture(service())
    const name = nameOf(fixture, 'held')
    const before = await dumpDatabase(service().context)
    for (const action of actions) {
      const resources = [`byname:action/${action}`, `byname:subname/${name}`, 'byname:mapp/some.app.eth']
      const signed = await signMessage(fixture.holder, { chainId: 1, resources })
      const response = await (action === 'append-field'
        ? sendFields(service(), name, [{ key: 'a', value: '1' }], signed)
        : sendPermission(service(), action === 'add-permission' ? 'add' : 'revoke', signed))
      expectError(response, 401, 'InvalidSignatureException')
    }
    expect(await dumpDatabase(service().context)).toBe(before)
  })
})
