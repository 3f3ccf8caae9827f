import fc from 'fast-check'
import type { OpenAPIV3_1 } from 'openapi-types'
import { z } from 'zod'
import { tools } from '../../src/mcp/tools.ts'
import { type FuzzDictionary, type FuzzRequest, someValueOf } from './fuzz-requests.ts'
import { hostileBody, hostileHeader, hostileText, hostileValue } from './hostile.ts'

const protocolVersion = '2026-07-28'

/** What a client of that version sends with each message. */
const envelope = {
  'io.modelcontextprotocol/protocolVersion': protocolVersion,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

/** Without a tool. */
const methods = [
  'resources/read',
  'resources/list',
  'resources/templates/list',
  'tools/list',
  'server/discover',
  'initialize',
]

/** `POST /mcp <method> <tool>` */
export const toolTitles = [...tools.map(({ name }) => `tools/call ${name}`), ...methods].map(
  (title) => `POST /mcp ${title}`,
)

/** Parameters of a method. The input of a tool follows from its schema, as clients see it. */
function paramsOf(
  method: string,
  toolName: string | undefined,
  dictionary: FuzzDictionary,
): fc.Arbitrary<unknown> {
  const tool = tools.find(({ name }) => name === toolName)
  if (tool) {
    // Safe: JSON Schema of the same draft as OpenAPI 3.1.
    const schema = z.toJSONSchema(tool.input, { io: 'input' }) as OpenAPIV3_1.SchemaObject
    const {
      username: label = [],
      subname: name = [],
      ethAddress: owner = [],
      ensDomain: domain = [],
    } = dictionary
    const known = { ...dictionary, names: [], name, label, owner, domain }
    return fc.record({ name: fc.constant(tool.name), arguments: someValueOf(schema, known) })
  }
  if (method !== 'resources/read') return fc.record({ cursor: hostileText }, { requiredKeys: [] })
  const domains = (dictionary['ensDomain'] ?? []).map((domain) => `byname://domain/1/${domain}`)
  const uris = [
    fc.constantFrom('byname://domains', ...domains),
    hostileText.map((text) => `byname://domain/1/${text}`),
    hostileText,
  ]
  return fc.record({ uri: fc.oneof(...uris) })
}

const ids = fc.oneof({ weight: 20, arbitrary: fc.nat() }, { weight: 1, arbitrary: hostileValue })

/** Messages of one of the titles, some of them valid. */
export function toolRequests(
  title: string,
  dictionary: FuzzDictionary,
  key: string | undefined,
): fc.Arbitrary<FuzzRequest> {
  const [method = '', tool] = title.split(' ').slice(2)
  const given = paramsOf(method, tool, dictionary)
  const params = fc.oneof({ weight: 30, arbitrary: given }, { weight: 1, arbitrary: hostileValue })
  return fc
    .record({
      isModern: fc.boolean(),
      id: ids,
      params,
      token: fc.oneof({ weight: 20, arbitrary: fc.constant(key) }, { weight: 1, arbitrary: hostileHeader }),
      broken: fc.oneof(
        { weight: 30, arbitrary: fc.constant(undefined) },
        { weight: 1, arbitrary: hostileBody },
      ),
    })
    .map(({ isModern, id, params, token, broken }) => {
      const isRecord = typeof params === 'object' && params !== null && !Array.isArray(params)
      const withEnvelope = isModern && isRecord ? { ...params, _meta: envelope } : params
      const target = isRecord && 'name' in params ? params.name : undefined
      const uri = isRecord && 'uri' in params ? params.uri : undefined
      return {
        method: 'POST',
        path: '/mcp',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(isModern && {
            'mcp-protocol-version': protocolVersion,
            'mcp-method': method,
            ...(typeof (target ?? uri) === 'string' && { 'mcp-name': headerText(String(target ?? uri)) }),
          }),
        },
        body: broken ?? JSON.stringify({ jsonrpc: '2.0', id, method, params: withEnvelope }),
      }
    })
}

/** What a header can contain. */
function headerText(text: string): string {
  return text.replace(/[^\x21-\x7e]/g, '?')
}
