/** The key of a request: its scope, in the workspace of the domain if it names no other. The last one is limited to a domain. */
export const credentials = [
  ...(['no key', 'a names:write key', 'a domains:write key', 'an admin key'] as const),
  ...(['a key of another workspace', 'a key of another domain'] as const),
] as const

/**
 * `yes`: the operation succeeds. `filtered`: it does, and the response has nothing of the domain, or of a workspace that is not
 * that of the key. `key`, `sign`, `session`: 401 without the key, the signature or the session; `no`, `not controller`: 403; `item`: 422, because
 * the item of the batch needs the signature.
 */
export type Verdict = 'yes' | 'filtered' | 'key' | 'sign' | 'session' | 'no' | 'not controller' | 'item'

/** In the order of `credentials`: without a signature, and with one of the message that the operation expects. */
export interface Verdicts {
  readonly unsigned: readonly Verdict[]
  readonly signed: readonly Verdict[]
}

function always(...verdicts: readonly Verdict[]): Verdicts {
  return { unsigned: verdicts, signed: verdicts }
}

/* biome-ignore format: columns */
export const verdictsOf = {
  //                              no key     names:write domains:write admin    other workspace  other domain
  anyone:                  always('yes',     'yes',      'yes',      'yes',     'yes',           'yes'),
  signature: {
    unsigned:                    ['sign',    'sign',     'sign',     'sign',    'sign',          'sign'],
    signed:                      ['yes',     'yes',      'yes',      'yes',     'yes',           'yes'],
  },
  'any key':               always('key',     'yes',      'yes',      'yes',     'filtered',      'filtered'),
  'key of the workspace':  always('key',     'yes',      'yes',      'yes',     'no',            'filtered'),
  'key of the domain':     always('key',     'yes',      'yes',      'yes',     'no',            'no'),
  'names:write':           always('key',     'yes',      'no',       'yes',     'no',            'no'),
  'domains:write':         always('key',     'no',       'yes',      'yes',     'no',            'no'),
  'any domains:write':     always('key',     'no',       'yes',      'yes',     'no',            'filtered'),
  admin:                   always('key',     'no',       'no',       'yes',     'no',            'no'),
  session:                 always('session', 'session',  'session',  'session', 'session',       'session'),
  'key or signature': {
    unsigned:                    ['sign',    'yes',      'yes',      'yes',     'filtered',      'filtered'],
    signed:                      ['yes',     'yes',      'yes',      'yes',     'filtered',      'filtered'],
  },
  'admin or signature': {
    unsigned:                    ['sign',    'no',       'no',       'yes',     'no',            'no'],
    signed:                      ['yes',     'no',       'no',       'yes',     'no',            'no'],
  },
  'names:export or signature': {
    unsigned:                    ['sign',    'no',       'no',       'yes',     'no',            'no'],
    signed:          ['not controller',   'no',       'no',       'yes',     'no',            'no'],
  },
  'names:write, and signature for an item': {
    unsigned:                    ['key',     'item',     'no',       'yes',     'no',            'no'],
    signed:                      ['key',     'yes',      'no',       'yes',     'no',            'no'],
  },
  'names:write and signature': {
    unsigned:                    ['key',     'sign',     'no',       'sign',    'no',            'no'],
    signed:                      ['key',     'yes',      'no',       'yes',     'no',            'no'],
  },
  'domains:write and signature, or admin': {
    unsigned:                    ['key',     'no',       'sign',     'yes',     'no',            'no'],
    signed:                      ['key',     'no',       'yes',      'yes',     'no',            'no'],
  },
} as const satisfies Readonly<Record<string, Verdicts>>

/** The alternatives of the document for each, without sessions and overridden signatures. Empty: a request needs none. */
export const statedSchemesOf: Readonly<Record<keyof typeof verdictsOf, readonly string[]>> = {
  anyone: [],
  signature: ['signature'],
  'any key': ['apiKey'],
  'key of the workspace': ['apiKey'],
  'key of the domain': ['apiKey'],
  'names:write': ['apiKey'],
  'domains:write': ['apiKey'],
  'any domains:write': ['apiKey'],
  admin: ['adminKey'],
  session: [],
  'key or signature': ['apiKey', 'signature'],
  'admin or signature': ['adminKey', 'signature'],
  'names:export or signature': ['apiKey', 'signature'],
  'names:write, and signature for an item': ['apiKey+signature', 'apiKey'],
  'names:write and signature': ['apiKey+signature'],
  'domains:write and signature, or admin': ['apiKey+signature', 'adminKey'],
}

export type RequiredCredential = keyof typeof verdictsOf

/**
 * The credential that each operation needs. Sessions: `required-roles.ts`. Nothing here is derived from the code: it is
 * what the code is compared with.
 */
export const requiredCredentials: Readonly<Record<string, RequiredCredential>> = {
  'POST /ens/v1/mapp/permission/add': 'anyone',
  'POST /ens/v1/mapp/permission/revoke': 'anyone',
  'POST /ens/v1/siwe/request-challenge': 'anyone',
  'POST /ens/v1/siwe/mapp/add-permission': 'anyone',
  'POST /ens/v1/siwe/mapp/append-field': 'anyone',
  'POST /ens/v1/siwe/mapp/revoke-permission': 'anyone',
  'POST /ens/v1/siwe/verify-message': 'anyone',
  'POST /ens/v2/siwe/challenges': 'anyone',
  'POST /ens/v2/siwe/verify': 'anyone',
  'POST /byname/v1/domains/{domain}/challenges': 'anyone',
  'GET /ens/v1/ens/check/resolver/{ensDomain}/{offchainResolverId}': 'anyone',
  'POST /ens/v1/ens/expiry': 'anyone',
  'GET /ens/v1/offchain-resolvers': 'anyone',
  'GET /ens/v1/offchain-resolvers/{id}': 'anyone',
  'GET /ens/v2/offchain-resolvers/criteria': 'anyone',
  'GET /ens/v1/subname/subname': 'anyone',
  'GET /ens/v1/subname/ens': 'anyone',
  'GET /ens/v1/subname/address': 'anyone',
  'GET /ens/v1/subname/records': 'anyone',
  'GET /ens/v1/subname/count': 'anyone',
  'GET /ens/v1/subname/available': 'anyone',
  'GET /ens/v1/subname/search': 'anyone',
  'GET /ens/v1/subname/ens-list': 'anyone',
  'GET /ens/v2/subname': 'anyone',
  'GET /ens/v2/subnames': 'anyone',
  'GET /ens/v2/subname/all': 'anyone',
  'GET /ens/v2/subnames/all': 'anyone',
  'GET /ens/v2/subnames/records': 'anyone',
  'GET /ens/v1/primary-name/address': 'anyone',
  'GET /ens/v1/primary-name/name-hash': 'anyone',
  'GET /ens/v2/reverse': 'anyone',
  'GET /ens/v2/pricing': 'anyone',
  // With the URL of a node; without it, it needs a payment.
  'GET /ens/v2/resolve': 'anyone',
  'GET /byname/v1/diagnose': 'anyone',
  'GET /byname/v1/domains/{domain}/page': 'anyone',
  'GET /byname/v1/domains/{domain}/setup': 'anyone',
  'GET /byname/v1/domains/{domain}/names': 'anyone',
  'GET /byname/v1/domains/{domain}/claims/{claimId}': 'anyone',
  'POST /byname/v1/domains/{domain}/policy/check': 'anyone',
  'POST /byname/v1/domains/{domain}/invitation-links/check': 'anyone',
  'GET /byname/v1/open-domains': 'anyone',
  'GET /byname/v1/hosts/check': 'anyone',
  'GET /byname/v1/names/{name}': 'anyone',
  'GET /byname/v1/names/{name}/resolution': 'anyone',
  'GET /byname/v1/names/{name}/avatar': 'anyone',
  'GET /byname/v1/names/{name}/banner': 'anyone',

  'POST /ens/v1/mapp/field/append': 'signature',
  'POST /ens/v1/subname/accept': 'signature',
  'POST /ens/v1/subname/reject': 'signature',
  'POST /ens/v1/subname/update': 'signature',
  'POST /ens/v1/subname/upload-to-cdn': 'signature',
  'PATCH /ens/v2/subnames/{subname}': 'signature',
  'PATCH /ens/v2/subnames/invitations/{subname}': 'signature',
  'POST /ens/v1/primary-name/set-primary-name': 'signature',
  'POST /byname/v1/domains/{domain}/claims': 'signature',
  'DELETE /byname/v1/domains/{domain}/claims/{claimId}': 'signature',
  'DELETE /byname/v1/names/{name}': 'signature',
  'POST /byname/v1/names/{name}/transfer': 'signature',

  'GET /byname/v1/names/{name}/history': 'key or signature',
  'GET /byname/v1/domains/{domain}/export': 'names:export or signature',
  'POST /byname/v1/sessions': 'admin or signature',

  'GET /ens/v1/ens/api-key': 'any key',
  'GET /byname/v1/events': 'any key',
  'GET /byname/v1/events/stream': 'any key',
  'GET /byname/v1/workspaces': 'any key',
  'GET /ens/v1/ens/workspace/{workspaceId}': 'key of the workspace',
  'GET /byname/v1/workspaces/{workspaceId}/members': 'key of the domain',
  'GET /ens/v1/ens/id/{id}': 'key of the domain',
  'GET /ens/v1/ens/subscription/{ensId}': 'key of the domain',
  'GET /ens/v1/ens/workspaceId': 'key of the domain',
  'GET /byname/v1/domains/{domain}': 'key of the domain',
  'GET /byname/v1/domains/{domain}/former-gateway': 'key of the domain',
  'GET /byname/v1/domains/{domain}/former-gateway/candidate': 'key of the domain',
  'POST /byname/v1/domains/{domain}/former-gateway/compare': 'key of the domain',
  'GET /byname/v1/domains/{domain}/hosts': 'key of the domain',
  'GET /byname/v1/domains/{domain}/hosts/{host}': 'key of the domain',
  'GET /byname/v1/domains/{domain}/templates': 'key of the domain',
  'GET /byname/v1/domains/{domain}/templates/{templateId}': 'key of the domain',
  'GET /byname/v1/domains/{domain}/claims': 'key of the domain',
  'GET /byname/v1/domains/{domain}/invitation-links': 'key of the domain',
  'GET /byname/v1/domains/{domain}/invitation-links/{linkId}': 'key of the domain',
  'GET /byname/v1/domains/{domain}/statistics': 'key of the domain',
  'GET /byname/v1/domains/{domain}/health': 'key of the domain',
  'GET /byname/v1/names/{name}/statistics': 'key of the domain',
  'POST /byname/v1/domains/{domain}/names/statistics': 'key of the domain',

  'POST /ens/v1/subname/add': 'names:write and signature',
  'POST /ens/v2/subnames': 'names:write and signature',
  'POST /ens/v1/subname/revoke': 'names:write and signature',
  'DELETE /ens/v2/subnames/invitations/{subname}': 'names:write and signature',
  'POST /ens/v1/subname/reserve': 'names:write',
  'POST /ens/v2/subnames/invitations': 'names:write',
  'POST /byname/v1/domains/{domain}/import': 'names:write',
  'POST /byname/v1/domains/{domain}/templates': 'names:write',
  'PATCH /byname/v1/domains/{domain}/templates/{templateId}': 'names:write',
  'DELETE /byname/v1/domains/{domain}/templates/{templateId}': 'names:write',
  'POST /byname/v1/domains/{domain}/import/listing': 'names:write',
  'POST /byname/v1/names/batch': 'names:write, and signature for an item',
  'POST /byname/v1/domains/{domain}/claims/{claimId}/approve': 'names:write',
  'POST /byname/v1/domains/{domain}/claims/{claimId}/decline': 'names:write',
  'POST /byname/v1/domains/{domain}/claims/decline': 'names:write',
  'POST /byname/v1/domains/{domain}/invitation-links': 'names:write',
  'POST /byname/v1/domains/{domain}/invitation-links/batch': 'names:write',
  'DELETE /byname/v1/domains/{domain}/invitation-links/{linkId}': 'names:write',

  'POST /ens/v1/ens/add': 'domains:write and signature, or admin',
  'POST /ens/v1/ens/update-user-chosen-limit': 'domains:write',
  'POST /ens/v1/ens/remove-user-chosen-limit': 'domains:write',
  'PUT /byname/v1/domains/{domain}/former-gateway': 'domains:write',
  'DELETE /byname/v1/domains/{domain}/former-gateway': 'domains:write',
  'POST /byname/v1/domains/{domain}/hosts': 'domains:write',
  'DELETE /byname/v1/domains/{domain}/hosts/{host}': 'domains:write',
  'POST /ens/v1/ens/delete': 'domains:write',
  'POST /ens/v1/ens/upload-to-cdn': 'domains:write',
  'POST /ens/v1/ens/update-workspace-id': 'domains:write',
  'PATCH /byname/v1/domains/{domain}': 'domains:write',
  'GET /byname/v1/domains/{domain}/policy': 'domains:write',
  'PATCH /byname/v1/domains/{domain}/policy': 'domains:write',
  'GET /byname/v1/domains/{domain}/allow-list': 'domains:write',
  'PUT /byname/v1/domains/{domain}/allow-list': 'domains:write',
  'DELETE /byname/v1/domains/{domain}/allow-list': 'domains:write',
  'GET /byname/v1/webhooks': 'any domains:write',
  'POST /byname/v1/webhooks': 'domains:write',
  'GET /byname/v1/webhooks/{webhookId}': 'domains:write',
  'PATCH /byname/v1/webhooks/{webhookId}': 'domains:write',
  'DELETE /byname/v1/webhooks/{webhookId}': 'domains:write',
  'GET /byname/v1/webhooks/{webhookId}/deliveries': 'domains:write',
  'POST /byname/v1/webhooks/{webhookId}/replay': 'domains:write',
  'POST /byname/v1/webhooks/{webhookId}/rotate-secret': 'domains:write',
  'POST /byname/v1/webhooks/{webhookId}/test': 'domains:write',

  'POST /ens/v1/ens/update-ens-is-blocked': 'admin',
  'GET /ens/v1/ens': 'admin',
  'GET /ens/v1/ens/admin/workspace/{workspaceId}': 'admin',
  'POST /ens/v1/offchain-resolvers/update': 'admin',
  'POST /ens/v1/subname/admin-reserve': 'admin',
  'POST /ens/v1/subname/admin-name-evm-contract': 'admin',
  'POST /ens/v1/subname/admin-revoke': 'admin',
  'POST /byname/v1/offchain-resolvers': 'admin',
  'POST /byname/v1/offchain-resolvers/deployment': 'admin',
  'GET /byname/v1/metrics/history': 'admin',
  'GET /byname/v1/offchain-resolvers/signers': 'admin',
  'GET /byname/v1/instance': 'admin',
  'GET /byname/v1/instance/health': 'admin',
  'GET /byname/v1/domains': 'admin',
  'GET /byname/v1/payments': 'admin',
  'PATCH /byname/v1/domains/{domain}/subscription': 'admin',
  'GET /byname/v1/operators': 'admin',
  'POST /byname/v1/operators': 'admin',
  'DELETE /byname/v1/operators/{address}': 'admin',
  'POST /byname/v1/workspaces': 'admin',
  'POST /byname/v1/workspaces/{workspaceId}/members': 'admin',
  'PATCH /byname/v1/workspaces/{workspaceId}/members/{address}': 'admin',
  'DELETE /byname/v1/workspaces/{workspaceId}/members/{address}': 'admin',
  'GET /byname/v1/workspaces/{workspaceId}/api-keys': 'admin',
  'GET /byname/v1/workspaces/{workspaceId}/requests': 'admin',
  'POST /byname/v1/workspaces/{workspaceId}/api-keys': 'admin',
  'POST /byname/v1/workspaces/{workspaceId}/api-keys/{keyId}/rotate': 'admin',
  'DELETE /byname/v1/workspaces/{workspaceId}/api-keys/{keyId}': 'admin',

  'GET /byname/v1/session': 'session',
  'DELETE /byname/v1/session': 'session',
  'GET /byname/v1/sessions': 'session',
  'DELETE /byname/v1/sessions/{sessionId}': 'session',
}
