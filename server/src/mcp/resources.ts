import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceTemplate,
  type ServerContext,
  type Variables,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { type Api, part } from './api.ts'
import { ToolError } from './errors.ts'
import { boundRules, describeRules, type Rules } from './rules.ts'
import { domainUri, readDomains } from './tools/domains.ts'

interface ResourceAccess {
  readonly hasKey: boolean
  readonly createApi: (signal: AbortSignal) => Api
  readonly onError: (error: unknown) => void
}

/** The rules of a domain, in words and as JSON, and the domains of the key. */
export function registerResources(server: McpServer, { hasKey, createApi, onError }: ResourceAccess): void {
  const list = ({ mcpReq: { signal } }: ServerContext) =>
    shown(onError, async () => (await readDomains(createApi(signal))).domains)
  server.registerResource(
    'domain',
    new ResourceTemplate('byname://domain/{chainId}/{domain}', {
      list: hasKey
        ? async (context) => ({
            resources: (await list(context)).map((domain) => ({
              uri: domainUri(domain),
              name: `${domain.domain} (chain ${domain.chainId})`,
              mimeType: 'text/plain',
            })),
          })
        : undefined,
    }),
    {
      title: 'Rules of a domain',
      description: 'Which names of a domain can be issued and claimed, in words and as JSON.',
      mimeType: 'text/plain',
    },
    (uri, variables, { mcpReq: { signal } }) =>
      shown(onError, async () => {
        const ref = readRef(variables)
        const rules = await readRules(createApi(signal), ref, hasKey)
        return {
          contents: [
            { uri: uri.href, mimeType: 'text/plain', text: describeRules(ref, rules) },
            { uri: uri.href, mimeType: 'application/json', text: JSON.stringify(boundRules(rules)) },
          ],
        }
      }),
  )
  if (!hasKey) return
  server.registerResource(
    'domains',
    'byname://domains',
    {
      title: 'Domains of the key',
      description: 'The domains in which the API key may issue names.',
      mimeType: 'application/json',
    },
    async (uri, context) => ({
      contents: [{ uri: uri.href, mimeType: 'application/json', text: JSON.stringify(await list(context)) }],
    }),
  )
}

/** The SDK would show the message of any error. */
async function shown<T>(onError: ResourceAccess['onError'], work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ToolError) throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message)
    onError(error)
    throw new ProtocolError(ProtocolErrorCode.InternalError, 'The server failed. It has logged the details.')
  }
}

function readRef({ chainId, domain }: Variables): { readonly chainId: number; readonly domain: string } {
  try {
    return { chainId: Number(chainId), domain: decodeURIComponent(String(domain)) }
  } catch {
    throw new ToolError(
      'The URI of the resource is byname://domain/{chainId}/{domain}, the domain percent-encoded.',
    )
  }
}

const values = z.record(z.string(), z.unknown())

/** The whole policy for a key that may read it, else what visitors see. */
async function readRules(
  api: Api,
  { chainId, domain }: { readonly chainId: number; readonly domain: string },
  hasKey: boolean,
): Promise<Rules> {
  const path = `/byname/v1/domains/${part(domain)}`
  const query = { chainId }
  if (hasKey)
    try {
      const { data } = await api.get(`${path}/policy`, { query, data: values })
      return { view: 'owner', policy: data }
    } catch (error) {
      if (!(error instanceof ToolError) || error.errorName !== 'ForbiddenException') throw error
    }
  const page = z.object({ isFull: z.boolean(), policy: values })
  const { data } = await api.get(`${path}/page`, { query, data: page })
  return { view: 'visitor', ...data }
}
