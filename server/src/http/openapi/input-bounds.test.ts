import type { OpenAPIV3_1 } from 'openapi-types'
import { expect, test } from 'vitest'
import { buildDocument } from './document.ts'

type Schema = OpenAPIV3_1.SchemaObject | OpenAPIV3_1.ReferenceObject

const document = buildDocument({}) as OpenAPIV3_1.Document

/** A pattern without a repetition that has no end. */
const isBounded = (pattern: string) =>
  !/[*+]|\{\d+,\}/.test(pattern.replaceAll(/\\.|\[(?:\\.|[^\]])*\]/g, 'x'))

function resolveRef<Value extends object>(value: Value | OpenAPIV3_1.ReferenceObject): Value {
  if (!('$ref' in value)) return value
  const found = value.$ref
    .slice(2)
    .split('/')
    .reduce<unknown>((parent, key) => (parent as Record<string, unknown>)[key], document)
  return resolveRef(found as Value)
}

/** Inputs that have no largest size, by their place. */
function unboundedOf(schema: Schema, place: string): readonly string[] {
  const { anyOf, oneOf, allOf, properties = {}, ...own } = resolveRef<OpenAPIV3_1.SchemaObject>(schema)
  const types = [own.type].flat()
  const isFixed = own.enum !== undefined || own.const !== undefined || own.format !== undefined
  const isText = types.includes('string') && !isFixed && own.maxLength === undefined
  const items = 'items' in own && own.items ? own.items : undefined
  return [
    ...(isText && !(own.pattern && isBounded(own.pattern)) ? [`${place}: text`] : []),
    ...(items && own.maxItems === undefined ? [`${place}: list`] : []),
    ...(items ? unboundedOf(items, `${place}[]`) : []),
    ...[anyOf, oneOf, allOf].flatMap((variants = []) =>
      variants.flatMap((variant) => unboundedOf(variant, place)),
    ),
    ...Object.entries(properties).flatMap(([key, value]) => unboundedOf(value, `${place}.${key}`)),
  ]
}

test('wall: each text of an operation has a largest length, and each list a largest number of entries', () => {
  const found = Object.entries(document.paths ?? {}).flatMap(([path, item = {}]) =>
    (['get', 'post', 'put', 'patch', 'delete'] as const).flatMap((method) => {
      const { parameters = [], requestBody } = item[method] ?? {}
      const content = requestBody ? resolveRef<OpenAPIV3_1.RequestBodyObject>(requestBody).content : {}
      return [
        ...parameters.flatMap((each) => {
          const { in: place, name, schema } = resolveRef<OpenAPIV3_1.ParameterObject>(each)
          return schema ? unboundedOf(schema as Schema, `${method} ${path} ${place} ${name}`) : []
        }),
        ...Object.values(content).flatMap(({ schema }) =>
          schema ? unboundedOf(schema as Schema, `${method} ${path} body`) : [],
        ),
      ]
    }),
  )
  expect(found).toEqual([])
})
