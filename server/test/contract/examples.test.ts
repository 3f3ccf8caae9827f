import { Ajv2020 } from 'ajv/dist/2020.js'
import type { OpenAPIV3_1 } from 'openapi-types'
import { expect, it } from 'vitest'
import { readOperations, titleOf } from '../support/openapi/operations.ts'
import type { DocumentedOperation } from '../support/openapi/response-schemas.ts'
import { describeService } from '../support/service/describe-service.ts'

type Schema = OpenAPIV3_1.SchemaObject

/** A parameter or a field of a body, with its location. */
interface Field {
  readonly title: string
  readonly schema: Schema
}

describeService('The documentation', (service) => {
  const operations = () => readOperations(service().url)

  it('every operation is described', async () => {
    for (const { path, operation } of await operations())
      for (const text of [operation.summary, operation.description]) expect(text, path).toMatch(/^[A-Z].+/)
  })

  it('every parameter and field shows its possible values: an example, its values or its default', async () => {
    const silent = (await operations()).flatMap(fieldsOf).filter(({ schema }) => !isShown(schema))
    expect(silent.map(({ title }) => title)).toEqual([])
  })

  it('rule: every example is allowed by its schema', async () => {
    const ajv = new Ajv2020({ strict: false, formats: { 'date-time': true, uri: true } })
    const wrong = (await operations())
      .flatMap(fieldsOf)
      .filter(({ schema }) => 'example' in schema && !ajv.validate(schema, schema.example))
    expect(wrong.map(({ title }) => title)).toEqual([])
  })
})

/** Every parameter and every field of the body. */
function fieldsOf(documented: DocumentedOperation): readonly Field[] {
  const title = titleOf(documented)
  const { parameters = [], requestBody } = documented.operation
  const body = requestBody && 'content' in requestBody ? Object.values(requestBody.content) : []
  return [
    ...parameters.flatMap((one) =>
      'in' in one ? [{ title: `${title} ${one.name}`, schema: one.schema as Schema }] : [],
    ),
    ...body.flatMap(({ schema }) => leavesOf(`${title} body`, schema as Schema)),
  ]
}

/** A schema, or the schemas that it is composed of. */
function leavesOf(title: string, schema: Schema): readonly Field[] {
  if (isShown(schema)) return [{ title, schema }]
  if (schema.anyOf) return schema.anyOf.flatMap((one) => leavesOf(title, one as Schema))
  if (schema.type === 'array') return leavesOf(`${title}[]`, schema.items as Schema)
  if (schema.type === 'object' && schema.properties)
    return Object.entries(schema.properties).flatMap(([name, one]) =>
      leavesOf(`${title}.${name}`, one as Schema),
    )
  return [{ title, schema }]
}

/** Files have no readable example, and a boolean or a null needs none. */
function isShown(schema: Schema): boolean {
  return (
    ['example', 'enum', 'default', 'const'].some((keyword) => keyword in schema) ||
    schema.type === 'boolean' ||
    schema.type === 'null' ||
    schema.format === 'binary'
  )
}
