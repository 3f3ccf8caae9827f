import type { OpenAPIV3_1 } from 'openapi-types'
import type { MountedRoute } from '../support/openapi/mounted-routes.ts'
import type { DocumentedOperation } from '../support/openapi/response-schemas.ts'

type Properties = Readonly<Record<string, OpenAPIV3_1.SchemaObject>>

/** Who sends the requests of a part of the interface, and how it has its credential. */
export type Surface = 'namestone' | 'namespace' | 'oauth' | 'page'

/** A mounted route that the OpenAPI document does not have. */
export interface UndocumentedOperation extends DocumentedOperation {
  readonly surface: Surface
}

const text = { type: 'string' } as const
const number = { type: 'integer' } as const
const flag: OpenAPIV3_1.SchemaObject = { enum: ['0', '1', 'true', 'false', true, 1] }
const list = (properties: Properties) =>
  ({ type: 'array', items: { type: 'object', properties: { ...properties } } }) as const
const textMap = (key: string) => ({ type: 'object', properties: { [key]: text } }) as const

const nameStoneName = {
  name: text,
  address: text,
  contenthash: text,
  text_records: textMap('url'),
  coin_types: textMap('0'),
}
const nameStonePage = { text_records: flag, limit: number, offset: number, api_key: text }
const nameStoneEntry = { domain: text, ...nameStoneName }
const oauthClient = { client_id: text, redirect_uri: text }

/** Members of bodies, by the end of the path; a route that takes a body is among them. */
const bodies: Readonly<Record<string, Properties>> = {
  '/set-name': nameStoneEntry,
  '/set-names': { domain: text, names: list(nameStoneName) },
  '/claim-name': { ...nameStoneEntry, single_claim: flag },
  '/delete-name': { domain: text, name: text },
  '/revoke-name': { domain: text, name: text },
  '/set-domain': nameStoneEntry,
  '/enable-domain': {
    company_name: text,
    email: text,
    address: text,
    domain: text,
    signature: text,
    cycle_key: flag,
  },
  '/api/v1/subnames': {
    parentName: text,
    label: text,
    owner: text,
    contenthash: text,
    texts: list({ key: text, value: text }),
    metadata: list({ key: text, value: text }),
    addresses: list({ coin: number, value: text }),
  },
  '/api/v1/subnames/search': {
    parentName: text,
    parentNames: { type: 'array', items: text },
    labelSearch: text,
    owner: text,
    textRecords: textMap('url'),
    metadata: textMap('sender'),
    page: number,
    size: number,
  },
  '/oauth/authorize': {
    ...oauthClient,
    workspaceId: text,
    scopes: { type: 'array', items: text },
    domains: { type: 'array', items: text },
    code_challenge: text,
    state: text,
  },
  '/oauth/token': { ...oauthClient, grant_type: text, code: text, code_verifier: text },
  '/oauth/revoke': { token: text },
  '/mail/stop': {},
}

const queries: Readonly<Record<string, Properties>> = {
  '/get-names': { domain: text, address: text, ...nameStonePage },
  '/search-names': { domain: text, name: text, exact_match: flag, ...nameStonePage },
  '/get-domain': { domain: text, api_key: text },
  '/get-siwe-message': { address: text, domain: text, uri: text },
  '/claim-name': { single_claim: flag },
  '/oauth/client': oauthClient,
  '/preview/claim/{name}': { branding: text },
  '/mail/stop': { token: text, lang: text },
}

function surfaceOf(path: string): Surface {
  if (path.startsWith('/api/{network}/')) return 'namestone'
  if (path.includes('/api/v1/subnames')) return 'namespace'
  return path.startsWith('/oauth/') ? 'oauth' : 'page'
}

function endingOf(table: Readonly<Record<string, Properties>>, path: string): Properties | undefined {
  return Object.entries(table).find(([end]) => path.endsWith(end))?.[1]
}

/** Its requests are made from the schemas of its tools. */
const ofTools = /^\/mcp\/?$/

/**
 * What is mounted and not in the document, with what each route reads.
 *
 * @throws Error for a route with a body that no table has: state its members above.
 */
export function undocumentedOperations(
  mounted: readonly MountedRoute[],
  documented: readonly DocumentedOperation[],
): readonly UndocumentedOperation[] {
  const known = new Set(documented.map(({ method, path }) => `${method.toUpperCase()} ${path}`))
  return mounted
    .filter(({ method, path }) => !known.has(`${method} ${path}`) && !ofTools.test(path) && path !== '*')
    .map(({ method, path }) => {
      const members = endingOf(bodies, path)
      if (members === undefined && !['GET', 'DELETE'].includes(method))
        throw new Error(`${method} ${path} is neither in the document nor among the bodies of this file.`)
      const query = { ...(surfaceOf(path) === 'page' && { chainId: text }), ...endingOf(queries, path) }
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
      const parameters = [
        ...names.map((name) => ({ in: 'path', name, required: true, schema: text })),
        ...Object.entries(query).map(([name, schema]) => ({ in: 'query', name, schema })),
      ]
      const hasBody = members !== undefined && method === 'POST'
      const schema = { type: 'object', properties: { ...members } } as const
      return {
        path: path.replace(/\*$/, '{rest}'),
        // Safe: the router has these methods only.
        method: method.toLowerCase() as DocumentedOperation['method'],
        surface: surfaceOf(path),
        operation: {
          parameters: path.endsWith('*')
            ? [...parameters, { in: 'path', name: 'rest', required: true, schema: text }]
            : parameters,
          ...(hasBody && { requestBody: { content: { 'application/json': { schema } } } }),
          responses: {},
        },
      }
    })
}
