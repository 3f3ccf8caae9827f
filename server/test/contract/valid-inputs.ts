import { signedInputs } from '../support/credentials/signed-operations.ts'
import { purposeOf } from '../support/credentials/single-use.ts'
import { mAppInputs, signFor, singleUseInputs } from '../support/credentials/wallet-operations.ts'
import { sendFormerGateway } from '../support/gateway/former.ts'
import { dataOf } from '../support/http/api-client.ts'
import { routesByTitle } from '../support/openapi/routes.ts'
import { exampleRequest } from './example-requests.ts'
import { callWithKey, subnameKey } from './fixture.ts'
import {
  addHost,
  deployedResolver,
  image,
  imageOf,
  listing,
  mainnet,
  moving,
  ofDomain,
  onboarding,
  onClaim,
  onLink,
  onNotices,
  ownAlertTarget,
  ownHost,
  ownSession,
  ownWebhook,
  type Prepare,
  readThroughNode,
  replay,
  replaySince,
  reserve,
  resolveThroughNode,
  sealed,
  sealedClaim,
  updateResolver,
  verify,
  withPrimaryName,
  withSet,
} from './preparations.ts'

const ownDomain: Prepare = ofDomain(({ name }) => ({ params: { domain: name }, query: mainnet }))

function allowList(address: string): FormData {
  const form = new FormData()
  form.set('file', new Blob([`address\n${address}\n`], { type: 'text/csv' }), 'list.csv')
  return form
}

const singleUse = Object.fromEntries(
  Object.entries(singleUseInputs).map(([title, prepare]): [string, Prepare] => [
    title,
    async (fixture) => {
      const input = await prepare(fixture)
      return { ...input, signed: await signFor(fixture, input) }
    },
  ]),
)

/** Where the example of the document is about something that has to be there, or is signed. */
const ownInputs: Readonly<Record<string, Prepare>> = {
  ...signedInputs,
  ...singleUse,
  ...mAppInputs,
  'GET /byname/v1/names/{name}/history': async (fixture) => ({
    ...signedInputs['GET /byname/v1/names/{name}/history'](fixture),
    signed: await signFor(fixture, {}),
  }),
  'GET /byname/v1/claims': async (fixture) => ({
    ...(await signedInputs['GET /byname/v1/claims'](fixture)),
    signed: await signFor(fixture, {}),
  }),
  'GET /byname/v1/messages': async (fixture) => ({ query: mainnet, signed: await signFor(fixture, {}) }),
  'POST /byname/v1/domains/{domain}/messages': ({ held }) => ({
    params: { domain: 'demo.eth' },
    query: mainnet,
    body: { labels: [held], text: 'We meet on Friday.' },
  }),
  'POST /byname/v1/messages/{messageId}/dismiss': async (fixture) => {
    const path = '/byname/v1/domains/demo.eth/messages?chainId=1'
    const body = { labels: [fixture.held], text: 'We meet on Friday.' }
    const { messageId } = dataOf<{ messageId: string }>(await callWithKey(fixture, 'POST', path, body))
    return { params: { messageId }, query: mainnet, signed: await signFor(fixture, {}) }
  },
  'POST /ens/v1/siwe/verify-message': verify,
  'POST /ens/v2/siwe/verify': verify,
  'GET /byname/v1/domains/{domain}/export': async (fixture) => ({
    params: { domain: 'demo.eth' },
    query: mainnet,
    signed: await signFor(fixture, { resources: purposeOf('export', { domain: 'demo.eth' }) }),
  }),
  'POST /ens/v1/ens/add': onboarding,
  'POST /ens/v1/ens/upload-to-cdn': ofDomain(async ({ ensId }) => ({
    query: { ensId },
    body: await image(),
  })),
  'POST /ens/v1/ens/update-workspace-id': moving,
  'GET /ens/v1/ens/id/{id}': ofDomain(({ ensId }) => ({ params: { id: ensId } })),
  'GET /ens/v1/ens/check/resolver/{ensDomain}/{offchainResolverId}': ({ sandbox }) => ({
    params: { ensDomain: 'demo.eth', offchainResolverId: sandbox.file.chains['1'].resolverId },
  }),
  'GET /ens/v1/offchain-resolvers/{id}': ({ sandbox }) => ({
    params: { id: sandbox.file.chains['1'].resolverId },
  }),
  'POST /ens/v1/offchain-resolvers/update': updateResolver,
  'POST /ens/v1/subname/reserve': reserve,
  'POST /ens/v1/subname/admin-reserve': reserve,
  'POST /ens/v1/subname/admin-name-evm-contract': ({ sandbox, fresh }) => ({
    body: {
      ...subnameKey(fresh),
      addresses: [{ coinType: 60, address: sandbox.file.chains['1'].resolver }],
      providerUrls: [sandbox.file.chains['1'].rpcUrl],
    },
  }),
  'POST /ens/v1/subname/admin-revoke': ({ held }) => ({ body: subnameKey(held) }),
  'GET /ens/v1/subname/records': readThroughNode,
  'GET /ens/v2/subname/all': listing,
  'GET /ens/v2/subnames/all': listing,
  'GET /ens/v2/subnames/records': readThroughNode,
  'POST /ens/v2/subnames/invitations': reserve,
  'GET /ens/v1/primary-name/address': async (fixture) => {
    await withPrimaryName(fixture)
    return { query: { address: fixture.holder.address, ...mainnet } }
  },
  'GET /ens/v1/primary-name/name-hash': async (fixture) => {
    const { nameHash } = await withPrimaryName(fixture)
    return { query: { nameHash, ...mainnet } }
  },
  'GET /ens/v2/resolve': resolveThroughNode,
  'GET /byname/v1/diagnose': () => ({ query: { name: 'demo.eth', ...mainnet } }),
  'POST /byname/v1/offchain-resolvers': deployedResolver,
  'GET /byname/v1/domains/{domain}/claims/{claimId}': onClaim({ query: mainnet }),
  'POST /byname/v1/domains/{domain}/claims/{claimId}/approve': onClaim({ query: mainnet }),
  'POST /byname/v1/domains/{domain}/claims/{claimId}/decline': onClaim({ query: mainnet }),
  'POST /byname/v1/domains/{domain}/claims/decline': onClaim({ query: mainnet, body: { all: true } }),
  'PUT /byname/v1/domains/{domain}/claims/{claimId}/notice': onNotices({
    email: 'alice@example.com',
    language: 'en',
  }),
  'PUT /byname/v1/domains/{domain}/claims/{claimId}/notice/push': onNotices({
    subscription: {
      endpoint: 'https://push.example.com/send/Zm9yIGFsaWNl',
      keys: {
        p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      },
    },
    language: 'en',
  }),
  'POST /byname/v1/domains/{domain}/claims/{claimId}/notice/check': onNotices(),
  'DELETE /byname/v1/domains/{domain}/claims/{claimId}/notice': onNotices(),
  'POST /byname/v1/domains/{domain}/invitation-links/check': onLink(({ domain, secret }) => ({
    params: { domain },
    body: { invitation: secret },
  })),
  'GET /byname/v1/names/{name}/avatar': imageOf('avatar'),
  'GET /byname/v1/names/{name}/banner': imageOf('header'),
  'POST /byname/v1/workspaces': () => ({ body: { name: 'Acme' } }),
  'GET /byname/v1/webhooks': async (fixture) => {
    await ownWebhook()(fixture)
    return { query: { workspaceId: fixture.sandbox.file.workspaceId } }
  },
  'POST /byname/v1/webhooks': ({ sandbox }) => ({
    body: { url: 'https://localhost/', types: ['payment.settled'], workspaceId: sandbox.file.workspaceId },
  }),
  'POST /byname/v1/instance/alert-targets/{targetId}/test': ownAlertTarget,
  'PATCH /byname/v1/webhooks/{webhookId}': ownWebhook({ body: { description: 'Changed.' } }),
  'POST /byname/v1/webhooks/{webhookId}/replay': replay,
  'POST /byname/v1/webhooks/{webhookId}/replay-since': replaySince,
  'GET /byname/v1/domains/{domain}/hosts/{host}': ownHost,
  'POST /byname/v1/domains/{domain}/hosts': addHost,
  'DELETE /byname/v1/domains/{domain}/hosts/{host}': ownHost,
  'GET /byname/v1/hosts/check': () => ({ query: { domain: 'localhost' } }),
  'POST /byname/v1/domains/{domain}/former-gateway/compare': async (fixture) => {
    const input = await ownDomain(fixture)
    // Nothing listens there: the names have an error each.
    const settings = {
      url: 'http://127.0.0.1:9/{sender}/{data}.json',
      resolver: fixture.sandbox.file.chains['1'].resolver,
      signers: [fixture.holder.address],
    } as const
    dataOf(await sendFormerGateway(fixture.sandbox, 'PUT', { name: `${input.params?.['domain']}` }, settings))
    return { ...input, body: { labels: ['alice'] } }
  },
  'GET /byname/v1/domains/{domain}/directory': async (fixture) => {
    const input = await ownDomain(fixture)
    const path = `/byname/v1/domains/${input.params?.['domain']}?chainId=1`
    dataOf(await callWithKey(fixture, 'PATCH', path, { branding: { directory: 'on' } }))
    return input
  },
  'PUT /byname/v1/domains/{domain}/allow-list': async (fixture) => ({
    ...(await ownDomain(fixture)),
    body: allowList(fixture.holder.address),
  }),
  'POST /byname/v1/domains/{domain}/import/listing': ({ sandbox }) => ({
    params: { domain: 'demo.eth' },
    query: mainnet,
    body: { service: 'justaname', url: sandbox.file.url, key: sandbox.file.apiKey },
  }),
  'DELETE /byname/v1/sessions/{sessionId}': ownSession,
  'PUT /byname/v1/names/{name}/sealed-set': sealed,
  'POST /byname/v1/names/{name}/sealed-set': sealedClaim,
  'GET /byname/v1/names/{name}/sealed-set': withSet,
}

function prepareOther(title: string): Prepare {
  return ownInputs[title] ?? exampleRequest(title, prepareOther)
}

/** A request of every operation below /ens and /byname that succeeds with valid credentials: the example of the document, or an own one. */
export const validInputs: Readonly<Record<string, Prepare>> = Object.fromEntries(
  Array.from(routesByTitle.keys(), (title) => [title, prepareOther(title)]),
)
