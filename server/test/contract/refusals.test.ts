import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readOperations, sendOperation, titleOf } from '../support/openapi/operations.ts'
import type { DocumentedOperation } from '../support/openapi/response-schemas.ts'
import { startTestSandbox, type TestSandbox } from '../support/service/sandbox.ts'
import { type DatabaseDumps, openDumps } from './database-dump.ts'
import { createFixture, endSubscription } from './fixture.ts'
import { challenge, createRefusedKeys, type RefusedKeys, refusalsOf } from './refusals.ts'
import { validHeaders, wireNameOf } from './send-operation.ts'
import { validInputs } from './valid-inputs.ts'

let sandbox: TestSandbox
let keys: RefusedKeys
let dumps: DatabaseDumps
let operations: readonly DocumentedOperation[]

beforeAll(async () => {
  sandbox = await startTestSandbox()
  keys = await createRefusedKeys(sandbox)
  dumps = await openDumps(sandbox.context)
  operations = (await readOperations(sandbox.file.url)).filter(({ path }) => /^\/(ens|byname)\//.test(path))
})
afterAll(async () => {
  dumps.close()
  await sandbox.stop()
})

/** Rejections of a message in the body that has to be a challenge. */
const ofChallenge = Object.keys(challenge)

/** Rejections that do not apply, with the reason. */
const exemptions: Readonly<Record<string, readonly string[]>> = {
  // It lists the domains of the key; a key that is limited to certain domains may list those.
  'GET /ens/v1/ens/api-key': ['a key of another workspace', "a key of the other chain's domain"],
  'GET /ens/v1/ens/workspace/{workspaceId}': ["a key of the other chain's domain"],
  // A key reads what it may, which may be nothing.
  'GET /byname/v1/events': ['a key of another workspace', "a key of the other chain's domain"],
  'GET /byname/v1/events/stream': ['a key of another workspace', "a key of the other chain's domain"],
  'GET /byname/v1/names/{name}/history': ['a key of another workspace', "a key of the other chain's domain"],
  'GET /byname/v1/workspaces': ['a key of another workspace', "a key of the other chain's domain"],
  'GET /byname/v1/webhooks': ["a key of the other chain's domain"],
  // A key may be absent, or be of another workspace: then the response has the data on chain.
  'GET /byname/v1/domains/{domain}/setup': [
    'no key',
    'an empty key',
    'a key of another workspace',
    "a key of the other chain's domain",
  ],
  'GET /ens/v1/ens/check/resolver/{ensDomain}/{offchainResolverId}': [
    'no key',
    'an empty key',
    'a key of another workspace',
    "a key of the other chain's domain",
  ],
  // The same, and a name need not be of this service.
  'GET /byname/v1/diagnose': [
    'no key',
    'an empty key',
    'a key of another workspace',
    "a key of the other chain's domain",
  ],
  // It searches what the key may read: nothing on this chain.
  'GET /byname/v1/workspaces/{workspaceId}/names': ["a key of the other chain's domain"],
  // The signer becomes the holder, unless the records have an address.
  'POST /ens/v1/subname/add': ['a message of another wallet'],
  'POST /ens/v2/subnames': ['a message of another wallet'],
  // Accepts challenges only: other messages are tested with the other rules of mApps.
  'POST /ens/v1/mapp/field/append': ['a message of another wallet'],
  // The inviter withdraws with any valid signature.
  'DELETE /ens/v2/subnames/invitations/{subname}': ['a message of another wallet'],
  // They return whether a message is valid.
  'POST /ens/v1/siwe/verify-message': ['a blocked domain', ...ofChallenge],
  'POST /ens/v2/siwe/verify': ['a blocked domain', ...ofChallenge],
  // These do not concern a domain.
  'POST /ens/v1/siwe/request-challenge': ['a blocked domain'],
  'POST /ens/v2/siwe/challenges': ['a blocked domain'],
  'POST /ens/v1/ens/expiry': ['a blocked domain'],
  // They are kept, and read, while the domain is blocked.
  'POST /byname/v1/domains/{domain}/names/statistics': ['a blocked domain'],
  'POST /ens/v1/offchain-resolvers/update': ['a blocked domain'],
  'POST /byname/v1/offchain-resolvers': ['a blocked domain'],
  'POST /byname/v1/offchain-resolvers/deployment': ['a blocked domain'],
  'POST /byname/v1/workspaces/{workspaceId}/api-keys': ['a blocked domain'],
  'POST /byname/v1/workspaces/{workspaceId}/api-keys/{keyId}/rotate': ['a blocked domain'],
  'DELETE /byname/v1/workspaces/{workspaceId}/api-keys/{keyId}': ['a blocked domain'],
  'POST /byname/v1/workspaces': ['a blocked domain'],
  'POST /byname/v1/workspaces/{workspaceId}/members': ['a blocked domain'],
  'PATCH /byname/v1/workspaces/{workspaceId}/members/{address}': ['a blocked domain'],
  'DELETE /byname/v1/workspaces/{workspaceId}/members/{address}': ['a blocked domain'],
  'POST /byname/v1/workspaces/{workspaceId}/begun-domains': ['a blocked domain'],
  'DELETE /byname/v1/workspaces/{workspaceId}/begun-domains/{domain}': ['a blocked domain'],
  'POST /byname/v1/operators': ['a blocked domain'],
  'POST /byname/v1/instance/alert-targets/{targetId}/test': ['a blocked domain'],
  'DELETE /byname/v1/operators/{address}': ['a blocked domain'],
  'POST /byname/v1/sessions': ['no key', 'an empty key', 'a blocked domain'],
  'DELETE /byname/v1/session': ['a blocked domain'],
  'DELETE /byname/v1/sessions/{sessionId}': ['a blocked domain'],
  'POST /byname/v1/webhooks': ['a blocked domain'],
  'PATCH /byname/v1/webhooks/{webhookId}': ['a blocked domain'],
  'DELETE /byname/v1/webhooks/{webhookId}': ['a blocked domain'],
  'POST /byname/v1/webhooks/{webhookId}/replay': ['a blocked domain'],
  'POST /byname/v1/webhooks/{webhookId}/replay-since': ['a blocked domain'],
  'POST /byname/v1/webhooks/{webhookId}/rotate-secret': ['a blocked domain'],
  'POST /byname/v1/webhooks/{webhookId}/test': ['a blocked domain'],
  // Nothing is stored; whether the domain is blocked is checked when the message is used.
  'POST /byname/v1/domains/{domain}/challenges': ['a blocked domain'],
  // The operator may do this below a blocked domain too.
  'POST /ens/v1/ens/update-ens-is-blocked': ['a blocked domain'],
  'POST /ens/v1/subname/admin-revoke': ['a blocked domain'],
  'PATCH /byname/v1/domains/{domain}/subscription': ['a blocked domain'],
}

/** Rejections with another error, with the reason. */
const exceptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // A signature may replace the key.
  'GET /byname/v1/domains/{domain}/export': {
    'no key': '401 MissingSignatureException',
    'an empty key': '401 MissingSignatureException',
  },
  'GET /byname/v1/names/{name}/history': {
    'no key': '401 MissingSignatureException',
    'an empty key': '401 MissingSignatureException',
  },
  // It needs a message for this service, also of another wallet, which reads its own.
  'GET /byname/v1/claims': { 'a message of another wallet': '401 InvalidSignatureException' },
  'GET /byname/v1/messages': { 'a message of another wallet': '401 InvalidSignatureException' },
  'POST /byname/v1/messages/{messageId}/dismiss': {
    'a message of another wallet': '401 InvalidSignatureException',
    // Its holder does not read it then either.
    'a blocked domain': '404 MessageNotFoundException',
  },
  // They need a message of their own purpose, also of another wallet.
  'POST /byname/v1/domains/{domain}/claims': {
    'a message of another wallet': '401 InvalidSignatureException',
  },
  'DELETE /byname/v1/domains/{domain}/claims/{claimId}': {
    'a message of another wallet': '401 InvalidSignatureException',
  },
  'DELETE /byname/v1/names/{name}': { 'a message of another wallet': '401 InvalidSignatureException' },
  'POST /byname/v1/names/{name}/transfer': { 'a message of another wallet': '401 InvalidSignatureException' },
  // Without a signature, or with that of another wallet, only the item fails.
  'POST /byname/v1/names/batch': {
    'no address': '422 BatchRejectedException',
    'no message': '422 BatchRejectedException',
    'no signature': '422 BatchRejectedException',
    'a message of another wallet': '422 BatchRejectedException',
  },
  // A name of a blocked domain resolves to nothing, so it cannot be a primary name.
  'POST /ens/v1/primary-name/set-primary-name': { 'a blocked domain': '403 NotHolderException' },
}

/** Operations that need a subscription; all others succeed when that of the domain has ended. */
const issuing = [
  'POST /ens/v1/subname/add',
  'POST /ens/v1/subname/reserve',
  'POST /ens/v1/subname/admin-reserve',
  'POST /ens/v1/subname/admin-name-evm-contract',
  'POST /ens/v2/subnames',
  'POST /ens/v2/subnames/invitations',
]

describe('What operations refuse', () => {
  it('rule: every operation has an example that succeeds', () => {
    expect(Object.keys(validInputs).toSorted()).toEqual(operations.map(titleOf).toSorted())
  })

  it.each(Object.entries(validInputs))('%s', async (title, prepare) => {
    const operation = operations.find((one) => titleOf(one) === title)
    if (!operation) throw new Error(`There is no ${title}.`)
    const fixture = await createFixture(sandbox)
    const input = await prepare(fixture)
    const headers = await validHeaders(operation, input, fixture)

    const refusals = Object.entries(refusalsOf(operation)).filter(
      ([refusal]) => !exemptions[title]?.includes(refusal),
    )
    const outcomes: [refusal: string, outcome: string, isUnchanged: boolean][] = []
    for (const [refusal, { changeHeaders, changeInput, arrange, delayMs = 0 }] of refusals) {
      const changedHeaders = changeHeaders ? await changeHeaders(headers, keys, fixture) : headers
      const changedInput = changeInput ? await changeInput(input, fixture) : input
      const undo = await arrange?.(fixture)
      const before = await dumps.read()
      sandbox.clock.offsetMs = delayMs
      const outcome = wireNameOf(await sendOperation(sandbox.call, operation, changedInput, changedHeaders))
      sandbox.clock.offsetMs = 0
      outcomes.push([refusal, outcome, (await dumps.read()) === before])
      await undo?.()
    }
    expect(outcomes).toEqual(
      refusals.map(([refusal, { status }]) => [refusal, exceptions[title]?.[refusal] ?? status, true]),
    )

    const renew = await endSubscription(sandbox)
    if (issuing.includes(title)) {
      const lapsed = await dumps.read()
      expect(wireNameOf(await sendOperation(sandbox.call, operation, input, headers))).toBe(
        '403 SubscriptionLapsedException',
      )
      expect(await dumps.read()).toBe(lapsed)
      await renew()
    }
    expect(wireNameOf(await sendOperation(sandbox.call, operation, input, headers))).toMatch(/^20[01] null$/)
    await renew()
  })
})
