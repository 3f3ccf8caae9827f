import type { Permission } from '../../src/core/auth/access.ts'
import type { Auth } from '../../src/http/credentials/operation-auth.ts'
import type { Route } from '../../src/http/operation.ts'

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

/** The row of an operation, from what it states. */
export function requiredCredentialOf({ auth }: Pick<Route, 'auth'>): RequiredCredential {
  const { permission, selects, signature } = auth
  if (!permission) return withoutPermission(auth)
  if (signature) return withSignature[`${permission} ${signature}`] ?? unknownRow(permission, signature)
  return keyRows[permission][selects ?? 'nothing'] ?? unknownRow(permission, selects)
}

function withoutPermission({ accepts, signature, isOptional }: Auth): RequiredCredential {
  if (signature === 'required') return 'signature'
  if (signature === 'instead') return 'admin or signature'
  if (isOptional || accepts.length === 0) return 'anyone'
  if (accepts.includes('key')) return 'any key'
  return accepts.includes('admin-key') ? 'admin' : 'session'
}

const withSignature: Readonly<Record<string, RequiredCredential>> = {
  'read instead': 'key or signature',
  'names:export instead': 'names:export or signature',
  'names:write required': 'names:write and signature',
  'names:write unless-overridden': 'names:write and signature',
  'names:write of-items': 'names:write, and signature for an item',
  'domains:write unless-admin': 'domains:write and signature, or admin',
}

type Selects = NonNullable<Auth['selects']> | 'nothing'

/** For each permission, the row by what the response selects. */
const keyRows: Readonly<Record<Permission, Partial<Readonly<Record<Selects, RequiredCredential>>>>> = {
  read: { nothing: 'key of the domain', domains: 'key of the workspace', workspaces: 'any key' },
  'names:write': { nothing: 'names:write' },
  'names:revoke': {},
  'names:export': {},
  'claim-page:write': { nothing: 'domains:write' },
  'domains:write': { nothing: 'domains:write', domains: 'any domains:write' },
  'keys:write': { nothing: 'admin' },
  'members:write': { nothing: 'admin' },
  admin: { nothing: 'admin' },
}

function unknownRow(...parts: readonly unknown[]): never {
  throw new Error(`The table has no row for ${parts.join(', ')}.`)
}
