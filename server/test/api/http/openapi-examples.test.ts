import { Ajv2020 } from 'ajv/dist/2020.js'
import type { OpenAPIV3_1 } from 'openapi-types'
import { expect, it } from 'vitest'
import { titleOf } from '../../support/openapi/operations.ts'
import { operationsOf, type ServedDocument } from '../../support/openapi/response-schemas.ts'
import { describeService } from '../../support/service/describe-service.ts'

type MediaType = OpenAPIV3_1.MediaTypeObject

/** A JSON body of the document, its location, and whether it is that of an error. */
interface Body {
  readonly title: string
  readonly pointer: readonly string[]
  readonly media: MediaType
  readonly names: readonly string[]
}

describeService('The examples and descriptions of /openapi.json', (service) => {
  const read = async () => (await (await fetch(`${service().url}/openapi.json`)).json()) as ServedDocument

  it('every JSON request, response and error name has an example that its schema allows', async () => {
    const document = await read()
    const ajv = new Ajv2020({ strict: false, formats: { 'date-time': true, uri: true } })
    ajv.addSchema(document, 'document')
    const bodies = bodiesOf(document)
    expect(bodies.length).toBeGreaterThan(500)
    for (const { title, pointer, media, names } of bodies) {
      const validate = ajv.getSchema(`document#/${pointer.map(encodePointer).join('/')}/schema`)
      const examples = examplesOf(document, media)
      expect(Object.keys(examples), title).toEqual(names.length > 0 ? names : ['example'])
      for (const example of Object.values(examples))
        expect(validate?.(example) ? [] : validate?.errors, `${title} ${JSON.stringify(example)}`).toEqual([])
    }
  })

  it('rule: an error example carries its name and status', async () => {
    const document = await read()
    for (const { title, media, names, pointer } of bodiesOf(document))
      for (const name of names)
        expect(examplesOf(document, media)[name], title).toMatchObject({
          statusCode: Number(pointer.at(-3)),
          result: { data: null, error: expect.stringMatching(new RegExp(`^${name}: .+`)), code: name },
        })
  })

  it('every response documents x-request-id, 429 and 503 Retry-After, a limited operation its limits', async () => {
    for (const { path, operation } of operationsOf(await read()))
      for (const [status, response] of Object.entries(operation.responses ?? {})) {
        const headers = Object.keys('headers' in response ? (response.headers ?? {}) : {})
        const isLimited = operation.responses?.['429'] && /^2|^429/.test(status)
        expect(headers, `${path} ${status}`).toEqual(
          expect.arrayContaining([
            'x-request-id',
            ...(/^(429|503)$/.test(status) ? ['Retry-After'] : []),
            ...(isLimited ? ['RateLimit', 'RateLimit-Policy'] : []),
          ]),
        )
      }
  })

  it('every tag is described, and every operation has one of them', async () => {
    const { tags = [], paths, ...document } = await read()
    for (const { name, description } of tags) expect(description, name).toMatch(/^[A-Z].+\.$/)
    const used = operationsOf({ ...document, paths }).flatMap(({ operation }) => operation.tags ?? [])
    expect(new Set(used)).toEqual(new Set(tags.map(({ name }) => name)))
  })

  it('info explains envelope, errors, credentials, limits and versions; servers names the service', async () => {
    const { info, servers } = await read()
    for (const heading of ['Envelope', 'Errors', 'Credentials', 'Limits', 'Versions'])
      expect(info.description).toContain(`## ${heading}`)
    expect(servers).toHaveLength(1)
  })

  it('every schema, field and parameter is described', async () => {
    const document = await read()
    const schemas = Object.entries(document.components?.schemas ?? {})
    const bodies = bodiesOf(document).map(({ title, media }) => [title, media.schema] as const)
    const parameters = operationsOf(document).flatMap((documented) =>
      (documented.operation.parameters ?? []).flatMap((one) =>
        'name' in one && !one.description ? [`${titleOf(documented)} ${one.name}`] : [],
      ),
    )
    const fields = [...schemas, ...bodies].flatMap(([title, schema]) => undescribed(document, title, schema))
    expect([...parameters, ...new Set(fields)]).toEqual([])
  })
})

function bodiesOf(document: ServedDocument): readonly Body[] {
  return operationsOf(document).flatMap((documented) => {
    const { path, method, operation } = documented
    const title = titleOf(documented)
    const request = operation.requestBody && 'content' in operation.requestBody ? operation.requestBody : null
    const requests = Object.entries(request?.content ?? {}).map(([type, media]) => ({
      title: `${title} request`,
      pointer: ['paths', path, method, 'requestBody', 'content', type],
      media,
      names: [],
    }))
    const responses = Object.entries(operation.responses ?? {}).flatMap(([status, response]) =>
      Object.entries(('content' in response && response.content) || {}).map(([type, media]) => ({
        title: `${title} ${status}`,
        pointer: ['paths', path, method, 'responses', status, 'content', type],
        media,
        names:
          /^[45]/.test(status) && type === 'application/json' && 'description' in response
            ? response.description.split(', ')
            : [],
      })),
    )
    return [...requests, ...responses].filter(({ pointer }) => /json$/.test(pointer.at(-1) ?? ''))
  })
}

/** The examples of a body by name, with references resolved; a single one is called `example`. */
function examplesOf(
  document: ServedDocument,
  { example, examples = {} }: MediaType,
): Record<string, unknown> {
  const named = Object.entries(examples).map(([name, one]) => {
    const key = '$ref' in one ? one.$ref.replace('#/components/examples/', '') : name
    const found = document.components?.examples?.[key]
    return [name, found && 'value' in found ? found.value : undefined] as const
  })
  return { ...Object.fromEntries(named), ...(example !== undefined && { example }) }
}

/**
 * Fields without a description, of their own or of the schema that they refer to; the envelope is described in `info`.
 */
function undescribed(document: ServedDocument, title: string, schema: unknown): readonly string[] {
  const { properties = {}, items, anyOf = [] } = Object(schema)
  const own = Object.entries(properties).flatMap(([name, field]) => [
    ...(envelope.includes(name) || isDescribed(document, field) ? [] : [`${title}.${name}`]),
    ...undescribed(document, `${title}.${name}`, field),
  ])
  return [items, ...anyOf]
    .filter(Boolean)
    .flatMap((one) => undescribed(document, title, one))
    .concat(own)
}

const envelope = ['statusCode', 'result', 'data', 'error', 'pagination', 'records']

function isDescribed({ components }: ServedDocument, field: unknown): boolean {
  const { description, $ref = '', anyOf = [], allOf = [] } = Object(field)
  const named = components?.schemas?.[$ref.replace('#/components/schemas/', '')]
  return Boolean(
    description ??
      named?.description ??
      [...anyOf, ...allOf].some((one) => isDescribed({ components } as never, one)),
  )
}

function encodePointer(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))
}
