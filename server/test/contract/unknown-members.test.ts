import type { OpenAPIV3_1 } from 'openapi-types'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildDocument } from '../../src/http/openapi/document.ts'
import { sendOperation, titleOf } from '../support/openapi/operations.ts'
import { operationsOf, type ServedDocument } from '../support/openapi/response-schemas.ts'
import { createResolver } from '../support/openapi/unbounded-inputs.ts'
import { startTestSandbox, type TestSandbox } from '../support/service/sandbox.ts'
import { type BoundedInput, boundedInputsOf, isOfRecords, listOf, valueWith } from './bounded-inputs.ts'
import { type DatabaseDumps, openDumps } from './database-dump.ts'
import { createFixture } from './fixture.ts'
import { validHeaders } from './send-operation.ts'
import { validInputs } from './valid-inputs.ts'

type Schema = OpenAPIV3_1.SchemaObject

// Safe: the document that is built is the document that is served.
const document = buildDocument({}) as unknown as ServedDocument

const withBody = operationsOf(document).flatMap((documented) => {
  const { requestBody } = documented.operation
  const content = requestBody && 'content' in requestBody ? Object.values(requestBody.content) : []
  return content.map(({ schema }) => ({
    ...documented,
    title: titleOf(documented),
    schema: schema as Schema,
  }))
})
const own = withBody.filter(({ path }) => path.startsWith('/byname/v1/'))
const others = withBody.filter(({ path }) => !path.startsWith('/byname/v1/'))

/** All schemas of objects in a schema. */
function* objectsIn(schema: Schema): Generator<Schema> {
  if (schema.properties) yield schema
  const items = 'items' in schema ? [schema.items] : []
  const parts = [
    ...Object.values(schema.properties ?? {}),
    ...items,
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
  ]
  for (const part of parts) yield* objectsIn(part as Schema)
}

/** Copies of a body that have an unknown member in one of its objects, with the path of that member. */
function* withUnknownMember(value: unknown, path = ''): Generator<readonly [path: string, copy: unknown]> {
  if (value instanceof FormData) {
    const form = new FormData()
    for (const [name, part] of value) form.append(name, part)
    form.append('surplus', '1')
    yield ['surplus', form]
  } else if (Array.isArray(value)) {
    for (const [index, entry] of value.entries())
      for (const [at, copy] of withUnknownMember(entry, `${path}${index}.`))
        yield [at, value.with(index, copy)]
  } else if (typeof value === 'object' && value !== null) {
    yield [`${path}surplus`, { ...value, surplus: 1 }]
    for (const [name, member] of Object.entries(value))
      for (const [at, copy] of withUnknownMember(member, `${path}${name}.`))
        yield [at, { ...value, [name]: copy }]
  }
}

const resolve = createResolver(document)

/** Texts and lists of records in a body. */
function recordsIn(schema: Schema): readonly BoundedInput[] {
  const described = { parameters: [], body: { place: 'body', schema } } as const
  return boundedInputsOf(described, resolve).filter(isOfRecords)
}

describe('Members of bodies', () => {
  let sandbox: TestSandbox
  let dumps: DatabaseDumps

  beforeAll(async () => {
    sandbox = await startTestSandbox()
    dumps = await openDumps(sandbox.context)
  })
  afterAll(async () => {
    dumps.close()
    await sandbox.stop()
  })

  it('rule: the document has operations with a body in each generation', () => {
    expect(own.length).toBeGreaterThan(20)
    expect(others.length).toBeGreaterThan(20)
  })

  it.each(own)('rule: the document allows none in $title', ({ schema }) => {
    const objects = Array.from(objectsIn(schema))
    expect(objects.length).toBeGreaterThan(0)
    expect(objects.filter(({ additionalProperties }) => additionalProperties !== false)).toEqual([])
  })

  it.each(others)('rule: the document allows them in $title', ({ schema }) => {
    const closed = Array.from(objectsIn(schema)).filter(
      ({ additionalProperties }) => additionalProperties === false,
    )
    expect(closed).toEqual([])
  })

  it.each(own)('400 that names them, and no change: $title', async ({ title, ...operation }) => {
    const prepare = validInputs[title]
    if (!prepare) throw new Error(`There is no example of ${title}.`)
    const fixture = await createFixture(sandbox)
    const input = await prepare(fixture)
    const headers = await validHeaders(operation, input, fixture)
    const before = await dumps.read()
    const copies = Array.from(withUnknownMember(input.body ?? {}))
    expect(copies.length).toBeGreaterThan(0)
    for (const [path, body] of copies) {
      const response = await sendOperation(sandbox.call, operation, { ...input, body }, headers)
      expect(response.body).toMatchObject({
        statusCode: 400,
        result: { error: `BadRequestException: ${path}: is not known` },
      })
    }
    expect(await dumps.read()).toBe(before)
  })

  it.each(withBody.filter(({ schema }) => recordsIn(schema).length > 0))(
    'rule: records beyond a bound are refused, and change nothing: $title',
    async ({ title, schema, ...operation }) => {
      const prepare = validInputs[title]
      if (!prepare) throw new Error(`There is no example of ${title}.`)
      const fixture = await createFixture(sandbox)
      const input = await prepare(fixture)
      const headers = await validHeaders(operation, input, fixture)
      const before = await dumps.read()
      for (const { path, kind, bound = 0 } of recordsIn(schema)) {
        const given = kind === 'list' ? listOf(schema, path, bound + 1, resolve) : 'a'.repeat(bound + 1)
        const body = valueWith(schema, path, given, resolve, input.body)
        const response = await sendOperation(sandbox.call, operation, { ...input, body }, headers)
        const isOutcome = response.status === 200 && JSON.stringify(response.body).includes('"refused":1')
        if (!isOutcome)
          expect([400, 413, 422], `${path.join('.')}: ${JSON.stringify(response.body)}`).toContain(
            response.status,
          )
      }
      expect(await dumps.read()).toBe(before)
    },
  )
})
