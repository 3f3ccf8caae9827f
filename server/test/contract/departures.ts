import { anything, boolean, bounded, type Details, number, type Parameter, string } from './endpoints.ts'

const purpose: Parameter = { ...string, default: 'avatar', values: ['avatar', 'banner'] }

/** What we do otherwise than a row says, and why. Parameters are added to those of the row, or take their place. */
export const departures: Readonly<Record<string, Details & { readonly why: string }>> = {
  'GET /ens/v1/ens/check/resolver/{ensDomain}/{offchainResolverId}': {
    why: 'What a workspace has is for its keys alone: without one the answer is what the chain says.',
    credentials: 'key?',
  },
  'POST /ens/v1/ens/upload-to-cdn': {
    why: 'Its clients send a multipart file, and believe the answer only when the statusCode in its body is 200.',
    status: 200,
    body: 'required',
    query: { type: purpose },
  },
  'POST /ens/v1/subname/upload-to-cdn': {
    why: 'As for a domain; and its clients say which chain.',
    status: 200,
    body: 'required',
    query: { type: purpose, chainId: { ...number, default: 1 } },
  },
  'GET /ens/v1/subname/ens': {
    why: 'Clients send a coin type too; v1 listings are bounded as those of v2 are.',
    query: { coinType: number, limit: bounded },
  },
  'GET /ens/v1/subname/ens-list': {
    why: 'v1 listings are bounded as those of v2 are.',
    query: { limit: bounded },
  },
  'GET /ens/v1/subname/search': {
    why: 'Clients send isClaimed too; older ones send none but name and chain.',
    query: { skip: anything, take: anything, data: anything, ensRegistered: anything, isClaimed: boolean },
  },
}
