import { type JsonSchema, type OpenapiDocument, operationsOf } from './types.ts'

const schemaReference = /"#\/components\/schemas\/([^"]+)"/g

/** Each named schema exists once for requests and once for responses. */
export function withoutUnusedSchemas(document: OpenapiDocument): OpenapiDocument {
  const { schemas } = document.components
  const used = new Set(Array.from(JSON.stringify(document).matchAll(schemaReference), ([, name]) => name))
  const unused = Object.keys(schemas).filter((name) => !used.has(name))
  for (const name of unused) delete schemas[name]
  return unused.length === 0 ? document : withoutUnusedSchemas(document)
}

/** Removes zod's bounds of safe integers. */
export function withoutSafeBounds(document: OpenapiDocument): OpenapiDocument {
  const isSafeBound = (key: string, value: unknown) =>
    (key === 'minimum' && value === Number.MIN_SAFE_INTEGER) ||
    (key === 'maximum' && value === Number.MAX_SAFE_INTEGER)
  return JSON.parse(JSON.stringify(document), (key, value: unknown) =>
    isSafeBound(key, value) ? undefined : value,
  )
}

/** The generator marks even nullable bodies as required. */
export function withOptionalBodies(document: OpenapiDocument): OpenapiDocument {
  for (const { requestBody } of operationsOf(document))
    if (requestBody && isNullable(requestBody.content['application/json']?.schema))
      requestBody.required = false
  return document
}

function isNullable(schema: JsonSchema | undefined): boolean {
  return schema?.anyOf?.some(({ type }) => type === 'null') ?? false
}
