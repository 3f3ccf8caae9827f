import { type ErrorName, isErrorName, statusOf } from '../../errors.ts'
import { errorExamples } from './error-examples.ts'
import { type JsonSchema, type OpenapiDocument, operationsOf } from './types.ts'

/** Adds an example to each JSON body, and one for each error name to those of errors. */
export function addExamples(document: OpenapiDocument): void {
  const examples: Record<string, object> = {}
  for (const { requestBody, responses } of operationsOf(document)) {
    const json = requestBody?.content['application/json']
    if (json) json.example = exampleOf(document, json.schema)
    for (const { description, content = {} } of Object.values(responses))
      for (const [type, media] of Object.entries(content)) {
        if (!type.endsWith('json')) continue
        const names = description.split(', ').filter(isErrorName)
        if (names.length === 0) media.example = exampleOf(document, media.schema)
        else
          media.examples = Object.fromEntries(
            names.map((name) => {
              const key = exampleKey(media.schema, name)
              examples[key] ??= { summary: name, value: errorExample(document, media.schema, name) }
              return [name, { $ref: `#/components/examples/${key}` }]
            }),
          )
      }
  }
  Object.assign(document.components, { examples })
}

function exampleKey({ $ref = '' }: JsonSchema, name: ErrorName): string {
  const schema = $ref.replace('#/components/schemas/', '')
  return schema === 'Failure' ? name : `${schema}.${name}`
}

function errorExample(document: OpenapiDocument, schema: JsonSchema, name: ErrorName): object {
  const sentence = errorExamples[name]
  const body = Object(exampleOf(document, schema))
  return {
    ...body,
    ...('message' in body && { message: sentence }),
    statusCode: statusOf(name),
    result: { data: null, error: `${name}: ${sentence}` },
  }
}

/** Replaces a header, and so is in no example beside it. */
const alternatives = ['signature']

/**
 * Composed of the fields' examples; leaves out optional fields without one.
 *
 * @throws Error for a required field without any.
 */
function exampleOf(document: OpenapiDocument, schema: JsonSchema): unknown {
  for (const keyword of ['example', 'const', 'default'] as const)
    if (keyword in schema) return schema[keyword]
  if (schema.enum) return schema.enum[0]
  const [variant] = schema.anyOf ?? schema.allOf ?? []
  if (variant) return exampleOf(document, variant)
  if (schema.$ref) return exampleOf(document, referenced(document, schema.$ref))
  switch (schema.type) {
    case 'object':
      return objectExample(document, schema)
    case 'array':
      return [exampleOf(document, schema.items ?? {})]
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      if (schema.format === 'date-time') return '2030-01-01T00:00:00.000Z'
      throw new Error(`A field of the interface has no example: ${JSON.stringify(schema)}`)
  }
}

function objectExample(document: OpenapiDocument, { properties = {}, required = [] }: JsonSchema) {
  const shown = Object.entries(properties).filter(
    ([name, schema]) => required.includes(name) || ('example' in schema && !alternatives.includes(name)),
  )
  return Object.fromEntries(shown.map(([name, schema]) => [name, exampleOf(document, schema)]))
}

function referenced({ components }: OpenapiDocument, reference: string): JsonSchema {
  const schema = components.schemas[reference.replace('#/components/schemas/', '')]
  if (schema) return schema
  throw new Error(`The document has no ${reference}.`)
}
