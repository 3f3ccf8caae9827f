import { expect, it } from 'vitest'
import { z } from 'zod'
import { tools } from '../../src/mcp/tools.ts'
import { createAdminKey } from '../support/credentials/api-keys.ts'
import { sendRequest } from '../support/http/send-request.ts'
import { readMountedRoutes } from '../support/openapi/mounted-routes.ts'
import { titleOf } from '../support/openapi/operations.ts'
import { operationsOf, type ServedDocument } from '../support/openapi/response-schemas.ts'
import { createResolver } from '../support/openapi/unbounded-inputs.ts'
import { describeOnEachService, describeService } from '../support/service/describe-service.ts'
import type { TestService } from '../support/service/service.ts'
import {
  type BoundedInput,
  boundedInputsOf,
  describeRequest,
  exampleOf,
  isOfRecords,
  listOf,
  valueWith,
} from './bounded-inputs.ts'
import { prepareFuzzDictionary } from './fuzz-dictionary.ts'
import type { Credentials } from './fuzz-requests.ts'
import { type Surface, undocumentedOperations } from './undocumented-operations.ts'

/** Characters that cost most where a text is normalized, split, decoded or searched before its bound is checked. */
const costly = ['aα.', '%_', 'ﷺ', '\\"', '👩‍👩‍👧‍👦', '0x', '%41', '[', ' ']

const settings = {
  RATE_LIMIT_EXPENSIVE_PER_IP: '0',
  RATE_LIMIT_PER_IP: '0',
  RATE_LIMIT_PER_KEY: '0',
  NAMESTONE_FACADE: 'on',
  NAMESPACE_FACADE: 'on',
  MCP: 'on',
}

/** Of the request line and the headers. */
const maxUrlChars = 30_000

/** Of a value that is far beyond any bound, below that of a body. */
const farChars = 250_000

/** Milliseconds of processor time for a request, of the service and of the test; a refusal takes about one. */
const maxMilliseconds = 1_000

/** What is too large is refused with one of these. */
const tooLarge = [400, 413, 414, 431]

interface Sent {
  readonly what: string
  readonly method: string
  readonly path: string
  readonly headers: Credentials
  readonly body?: unknown
}

/** Sends requests one by one; collects what takes long, and never accepts a 500. */
function createSender(service: () => TestService) {
  const slow: string[] = []
  let sent = 0
  const send = async ({ what, method, path, headers, body }: Sent) => {
    sent += 1
    const before = process.cpuUsage()
    const response = await sendRequest(method.toUpperCase(), service().url + path, { headers, body })
    const text = await response.readText()
    const { user, system } = process.cpuUsage(before)
    const milliseconds = (user + system) / 1000
    if (milliseconds > maxMilliseconds) slow.push(`${what}: ${milliseconds.toFixed(0)} ms`)
    expect(response.status, `${what}: ${text.slice(0, 300)}`).not.toBe(500)
    return { status: response.status, text }
  }
  return { send, slow, sent: () => sent }
}

type Send = ReturnType<typeof createSender>['send']

/** Returns the text of the response. */
async function callTool(send: Send, key: string, what: string, params: object): Promise<string> {
  const { text } = await send({
    ...{ what, method: 'POST', path: '/mcp' },
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${key}`,
    },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
  })
  return text
}

describeService(
  'inputs beyond their bounds',
  (service) => {
    it('rule: each text and list of an operation is refused beyond its bound, by the member, without work', async () => {
      const document = (await (await fetch(`${service().url}/openapi.json`)).json()) as ServedDocument
      const resolve = createResolver(document)
      const admin = await createAdminKey(service())
      const { session } = await prepareFuzzDictionary(service())
      const { send, slow, sent } = createSender(service)
      const accepted: string[] = []
      for (const { method, path, operation } of operationsOf(document)) {
        const described = describeRequest(operation, resolve)
        const schemes = (operation.security ?? []).flatMap((each) => Object.keys(each))
        const credentials = schemes.includes('apiKey')
          ? { 'x-api-key': service().key }
          : schemes.includes('adminKey')
            ? { 'x-api-key': admin }
            : schemes.includes('session')
              ? session
              : {}
        for (const [index, input] of boundedInputsOf(described, resolve).entries())
          for (const size of sizesOf(input)) {
            const unit = costly[(index + size) % costly.length] ?? 'a'
            const text = textOf(unit, size)
            const request = requestWith(
              { path, described, resolve },
              input,
              input.kind === 'list' ? size : text,
            )
            const what = `${titleOf({ method, path })} ${input.place} ${input.path.join('.')} (${input.kind}) of ${size}`
            const { status, text: response } = await send({
              ...request,
              what,
              method,
              headers: { ...credentials, ...request.headers },
            })
            if (!isRefused(input, status, response) && !isOfRecords(input))
              accepted.push(`${what}: ${status} ${response.slice(0, 160)}`)
          }
      }
      expect(sent()).toBeGreaterThan(1000)
      expect(accepted).toEqual([])
      expect(slow).toEqual([])
    })

    it('rule: each text and list of a route without a document is refused beyond its bound, without work', async () => {
      const document = (await (await fetch(`${service().url}/openapi.json`)).json()) as ServedDocument
      const routes = undocumentedOperations(
        await readMountedRoutes(service().context),
        operationsOf(document),
      )
      const resolve = createResolver(document)
      const { session, dictionary } = await prepareFuzzDictionary(service())
      const credentials: Readonly<Record<Surface, Credentials>> = {
        namestone: { authorization: service().key },
        namespace: { 'x-auth-token': service().key },
        oauth: session,
        page: {},
      }
      const { send, slow, sent } = createSender(service)
      const accepted: string[] = []
      const known = { network: 'public_v1', name: 'far', domain: dictionary['ensDomain']?.[0] }
      for (const { method, path, surface, operation } of routes.filter(({ surface }) => surface !== 'page')) {
        const described = describeRequest(operation, resolve)
        for (const input of boundedInputsOf(described, resolve).filter(isBoundedByItself)) {
          const size =
            input.kind === 'list' ? 20_000 : input.place === 'query' ? Math.floor(maxUrlChars / 9) : farChars
          const given = input.kind === 'list' ? size : textOf(costly[sent() % costly.length] ?? 'a', size)
          const request = requestWith({ path, described, resolve, known }, input, given)
          const what = `${titleOf({ method, path })} ${input.place} ${input.path.join('.')} (${input.kind}) of ${size}`
          const headers = { ...credentials[surface], ...request.headers }
          const { status, text } = await send({ ...request, what, method, headers })
          if (status < 400) accepted.push(`${what}: ${status} ${text.slice(0, 160)}`)
        }
      }
      expect(sent()).toBeGreaterThan(50)
      expect(accepted).toEqual([])
      expect(slow).toEqual([])
    })

    it('rule: each text and list of a tool for models is refused beyond its bound, without work', async () => {
      const resolve = createResolver({})
      const { send, slow, sent } = createSender(service)
      const accepted: string[] = []
      for (const { name, input } of tools) {
        const schema = resolve(z.toJSONSchema(input, { io: 'input' }))
        const described = { parameters: [], body: { place: 'body', schema } } as const
        for (const each of boundedInputsOf(described, resolve)) {
          const size = each.bound === undefined ? farChars : each.bound + 1
          const given = each.kind === 'list' ? listOf(schema, each.path, size, resolve) : textOf('ﷺ', size)
          const what = `${name} ${each.path.join('.')} (${each.kind}) of ${size}`
          const params = { name, arguments: valueWith(schema, each.path, given, resolve) }
          const text = await callTool(send, service().key, what, params)
          if (!/Invalid arguments for tool|PayloadTooLargeException/.test(text))
            accepted.push(`${what}: ${text.slice(0, 300)}`)
        }
      }
      expect(sent()).toBeGreaterThan(20)
      expect(accepted).toEqual([])
      expect(slow).toEqual([])
    })
  },
  { settings },
)

/** Half of a surrogate pair, which no encoding has, and a character that PostgreSQL stores nowhere. */
const unstorable = ['a\0b', '\ud800']

describeOnEachService(
  'texts that a database or an encoding does not have',
  (service) => {
    it('rule: none is a 500 in any text of an operation, of a route without a document, or of a tool', async () => {
      const document = (await (await fetch(`${service().url}/openapi.json`)).json()) as ServedDocument
      const resolve = createResolver(document)
      const admin = await createAdminKey(service())
      const { dictionary, session } = await prepareFuzzDictionary(service())
      const first = Object.entries(dictionary).map(([name, [value]]) => [name, value])
      const known = { ...Object.fromEntries(first), name: dictionary['subname']?.[0] }
      const documented = operationsOf(document)
      const others = undocumentedOperations(await readMountedRoutes(service().context), documented)
      const [domain] = dictionary['ensDomain'] ?? []
      const facade = { domain, parentName: domain, name: 'held', label: 'held' }
      const { send, sent } = createSender(service)
      for (const { method, path, operation } of [...documented, ...others]) {
        const described = describeRequest(operation, resolve)
        const { security = [] } = operation
        const isForAdmin = JSON.stringify(security).includes('adminKey')
        const key = isForAdmin ? admin : service().key
        const credentials = JSON.stringify(security).includes('Key')
          ? { 'x-api-key': key }
          : path.startsWith('/api/')
            ? { authorization: key, 'x-auth-token': key }
            : session
        for (const input of boundedInputsOf(described, resolve))
          for (const text of input.kind === 'text' ? unstorable : []) {
            const inBody =
              path.includes('/api/') && described.body ? pick(described.body.schema, facade) : undefined
            const request = requestWith({ path, described, resolve, known, inBody }, input, text)
            const what = `${titleOf({ method, path })} ${input.place} ${input.path.join('.')} ${JSON.stringify(text)}`
            await send({ ...request, what, method, headers: { ...credentials, ...request.headers } })
          }
      }
      for (const { name, input } of tools) {
        const schema = createResolver({})(z.toJSONSchema(input, { io: 'input' }))
        const described = { parameters: [], body: { place: 'body', schema } } as const
        for (const each of boundedInputsOf(described, resolve))
          for (const text of each.kind === 'text' ? unstorable : []) {
            const what = `${name} ${each.path.join('.')} ${JSON.stringify(text)}`
            const others = { label: 'tea', owner: dictionary['ethAddress']?.[0], domain: known['ensDomain'] }
            const base = {
              ...Object(exampleOf(schema, resolve)),
              ...pick(schema, { ...others, name: known.name }),
            }
            const answer = await callTool(send, service().key, what, {
              name,
              arguments: valueWith(schema, each.path, text, resolve, base),
            })
            expect(answer, what).not.toContain('The server failed.')
          }
      }
      expect(sent()).toBeGreaterThan(1000)
    })
  },
  { settings },
)

/** Those that the schema has. */
function pick(
  { properties = {} }: { readonly properties?: object },
  values: Readonly<Record<string, unknown>>,
) {
  return Object.fromEntries(Object.entries(values).filter(([name]) => name in properties))
}

/** Not: a path that leads nowhere, a key beside that of a header, and a list of addresses, of which a URL holds few. */
function isBoundedByItself({ place, path: [name = ''] }: BoundedInput): boolean {
  return place !== 'path' && !(place === 'query' && ['api_key', 'address'].includes(name))
}

/** A path that leads nowhere is not found; of an import, each name has an outcome of its own. */
function isRefused({ place, path }: BoundedInput, status: number, response: string): boolean {
  if (tooLarge.includes(status)) return true
  if (place === 'path') return status === 404
  return path[0] === 'names' && status === 200 && response.includes('"added":0,"changed":0')
}

/** So many code points, which bounds count. */
function textOf(unit: string, size: number): string {
  const points = Array.from(unit)
  const rest = points.slice(0, size % points.length).join('')
  return unit.repeat(Math.floor(size / points.length)) + rest
}

/** One beyond the bound, and far beyond it. */
function sizesOf({ place, kind, bound }: BoundedInput): readonly number[] {
  if (kind === 'list') return [(bound ?? 0) + 1]
  const far = place === 'body' || place === 'form' ? farChars : Math.floor(maxUrlChars / 9)
  return bound === undefined ? [far] : [bound + 1, Math.max(far, bound + 1)]
}

interface Target {
  readonly path: string
  readonly described: ReturnType<typeof describeRequest>
  readonly resolve: ReturnType<typeof createResolver>
  /** Values by the name of a parameter or member, which the description has not. */
  readonly known?: Readonly<Record<string, unknown>>
  /** Members of the body; absent: those of its example. */
  readonly inBody?: object | undefined
}

/** A request that is valid but for one member, which has the text or so many entries. */
function requestWith(
  { path, described, resolve, known = {}, inBody }: Target,
  input: BoundedInput,
  given: string | number,
) {
  const { parameters, body } = described
  const query = new URLSearchParams()
  const headers: Record<string, string> = {}
  let target = path
  for (const { in: place, name, schema = {}, example, required } of parameters) {
    const isChanged = input.place === place && input.path[0] === name
    const value = isChanged
      ? typeof given === 'number'
        ? listOf(schema, input.path.slice(1), given, resolve)
        : given
      : (known[name] ?? example ?? exampleOf(schema, resolve))
    if (place === 'path')
      target = target.replace(`{${name}}`, encodeURIComponent(String(value).toWellFormed()))
    if (place === 'query' && (required || isChanged))
      for (const each of [value].flat()) query.append(name, String(each))
    if (place === 'header' && isChanged) headers[name] = String(value).replace(/[^\x21-\x7e]/g, 'a')
  }
  const url = `${target}${query.size > 0 ? `?${query}` : ''}`
  if (!body) return { path: url, headers }
  const value =
    input.place === body.place
      ? valueWith(
          body.schema,
          input.path,
          typeof given === 'number' ? listOf(body.schema, input.path, given, resolve) : given,
          resolve,
          inBody,
        )
      : exampleOf(body.schema, resolve)
  return { path: url, headers, body: body.place === 'form' ? toForm(value) : value }
}

function toForm(fields: unknown): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(Object(fields) as Record<string, unknown>))
    if (name !== 'file') form.set(name, String(value))
  form.set('file', new Blob(['address\n'], { type: 'text/csv' }), 'list.csv')
  return form
}
