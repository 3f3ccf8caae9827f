import type { OpenAPIV3_1 } from 'openapi-types'

export type InputSchema = OpenAPIV3_1.SchemaObject & {
  readonly const?: unknown
  readonly propertyNames?: OpenAPIV3_1.SchemaObject
  readonly prefixItems?: readonly OpenAPIV3_1.SchemaObject[]
}

/** Resolves references to components of a document. */
export function createResolver(document: object): (schema: object) => InputSchema {
  const resolve = (schema: object): InputSchema => {
    if (!('$ref' in schema)) return schema as InputSchema
    const path = String(schema.$ref).slice(2).split('/')
    // Safe: a document is complete.
    const found = path.reduce<unknown>((parent, key) => (parent as Record<string, unknown>)[key], document)
    return resolve(found as object)
  }
  return resolve
}

/** A pattern without a repetition that has no end. */
function isBounded(pattern: string): boolean {
  return !/[*+]|\{\d+,\}/.test(pattern.replaceAll(/\\.|\[(?:\\.|[^\]])*\]/g, 'x'))
}

/** Inputs that have no largest size, by their place: a text, a list, an object of any members, or the name of such a member. */
export function unboundedInputs(
  schema: object,
  place: string,
  resolve: (schema: object) => InputSchema,
): readonly string[] {
  const within = (part: object, at: string) => unboundedInputs(part, at, resolve)
  const own = resolve(schema)
  const { anyOf, oneOf, allOf, properties = {}, additionalProperties, propertyNames, prefixItems = [] } = own
  const types = [own.type].flat()
  const isFixed = own.enum !== undefined || own.const !== undefined || own.format !== undefined
  const isText = types.includes('string') && !isFixed && own.maxLength === undefined
  const items = 'items' in own && own.items ? own.items : undefined
  // `true` and `{}` are members that are not read.
  const isRead = typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0
  return [
    ...(isText && !(own.pattern && isBounded(own.pattern)) ? [`${place}: text`] : []),
    ...(items && own.maxItems === undefined ? [`${place}: list`] : []),
    ...(items ? within(items, `${place}[]`) : []),
    ...prefixItems.flatMap((item, index) => within(item, `${place}[${index}]`)),
    ...(isRead ? within(additionalProperties, `${place}.*`) : []),
    ...(isRead && own.maxProperties === undefined ? [`${place}.*: members`] : []),
    ...(isRead ? within({ type: 'string', ...propertyNames }, `${place}.* name`) : []),
    ...[anyOf, oneOf, allOf].flatMap((variants = []) =>
      variants.flatMap((variant) => within(variant, place)),
    ),
    ...Object.entries(properties).flatMap(([key, value]) => within(value, `${place}.${key}`)),
  ]
}
