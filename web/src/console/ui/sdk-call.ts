import type { ApiRequest } from './api-call.ts'

/** A program for `@byname/sdk` that sends the request: by the verb of the SDK that there is for it, else by its path. */
export function sdkCall(origin: string, request: ApiRequest): string {
  const chainId = chainIdOf(request)
  const options = [
    `url: ${print(origin)}`,
    'apiKey: process.env.KEY',
    ...(chainId === undefined || chainId === 1 ? [] : [`chainId: ${chainId}`]),
  ]
  return [
    ...(request.file === undefined ? [] : [`import { openAsBlob } from 'node:fs'`]),
    `import { createClient } from '@byname/sdk'`,
    '',
    `const client = createClient({ ${options.join(', ')} })`,
    verbCall(request) ?? pathCall(request),
  ].join('\n')
}

/** Of the chain that the client is for, which verbs send in the query. */
function chainIdOf({ query, path }: ApiRequest): number | undefined {
  return verbs.some((verb) => verb.path === path) && typeof query?.['chainId'] === 'number'
    ? query['chainId']
    : undefined
}

type Arguments = (request: ApiRequest) => readonly unknown[] | undefined

interface Verb {
  readonly request: ApiRequest['method']
  readonly path: string
  readonly call: string
  /** Undefined where the verb cannot send this request. */
  readonly argumentsOf: Arguments
}

/** Parameters of the path in their order, then the body. */
const pathAndBody: Arguments = ({ params = {}, body }) => [
  ...Object.values(params),
  ...(body === undefined ? [] : [body]),
]

const domain = '/byname/v1/domains/{domain}'
const links = `${domain}/invitation-links`
const webhooks = '/byname/v1/webhooks'

function verb(
  request: ApiRequest['method'],
  path: string,
  call: string,
  argumentsOf: Arguments = pathAndBody,
): Verb {
  return { request, path, call, argumentsOf }
}

const verbs: readonly Verb[] = [
  verb('GET', `${domain}/names`, 'names.list', listArguments),
  verb('POST', '/byname/v1/names/batch', 'names.batch', batchArguments),
  verb('PATCH', domain, 'domains.update'),
  verb('PATCH', `${domain}/policy`, 'policies.update'),
  verb('POST', `${domain}/claims/{claimId}/approve`, 'claims.approve'),
  verb('POST', `${domain}/claims/{claimId}/decline`, 'claims.decline'),
  verb('POST', links, 'invitations.create'),
  verb('POST', `${links}/batch`, 'invitations.createMany'),
  verb('DELETE', `${links}/{linkId}`, 'invitations.revoke'),
  verb('POST', webhooks, 'webhooks.create'),
  verb('PATCH', `${webhooks}/{webhookId}`, 'webhooks.update'),
  verb('DELETE', `${webhooks}/{webhookId}`, 'webhooks.delete'),
  verb('POST', `${webhooks}/{webhookId}/test`, 'webhooks.test'),
]

function verbCall(request: ApiRequest): string | undefined {
  const found = verbs.find((verb) => verb.path === request.path && verb.request === request.method)
  const values = found?.argumentsOf(request)
  if (!found || !values) return undefined
  const call = `client.${found.call}(${values.map(print).join(', ')})`
  return found.call.endsWith('.list')
    ? `for await (const entry of ${call}) console.log(entry)`
    : `await ${call}`
}

function pathCall({ method, path, params, query, body, file }: ApiRequest): string {
  const init = {
    ...((params ?? query) && { params: { ...(params && { path: params }), ...(query && { query }) } }),
    ...(body !== undefined && { body }),
  }
  const head = `await client.request(${print(method)}, ${print(path)}`
  if (file !== undefined)
    return [
      'const form = new FormData()',
      `form.set('file', await openAsBlob(${print(file)}), ${print(file)})`,
      `${head}, {\n  ...${print(init)},\n  body: { file: ${print(file)} },\n  bodySerializer: () => form,\n})`,
    ].join('\n')
  return Object.keys(init).length > 0 ? `${head}, ${print(init)})` : `${head})`
}

function listArguments({ params = {}, query = {} }: ApiRequest): readonly unknown[] {
  const { chainId: _, ...options } = query
  return [params['domain'], options]
}

interface WireItem {
  readonly action: string
  readonly label: string
  readonly ethAddress?: string
  readonly addresses?: readonly { readonly coinType: number; readonly address?: string | null }[]
  readonly text?: readonly { readonly key: string; readonly value: string | null }[]
  readonly contentHash?: string | null
}

/** Undefined for items that the SDK would send in another form. */
function batchArguments({ body }: ApiRequest): readonly unknown[] | undefined {
  // Safe because the console sends batches in this form.
  const { domain, mode, items } = body as {
    readonly domain: string
    readonly mode: string
    readonly items: readonly WireItem[]
  }
  const sdkItems = items.map(toSdkItem)
  if (sdkItems.includes(undefined)) return undefined
  return [{ domain, ...(mode !== 'each' && { mode }), items: sdkItems }]
}

function toSdkItem({ action, label, ethAddress, ...records }: WireItem): object | undefined {
  const { addresses = [], text = [], contentHash, ...others } = records
  if (action === 'reserve') return { action, label, owner: ethAddress }
  if (action === 'revoke') return { action, label, ...others }
  const owner = addresses.find(({ coinType }) => coinType === 60)?.address
  const otherAddresses = addresses.filter(({ coinType }) => coinType !== 60)
  const isRepeated = [addresses.map(({ coinType }) => coinType), text.map(({ key }) => key)].some(
    (keys) => new Set<unknown>(keys).size < keys.length,
  )
  if (action !== 'issue' || owner === undefined || isRepeated) return undefined
  const maps = {
    ...(text.length > 0 && { texts: Object.fromEntries(text.map(({ key, value }) => [key, value])) }),
    ...(otherAddresses.length > 0 && {
      addresses: Object.fromEntries(otherAddresses.map(({ coinType, address }) => [coinType, address])),
    }),
    ...(contentHash !== undefined && { contentHash }),
  }
  return { action, label, owner, ...(Object.keys(maps).length > 0 && { records: maps }) }
}

/** As JavaScript: names of members without quotes, and `__proto__` as a member like any other. */
function print(value: unknown): string {
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
  return JSON.stringify(value, null, 2)
    .replaceAll('"__proto__":', '["__proto__"]:')
    .replace(/^(\s*)"([A-Za-z]\w*)":/gm, '$1$2:')
}
