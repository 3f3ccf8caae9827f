import { anything, boolean, bounded, type Details, number, type Parameter, string } from './endpoints.ts'

const direction: Parameter = { ...string, default: 'desc', values: ['asc', 'desc'] }
const imageType: Parameter = { ...string, default: 'avatar', values: ['avatar', 'banner'] }

/**
 * Deviations from a row of the specification, with the reason. Parameters are added to those of the row, or replace
 * them. An entry without details is about what the operation does. docs/interface-notes.md lists them all, for users.
 */
export const specDeviations: Readonly<Record<string, Details & { readonly why: string }>> = {
  'GET /ens/v1/ens/check/resolver/{ensDomain}/{offchainResolverId}': {
    why: 'What a workspace has is for its keys alone: without one the answer is what the chain says.',
    auth: 'key?',
  },
  'POST /ens/v1/ens/add': {
    why: 'That a domain uses the resolver does not show who controls it: without a signature, the first tenant that asks could take it.',
    auth: 'key, signature or admin',
  },
  'POST /ens/v1/ens/upload-to-cdn': {
    why: 'Its clients send a multipart file. They ignore the URL unless the statusCode in the body is 200.',
    body: 'required',
    query: { type: imageType },
  },
  'POST /ens/v1/subname/upload-to-cdn': {
    why: 'As for a domain; its clients say which chain, too.',
    body: 'required',
    query: { type: imageType, chainId: { ...number, default: 1 } },
  },
  'GET /ens/v1/subname/ens': {
    why: 'Clients send a coin type too; v1 listings are bounded as those of v2 are, say when a page ends at 4 MiB, and take an order and continue by cursor, so that changes do not shift pages.',
    query: { coinType: number, limit: bounded, after: string, orderBy: string, orderDirection: direction },
  },
  'GET /ens/v1/subname/available': {
    why: 'A page of claims offers other names in place of a taken one, without a further request.',
    query: { suggestions: number },
  },
  'GET /ens/v1/subname/ens-list': {
    why: 'v1 listings are bounded as those of v2 are, and continue by cursor.',
    query: { limit: bounded, after: string },
  },
  ...Object.fromEntries(
    ['GET /ens/v2/offchain-resolvers/criteria', 'GET /ens/v2/subname/all', 'GET /ens/v2/subnames/all'].map(
      (title) => [
        title,
        { why: 'Pages by number shift with changes; a cursor does not.', query: { after: string } },
      ],
    ),
  ),
  'POST /ens/v1/subname/update': {
    why: 'Records are merged, not replaced: clients send only what has changed.',
  },
  'PATCH /ens/v2/subnames/{subname}': { why: 'As update.' },
  'POST /ens/v1/ens/update-workspace-id': {
    why: 'Both workspaces must agree: a key of the new one comes in newWorkspaceKey.',
  },
  'GET /ens/v1/subname/address': { why: 'It has no pages, so it ends after the newest 1000 names.' },
  'POST /ens/v1/ens/expiry': { why: 'At most 200 names: one call to the chain reads all.' },
  'GET /ens/v2/resolve': {
    why: 'Without an RPC URL it is 503, or free, where the service takes no payment.',
  },
  'GET /ens/v1/subname/search': {
    why: 'Clients send isClaimed too; older ones send none but name and chain.',
    query: { skip: anything, take: anything, data: anything, ensRegistered: anything, isClaimed: boolean },
  },
}
