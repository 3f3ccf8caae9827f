import { readFile } from 'node:fs/promises'
import type { OpenAPIV3_1 } from 'openapi-types'
import { expect, it } from 'vitest'
import { readOperations, titleOf } from '../support/openapi/operations.ts'
import { describeService } from '../support/service/describe-service.ts'
import {
  type AuthRequirement,
  type Endpoint,
  type Parameter,
  type Parameters,
  specified,
  undocumentedButUsed,
} from './endpoints.ts'
import { specDeviations } from './spec-deviations.ts'

const endpoints = [...specified, ...undocumentedButUsed]

/** Paths of operations that are not specified: workspaces and their keys, the gateway, /byname, links and health. */
const additionalPaths = [
  /^\/ens\/v1\/workspaces(\/|$)/,
  /^\/byname\/v1\//,
  /^\/ccip\//,
  /^\/(health|ready|metrics)?$/,
  /^\/media\//,
]

const apiKey = { apiKey: [] }
const signed = { signerAddress: [], signedMessage: [], signature: [] }

/** Headers that the specification does not have; clients may leave them out. */
const additionalHeaders = ['idempotency-key', 'if-match', 'if-none-match']

/** Reads that are a POST. */
const postReads = [
  'POST /byname/v1/domains/{domain}/claims/{claimId}/notice/check',
  'POST /ens/v1/ens/expiry',
  'POST /ens/v1/siwe/request-challenge',
  'POST /ens/v1/siwe/verify-message',
  'POST /ens/v2/siwe/challenges',
  'POST /ens/v2/siwe/verify',
  'POST /byname/v1/domains/{domain}/challenges',
  'POST /byname/v1/domains/{domain}/policy/check',
  'POST /byname/v1/domains/{domain}/import/listing',
  'POST /byname/v1/domains/{domain}/former-gateway/compare',
  'POST /byname/v1/domains/{domain}/invitation-links/check',
  'POST /byname/v1/offchain-resolvers/deployment',
]

/** The security schemes of the document for each kind of credentials, beside sessions and bearers, which it does not have. */
const expectedSecurity: Record<AuthRequirement, readonly object[]> = {
  none: [],
  key: [apiKey],
  'key?': [apiKey, {}],
  admin: [{ adminKey: [] }],
  signature: [signed],
  'key, signature': [{ ...apiKey, ...signed }],
  'key, signature?': [{ ...apiKey, ...signed }, apiKey],
  'key, signature or admin': [{ ...apiKey, ...signed }, { adminKey: [] }],
  payment: [{ x402Payment: [] }, { httpPayment: [] }, {}],
}

/** Their state has an entity tag (If-Match, If-None-Match). */
const conditionalWrites = [
  'DELETE /byname/v1/names/{name}',
  'DELETE /ens/v2/subnames/invitations/{subname}',
  'PATCH /byname/v1/domains/{domain}',
  'PATCH /byname/v1/domains/{domain}/policy',
  'PATCH /byname/v1/names/{name}/notes',
  'PATCH /ens/v2/subnames/invitations/{subname}',
  'PATCH /ens/v2/subnames/{subname}',
  'POST /byname/v1/names/{name}/transfer',
  'POST /ens/v1/subname/accept',
  'POST /ens/v1/subname/admin-revoke',
  'POST /ens/v1/subname/reject',
  'POST /ens/v1/subname/revoke',
  'POST /ens/v1/subname/update',
]

const conditionalReads = [
  'GET /byname/v1/domains/{domain}/policy',
  'GET /byname/v1/names/{name}',
  'GET /byname/v1/names/{name}/avatar',
  'GET /byname/v1/names/{name}/banner',
  'GET /byname/v1/names/{name}/notes',
  'GET /ccip/{resolverId}/{sender}/{callData}',
  'GET /ens/v1/ens/id/{id}',
  'GET /ens/v1/subname/subname',
  'GET /ens/v2/subname',
  'GET /ens/v2/subnames',
]

describeService('The interface as documented at /openapi.json', (service) => {
  const operations = () => readOperations(service().url)

  it('the document has every operation that is specified or that clients call', async () => {
    expect((await operations()).map(titleOf)).toEqual(expect.arrayContaining(endpoints.map(titleOf)))
  })

  it('the document has no other operations except those for the operator', async () => {
    const known = new Set(endpoints.map(titleOf))
    const others = (await operations()).filter((operation) => !known.has(titleOf(operation)))
    const undocumented = others.filter(({ path }) => !additionalPaths.some((own) => own.test(path)))
    expect(undocumented.map(titleOf)).toEqual([])
  })

  it('the document departs from the specification only as listed', () => {
    expect(specified.map(titleOf)).toEqual(expect.arrayContaining(Object.keys(specDeviations)))
  })

  it('rule: every write takes Idempotency-Key and may be 409 and 422, and no read does', async () => {
    for (const documented of await operations()) {
      const title = titleOf(documented)
      if (documented.path.startsWith('/ccip/')) continue
      const isWrite = documented.method !== 'get' && !postReads.includes(title)
      const { responses } = documented.operation
      const describes = (status: number, name: string) =>
        JSON.stringify(responses?.[status] ?? {}).includes(name)
      expect(
        {
          takesKey: 'idempotency-key' in parametersIn('header', documented.operation),
          isInProgress: describes(409, 'RequestInProgressException'),
          isReused: describes(422, 'IdempotencyKeyReusedException'),
        },
        title,
      ).toEqual({ takesKey: isWrite, isInProgress: isWrite, isReused: isWrite })
    }
  })

  it('rule: exactly the listed reads and writes are conditional', async () => {
    const all = await operations()
    const titlesOf = (isListed: (operation: (typeof all)[number]['operation']) => boolean) =>
      all
        .filter(({ operation }) => isListed(operation))
        .map(titleOf)
        .toSorted()
    const withHeader = (name: string) => titlesOf((operation) => name in parametersIn('header', operation))
    const withStatus = (status: string) => titlesOf(({ responses = {} }) => status in responses)
    expect(withHeader('if-match')).toEqual(conditionalWrites)
    expect(withStatus('412')).toEqual(conditionalWrites)
    expect(withHeader('if-none-match')).toEqual([...conditionalReads, ...conditionalWrites].toSorted())
    expect(withStatus('304')).toEqual(conditionalReads)
  })

  it('rule: docs/interface-notes.md has every departure', async () => {
    const notes = await readFile(new URL('../../../docs/interface-notes.md', import.meta.url), 'utf8')
    const [, table = ''] = /## Departures\n([\s\S]*?)\n## /.exec(notes) ?? []
    for (const title of Object.keys(specDeviations)) expect(table).toContain(`\`${title}\``)
  })

  it.each(endpoints.map((endpoint) => [titleOf(endpoint), endpoint] as const))(
    '%s is as listed',
    async (title, endpoint) => {
      const operation = (await operations()).find((one) => titleOf(one) === title)?.operation ?? {}
      const { why: _, ...deviation } = specDeviations[title] ?? { why: '' }
      const query = { ...endpoint.query, ...deviation.query }
      const expected = { ...endpoint, ...deviation }
      expect({
        query: parametersIn('query', operation, query),
        path: Object.keys(parametersIn('path', operation)),
        headers: Object.keys(parametersIn('header', operation)).filter(
          (name) => !additionalHeaders.includes(name),
        ),
        body: bodyOf(operation),
        successes: Object.keys(operation.responses ?? {}).filter((status) => status.startsWith('2')),
        security: (operation.security ?? []).filter((one) => !('session' in one || 'bearerKey' in one)),
      }).toEqual({
        query: Object.fromEntries(Object.entries(query).map(([name, one]) => [name, toParameter(one)])),
        path: Array.from(endpoint.path.matchAll(/\{(\w+)\}/g), ([, name]) => name),
        headers: expected.headers ?? [],
        body: expected.body,
        successes: [`${expected.status}`],
        security: expectedSecurity[expected.auth],
      })
    },
  )
})

/** A documented parameter to compare; a generic object may be documented as anything. */
function toParameter({ type, ...rest }: Parameter) {
  return {
    type: type === 'anything' ? expect.any(String) : type,
    ...rest,
  }
}

/** The parameters of an operation in one location, with those bounds that the specification has as well. */
function parametersIn(
  location: 'query' | 'path' | 'header',
  { parameters = [] }: OpenAPIV3_1.OperationObject,
  specified: Parameters = {},
): Record<string, Partial<Record<keyof Parameter, unknown>>> {
  const found = parameters.flatMap((one) => ('in' in one && one.in === location ? [one] : []))
  return Object.fromEntries(
    found.map(({ name, required, schema }) => {
      const { type, default: fallback, maximum, enum: values } = schema as OpenAPIV3_1.SchemaObject
      const { [name]: parameter = {} as Partial<Parameter> } = specified
      return [
        name,
        {
          type: typeNames[`${type}`] ?? type,
          ...(required && { required }),
          ...('default' in parameter && { default: fallback }),
          ...('maximum' in parameter && { maximum }),
          ...('values' in parameter && { values }),
        },
      ]
    }),
  )
}

const typeNames: Readonly<Record<string, string>> = { integer: 'number', array: 'strings' }

function bodyOf({ requestBody }: OpenAPIV3_1.OperationObject): Endpoint['body'] {
  if (!requestBody) return 'none'
  return 'required' in requestBody && requestBody.required ? 'required' : 'optional'
}
