import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { type Api, part } from './api.ts'
import { ToolError } from './errors.ts'
import { describeRules, type Rules } from './rules.ts'
import { domainUri, wireDomains } from './tools/reads.ts'

interface ResourceAccess {
  readonly hasKey: boolean
  readonly createApi: (signal: AbortSignal) => Api
}

/** The rules of a domain, in words and as JSON, and the domains of the key. */
export function registerResources(server: McpServer, { hasKey, createApi }: ResourceAccess): void {
  const list = async (signal: AbortSignal) => {
    const { data } = await createApi(signal).get('/ens/v1/ens/api-key', { data: wireDomains })
    return data.domains.map(({ ens, chainId }) => ({ domain: ens, chainId }))
  }
  server.registerResource(
    'domain',
    new ResourceTemplate('byname://domain/{chainId}/{domain}', {
      list: hasKey
        ? async ({ mcpReq: { signal } }) => ({
            resources: (await list(signal)).map((domain) => ({
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
    async (uri, { chainId, domain }, { mcpReq: { signal } }) => {
      const ref = { chainId: Number(chainId), domain: decodeURIComponent(String(domain)) }
      const rules = await readRules(createApi(signal), ref, hasKey)
      return {
        contents: [
          { uri: uri.href, mimeType: 'text/plain', text: describeRules(ref, rules) },
          { uri: uri.href, mimeType: 'application/json', text: JSON.stringify(rules) },
        ],
      }
    },
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
    async (uri, { mcpReq: { signal } }) => ({
      contents: [{ uri: uri.href, mimeType: 'application/json', text: JSON.stringify(await list(signal)) }],
    }),
  )
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
