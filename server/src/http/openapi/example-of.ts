import type { JsonSchema, OpenapiDocument } from './types.ts'

/** Replaces a header, and so is in no example beside it. */
const alternatives = ['signature']

/**
 * Composed of the fields' examples; leaves out optional fields without one.
 *
 * @throws Error for a required field without any.
 */
export function exampleOf(document: OpenapiDocument, schema: JsonSchema): unknown {
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
