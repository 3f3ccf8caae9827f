import { signedInputs } from '../support/credentials/signed-operations.ts'
import { purposeOf } from '../support/credentials/single-use.ts'
import { mAppInputs, signFor, singleUseInputs } from '../support/credentials/wallet-operations.ts'
import { sendFormerGateway } from '../support/gateway/former.ts'
import { dataOf } from '../support/http/api-client.ts'
import { subnameKey } from './fixture.ts'
import {
  addHost,
  challenge,
  deployedResolver,
  image,
  imageOf,
  listing,
  mainnet,
  moving,
  named,
  nameOf,
  newTemplate,
  nothing,
  ofDomain,
  onboarding,
  onboardingChallenge,
  onClaim,
  onDomain,
  onLink,
  ownHost,
  ownKey,
  ownMember,
  ownOperator,
  ownSession,
  ownTemplate,
  ownWebhook,
  type Prepare,
  readThroughNode,
  replay,
  reserve,
  resolveThroughNode,
  updateResolver,
  verify,
  withPrimaryName,
  workspace,
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

/** A request of every operation below /ens and /byname that succeeds with valid credentials. */
export const validInputs: Readonly<Record<string, Prepare>> = {
  ...signedInputs,
  ...singleUse,
  ...mAppInputs,
  'GET /byname/v1/names/{name}/history': async (fixture) => ({
    ...signedInputs['GET /byname/v1/names/{name}/history'](fixture),
    signed: await signFor(fixture, {}),
  }),
  'POST /ens/v1/siwe/request-challenge': challenge,
  'POST /ens/v1/siwe/verify-message': verify,
  'POST /ens/v2/siwe/challenges': challenge,
  'POST /ens/v2/siwe/verify': verify,
  'POST /ens/v1/ens/add': onboarding,
  'POST /ens/v1/ens/update-user-chosen-limit': onDomain({ userChosenLimit: 5 }),
  'POST /ens/v1/ens/remove-user-chosen-limit': onDomain(),
  'POST /ens/v1/ens/delete': onDomain(),
  'POST /ens/v1/ens/update-ens-is-blocked': ofDomain(({ name }) => ({
    body: { ens: name, chainId: 1, isBlocked: true },
  })),
  'POST /ens/v1/ens/upload-to-cdn': ofDomain(async ({ ensId }) => ({
    query: { ensId },
    body: await image(),
  })),
  'POST /ens/v1/ens/update-workspace-id': moving,
  'GET /ens/v1/ens': nothing,
  'GET /ens/v1/ens/id/{id}': ofDomain(({ ensId }) => ({ params: { id: ensId } })),
  'GET /ens/v1/ens/workspace/{workspaceId}': workspace,
  'GET /ens/v1/ens/admin/workspace/{workspaceId}': workspace,
  'GET /ens/v1/ens/check/resolver/{ensDomain}/{offchainResolverId}': ({ sandbox }) => ({
    params: { ensDomain: 'demo.eth', offchainResolverId: sandbox.file.chains['1'].resolverId },
  }),
  'POST /ens/v1/ens/expiry': () => ({ body: { names: ['demo.eth'], chainId: 1 } }),
  'GET /ens/v1/ens/subscription/{ensId}': ofDomain(({ ensId }) => ({ params: { ensId } })),
  'GET /ens/v1/ens/workspaceId': ofDomain(({ ensId }) => ({ query: { ensId } })),
  'GET /ens/v1/ens/api-key': nothing,
  'GET /ens/v1/offchain-resolvers': nothing,
  'GET /ens/v1/offchain-resolvers/{id}': ({ sandbox }) => ({
    params: { id: sandbox.file.chains['1'].resolverId },
  }),
  'GET /ens/v2/offchain-resolvers/criteria': nothing,
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
  'GET /ens/v1/subname/subname': named,
  'GET /ens/v1/subname/ens': () => ({ query: { ensDomain: 'demo.eth', ...mainnet } }),
  'GET /ens/v1/subname/address': ({ holder }) => ({ query: { address: holder.address, ...mainnet } }),
  'GET /ens/v1/subname/records': readThroughNode,
  'GET /ens/v1/subname/count': nothing,
  'GET /ens/v1/subname/available': named,
  'GET /ens/v1/subname/search': () => ({ query: { name: 'hel', ...mainnet } }),
  'GET /ens/v1/subname/ens-list': () => ({ query: mainnet }),
  'GET /ens/v2/subname': named,
  'GET /ens/v2/subnames': named,
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
  'GET /ens/v2/reverse': ({ holder }) => ({ query: { address: holder.address, coinType: '60' } }),
  'GET /ens/v2/resolve': resolveThroughNode,
  'GET /byname/v1/diagnose': () => ({ query: { name: 'demo.eth', ...mainnet } }),
  'GET /ens/v2/pricing': nothing,
  'GET /byname/v1/domains/{domain}': ofDomain(({ name }) => ({ params: { domain: name }, query: mainnet })),
  'PATCH /byname/v1/domains/{domain}': ofDomain(({ name }) => ({
    params: { domain: name },
    query: mainnet,
    body: { allowedOrigins: ['app.example'], sharedMaxAge: 5 },
  })),
  'GET /byname/v1/domains/{domain}/page': ofDomain(({ name }) => ({
    params: { domain: name },
    query: mainnet,
  })),
  'GET /byname/v1/open-domains': nothing,
  'GET /byname/v1/domains/{domain}/setup': () => ({ params: { domain: 'demo.eth' }, query: mainnet }),
  'POST /byname/v1/offchain-resolvers/deployment': ({ holder }) => ({
    query: mainnet,
    body: { owner: holder.address },
  }),
  'POST /byname/v1/offchain-resolvers': deployedResolver,
  'POST /byname/v1/domains/{domain}/challenges': onboardingChallenge,
  'GET /byname/v1/events': () => ({ query: { limit: '10' } }),
  'GET /byname/v1/events/stream': nothing,
  'GET /byname/v1/names/{name}': ({ held }) => ({ params: { name: nameOf(held) }, query: mainnet }),
  'GET /byname/v1/names/{name}/resolution': ({ held }) => ({
    params: { name: nameOf(held) },
    query: mainnet,
  }),
  'GET /byname/v1/domains/{domain}/claims': ofDomain(({ name }) => ({
    params: { domain: name },
    query: mainnet,
  })),
  'GET /byname/v1/domains/{domain}/claims/{claimId}': onClaim({ query: mainnet }),
  'POST /byname/v1/domains/{domain}/claims/{claimId}/approve': onClaim({ query: mainnet }),
  'POST /byname/v1/domains/{domain}/claims/{claimId}/decline': onClaim({ query: mainnet }),
  'POST /byname/v1/domains/{domain}/claims/decline': onClaim({ query: mainnet, body: { all: true } }),
  'POST /byname/v1/domains/{domain}/invitation-links': async (fixture) => ({
    ...(await ownDomain(fixture)),
    body: { note: 'For the meetup' },
  }),
  'POST /byname/v1/domains/{domain}/invitation-links/batch': async (fixture) => ({
    ...(await ownDomain(fixture)),
    body: { count: 2 },
  }),
  'POST /byname/v1/domains/{domain}/invitation-links/check': onLink(({ domain, secret }) => ({
    params: { domain },
    body: { invitation: secret },
  })),
  'GET /byname/v1/domains/{domain}/invitation-links': ownDomain,
  'GET /byname/v1/domains/{domain}/invitation-links/{linkId}': onLink(),
  'DELETE /byname/v1/domains/{domain}/invitation-links/{linkId}': onLink(),
  'GET /byname/v1/names/{name}/avatar': imageOf('avatar'),
  'GET /byname/v1/names/{name}/banner': imageOf('header'),
  'GET /byname/v1/domains/{domain}/health': ownDomain,
  'GET /byname/v1/domains/{domain}/statistics': ofDomain(({ name }) => ({
    params: { domain: name },
    query: mainnet,
  })),
  'GET /byname/v1/names/{name}/statistics': ({ held }) => ({
    params: { name: nameOf(held) },
    query: mainnet,
  }),
  'POST /byname/v1/domains/{domain}/names/statistics': ofDomain(({ name }) => ({
    params: { domain: name },
    query: mainnet,
    body: { labels: ['alice'] },
  })),
  'GET /byname/v1/metrics/history': nothing,
  'GET /byname/v1/offchain-resolvers/signers': nothing,
  'GET /byname/v1/instance': nothing,
  'GET /byname/v1/instance/health': nothing,
  'GET /byname/v1/domains': nothing,
  'GET /byname/v1/payments': nothing,
  'POST /byname/v1/webhooks': ({ sandbox }) => ({
    body: { url: 'https://localhost/', types: ['payment.settled'], workspaceId: sandbox.file.workspaceId },
  }),
  'GET /byname/v1/webhooks': async (fixture) => {
    await ownWebhook()(fixture)
    return { query: { workspaceId: fixture.sandbox.file.workspaceId } }
  },
  'GET /byname/v1/webhooks/{webhookId}': ownWebhook(),
  'PATCH /byname/v1/webhooks/{webhookId}': ownWebhook({ body: { description: 'Changed.' } }),
  'DELETE /byname/v1/webhooks/{webhookId}': ownWebhook(),
  'GET /byname/v1/webhooks/{webhookId}/deliveries': ownWebhook(),
  'POST /byname/v1/webhooks/{webhookId}/replay': replay,
  'POST /byname/v1/webhooks/{webhookId}/rotate-secret': ownWebhook({ body: { overlap: 60 } }),
  'POST /byname/v1/webhooks/{webhookId}/test': ownWebhook(),
  'GET /byname/v1/domains/{domain}/policy': ownDomain,
  'PATCH /byname/v1/domains/{domain}/policy': async (fixture) => ({
    ...(await ownDomain(fixture)),
    body: { claims: 'open', blockedLabels: ['admin'] },
  }),
  'POST /byname/v1/domains/{domain}/policy/check': ofDomain(({ name }) => ({
    params: { domain: name },
    query: mainnet,
    body: { label: 'alice' },
  })),
  'GET /byname/v1/domains/{domain}/hosts': ownDomain,
  'GET /byname/v1/domains/{domain}/hosts/{host}': ownHost,
  'POST /byname/v1/domains/{domain}/hosts': addHost,
  'DELETE /byname/v1/domains/{domain}/hosts/{host}': ownHost,
  'GET /byname/v1/hosts/check': () => ({ query: { domain: 'localhost' } }),
  'GET /byname/v1/domains/{domain}/templates': ownDomain,
  'GET /byname/v1/domains/{domain}/templates/{templateId}': ownTemplate(),
  'POST /byname/v1/domains/{domain}/templates': async (fixture) => ({
    ...(await ownDomain(fixture)),
    body: newTemplate,
  }),
  'PATCH /byname/v1/domains/{domain}/templates/{templateId}': ownTemplate({ name: 'Staff' }),
  'DELETE /byname/v1/domains/{domain}/templates/{templateId}': ownTemplate(),
  'GET /byname/v1/domains/{domain}/former-gateway': ownDomain,
  'PUT /byname/v1/domains/{domain}/former-gateway': async (fixture) => ({
    ...(await ownDomain(fixture)),
    body: {
      url: 'https://gateway.example/{sender}/{data}.json',
      resolver: fixture.sandbox.file.chains['1'].resolver,
      signers: [fixture.holder.address],
    },
  }),
  'DELETE /byname/v1/domains/{domain}/former-gateway': ownDomain,
  'GET /byname/v1/domains/{domain}/former-gateway/candidate': async (fixture) => ({
    ...(await ownDomain(fixture)),
    query: { ...mainnet, resolver: fixture.sandbox.file.chains['1'].resolver },
  }),
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
  'PUT /byname/v1/domains/{domain}/allow-list': async (fixture) => ({
    ...(await ownDomain(fixture)),
    body: allowList(fixture.holder.address),
  }),
  'GET /byname/v1/domains/{domain}/allow-list': ownDomain,
  'DELETE /byname/v1/domains/{domain}/allow-list': ownDomain,
  'GET /byname/v1/domains/{domain}/export': async (fixture) => ({
    params: { domain: 'demo.eth' },
    query: mainnet,
    signed: await signFor(fixture, { resources: purposeOf('export', { domain: 'demo.eth' }) }),
  }),
  'POST /byname/v1/domains/{domain}/import': ofDomain(({ name }) => ({
    params: { domain: name },
    query: mainnet,
    body: {
      names: [
        {
          label: 'imported',
          state: 'claimed',
          holder: null,
          createdAt: '2026-01-01T00:00:00.000Z',
          addresses: [],
          texts: [{ key: 'url', value: 'https://example.com' }],
          contentHash: null,
        },
      ],
    },
  })),
  'POST /byname/v1/domains/{domain}/import/listing': ({ sandbox }) => ({
    params: { domain: 'demo.eth' },
    query: mainnet,
    body: { service: 'justaname', url: sandbox.file.url, key: sandbox.file.apiKey },
  }),
  'GET /byname/v1/domains/{domain}/names': () => ({ params: { domain: 'demo.eth' }, query: mainnet }),
  'PATCH /byname/v1/domains/{domain}/subscription': ofDomain(({ name }) => ({
    params: { domain: name },
    query: mainnet,
    body: { expiresAt: '2100-01-01T00:00:00Z', maxNames: 5 },
  })),
  'GET /byname/v1/session': nothing,
  'DELETE /byname/v1/session': nothing,
  'GET /byname/v1/sessions': nothing,
  'DELETE /byname/v1/sessions/{sessionId}': ownSession,
  'GET /byname/v1/workspaces': nothing,
  'POST /byname/v1/workspaces': () => ({ body: { name: 'Acme' } }),
  'GET /byname/v1/workspaces/{workspaceId}/members': workspace,
  'POST /byname/v1/workspaces/{workspaceId}/members': ({ sandbox, holder }) => ({
    params: { workspaceId: sandbox.file.workspaceId },
    body: { member: holder.address, role: 'viewer' },
  }),
  'PATCH /byname/v1/workspaces/{workspaceId}/members/{address}': ownMember({ role: 'editor' }),
  'DELETE /byname/v1/workspaces/{workspaceId}/members/{address}': ownMember(),
  'GET /byname/v1/operators': nothing,
  'POST /byname/v1/operators': ({ holder }) => ({ body: { address: holder.address } }),
  'DELETE /byname/v1/operators/{address}': ownOperator,
  'POST /byname/v1/workspaces/{workspaceId}/api-keys': ({ sandbox }) => ({
    params: { workspaceId: sandbox.file.workspaceId },
    body: { name: 'shop', scopes: ['names:write'] },
  }),
  'GET /byname/v1/workspaces/{workspaceId}/api-keys': workspace,
  'GET /byname/v1/workspaces/{workspaceId}/requests': workspace,
  'POST /byname/v1/workspaces/{workspaceId}/api-keys/{keyId}/rotate': ownKey({}),
  'DELETE /byname/v1/workspaces/{workspaceId}/api-keys/{keyId}': ownKey(),
}
