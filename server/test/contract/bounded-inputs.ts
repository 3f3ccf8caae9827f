import type { OpenAPIV3_1 } from 'openapi-types'
import type { InputSchema } from '../support/openapi/unbounded-inputs.ts'

type Resolve = (schema: object) => InputSchema

/** A text or a list of an operation's request, at any depth. */
export interface BoundedInput {
  readonly place: 'path' | 'query' | 'header' | 'body' | 'form'
  /** Names from the outside to the inside; `0` is the entry of a list. */
  readonly path: readonly string[]
  readonly kind: 'text' | 'list'
  /** Characters or entries; absent: its pattern bounds it. */
  readonly bound: number | undefined
}

interface DescribedRequest {
  readonly parameters: readonly OpenAPIV3_1.ParameterObject[]
  readonly body: { readonly place: 'body' | 'form'; readonly schema: InputSchema } | undefined
}

export function describeRequest(operation: OpenAPIV3_1.OperationObject, resolve: Resolve): DescribedRequest {
  const parameters = (operation.parameters ?? []).map((each) =>
    resolved<OpenAPIV3_1.ParameterObject>(each, resolve),
  )
  const content =
    operation.requestBody && resolved<OpenAPIV3_1.RequestBodyObject>(operation.requestBody, resolve).content
  const json = content?.['application/json']?.schema
  const form = content?.['multipart/form-data']?.schema
  const body = json
    ? ({ place: 'body', schema: resolve(json) } as const)
    : form && ({ place: 'form', schema: resolve(form) } as const)
  return { parameters, body }
}

/** Safe: a reference leads to an object of the kind that its place has. */
function resolved<Kind>(reference: object, resolve: Resolve): Kind {
  return resolve(reference) as unknown as Kind
}

/** The rules of records are in the verbs, because settings change their bounds: `unknown-members.test.ts` sends those. */
export function isOfRecords({ path }: Pick<BoundedInput, 'path'>): boolean {
  return /(^|\.)(texts?|addresses|fields|contentHash|holder)(\.|$)/.test(path.join('.'))
}

/** All texts and lists of a request. */
export function boundedInputsOf({ parameters, body }: DescribedRequest, resolve: Resolve): BoundedInput[] {
  const ofParameters = parameters.flatMap(({ in: place, name, schema = {} }) =>
    inputsIn(schema, [name], resolve).map((input) => ({ ...input, place: place as BoundedInput['place'] })),
  )
  const ofBody = body
    ? inputsIn(body.schema, [], resolve).map((input) => ({ ...input, place: body.place }))
    : []
  const all = [...ofParameters, ...ofBody]
  const keyOf = ({ place, path, kind }: BoundedInput) => JSON.stringify([place, path, kind])
  return [...new Map(all.map((input) => [keyOf(input), input])).values()]
}

function inputsIn(schema: object, path: readonly string[], resolve: Resolve): Omit<BoundedInput, 'place'>[] {
  const own = resolve(schema)
  const { maxLength, maxItems, anyOf = [], oneOf = [], allOf = [], properties = {} } = own
  const isText = [own.type].flat().includes('string') && own.format !== 'binary'
  const items = 'items' in own && own.items ? own.items : undefined
  return [
    ...(isText ? [{ path, kind: 'text', bound: maxLength } as const] : []),
    ...(items ? [{ path, kind: 'list', bound: maxItems } as const] : []),
    ...(items ? inputsIn(items, [...path, '0'], resolve) : []),
    ...[...anyOf, ...oneOf, ...allOf].flatMap((variant) => inputsIn(variant, path, resolve)),
    ...Object.entries(properties).flatMap(([name, value]) => inputsIn(value, [...path, name], resolve)),
  ]
}

/** A value of the schema: its example, or the members that it requires. */
export function exampleOf(schema: object, resolve: Resolve): unknown {
  const own = resolve(schema)
  const { example, examples, anyOf = [], oneOf = [], properties, required = [], type, minimum } = own
  if (example !== undefined) return example
  if (examples?.[0] !== undefined) return examples[0]
  if (own.const !== undefined) return own.const
  if (own.enum) return own.enum[0]
  if (own.default !== undefined) return own.default
  const variant = anyOf[0] ?? oneOf[0]
  if (variant) return exampleOf(variant, resolve)
  if (properties)
    return Object.fromEntries(
      Object.entries(properties)
        .filter(([name]) => required.includes(name))
        .map(([name, value]) => [name, exampleOf(value, resolve)]),
    )
  if (type === 'array') return []
  if (type === 'integer' || type === 'number') return minimum ?? 1
  return type === 'boolean' ? true : 'a'
}

/** A value of the schema that has `value` at `path`, and is like `base` elsewhere; absent: like the example. */
export function valueWith(
  schema: object,
  path: readonly string[],
  value: unknown,
  resolve: Resolve,
  base?: unknown,
): unknown {
  const [head, ...rest] = path
  if (head === undefined) return value
  const own = resolve(schema)
  const { anyOf = [], oneOf = [], properties = {} } = own
  const member = properties[head]
  const inner: unknown = Object(base)[head]
  if (member) {
    const others: object = Object(base ?? exampleOf(own, resolve))
    return { ...others, [head]: valueWith(member, rest, value, resolve, inner) }
  }
  if (head === '0' && 'items' in own && own.items) return [valueWith(own.items, rest, value, resolve, inner)]
  const variant = [...anyOf, ...oneOf].find((each) => hasPath(each, path, resolve))
  return variant ? valueWith(variant, path, value, resolve, base) : value
}

function hasPath(schema: object, path: readonly string[], resolve: Resolve): boolean {
  const [head, ...rest] = path
  if (head === undefined) return true
  const own = resolve(schema)
  const member = own.properties?.[head] ?? (head === '0' && 'items' in own ? own.items : undefined)
  if (member) return hasPath(member, rest, resolve)
  return [...(own.anyOf ?? []), ...(own.oneOf ?? [])].some((each) => hasPath(each, path, resolve))
}

/** A list of the schema with `count` entries. */
export function listOf(schema: object, path: readonly string[], count: number, resolve: Resolve): unknown[] {
  const items = itemsAt(schema, path, resolve)
  const entry = items ? exampleOf(items, resolve) : 'a'
  return Array.from({ length: count }, () => entry)
}

function itemsAt(schema: object, path: readonly string[], resolve: Resolve): object | undefined {
  const own = resolve(schema)
  const [head, ...rest] = path
  const items = 'items' in own && own.items ? own.items : undefined
  if (head === undefined && items) return items
  const member =
    head === undefined ? undefined : (own.properties?.[head] ?? (head === '0' ? items : undefined))
  if (member) return itemsAt(member, rest, resolve)
  for (const variant of [...(own.anyOf ?? []), ...(own.oneOf ?? [])]) {
    const found = itemsAt(variant, path, resolve)
    if (found) return found
  }
  return undefined
}
