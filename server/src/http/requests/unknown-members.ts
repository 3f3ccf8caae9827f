import damerauLevenshtein from 'damerau-levenshtein'
import { z } from 'zod'

/** A member that a request has and its schema does not know. */
interface UnknownMember {
  readonly path: readonly (string | number)[]
  /** A known one that differs by case, or by a letter or two. */
  readonly nearest: string | undefined
}

/**
 * The unknown members of a value that its schema accepts or not, found as they are asked for: a body may have many, and
 * each is compared with the known ones. Null and undefined ones count as absent.
 */
export function* unknownMembers(
  schema: z.core.$ZodType,
  value: unknown,
  path: UnknownMember['path'] = [],
): Generator<UnknownMember> {
  const inner = innerOf(schema)
  if (inner) return yield* unknownMembers(inner, value, path)
  if (schema instanceof z.ZodArray) {
    if (Array.isArray(value))
      for (const [index, entry] of value.entries())
        yield* unknownMembers(schema.element, entry, [...path, index])
    return
  }
  if (!isRecord(value)) return
  if (schema instanceof z.ZodDiscriminatedUnion) {
    const option = schema.options.find((each) => discriminates(each, schema.def.discriminator, value))
    if (option) yield* unknownMembers(option, value, path)
    return
  }
  if (!(schema instanceof z.ZodObject) || schema.def.catchall) return
  const shape: Readonly<Record<string, z.core.$ZodType>> = schema.shape
  const free = Object.keys(shape).filter((name) => !Object.hasOwn(value, name))
  for (const [key, member] of Object.entries(value)) {
    if (member === null || member === undefined) continue
    const known = Object.hasOwn(shape, key) ? shape[key] : undefined
    if (known) yield* unknownMembers(known, member, [...path, key])
    else yield { path: [...path, shortened(key)], nearest: nearestOf(key, free) }
  }
}

type Scan = (value: unknown) => boolean

const scans = new WeakMap<z.core.$ZodType, Scan>()

/** Whether `unknownMembers` has any: nearly no request has, and this is many times as fast. */
export function hasUnknownMember(schema: z.core.$ZodType, value: unknown): boolean {
  const scan = scans.get(schema) ?? scanOf(schema)
  scans.set(schema, scan)
  return scan(value)
}

/** What a schema is, is decided once. */
function scanOf(schema: z.core.$ZodType): Scan {
  const inner = innerOf(schema)
  if (inner) return (value) => hasUnknownMember(inner, value)
  if (schema instanceof z.ZodArray) {
    const { element } = schema
    return (value) => Array.isArray(value) && value.some((entry) => hasUnknownMember(element, entry))
  }
  if (schema instanceof z.ZodDiscriminatedUnion) return scanOfUnion(schema)
  return schema instanceof z.ZodObject && !schema.def.catchall ? scanOfObject(schema.shape) : () => false
}

function scanOfUnion({ options, def: { discriminator } }: z.ZodDiscriminatedUnion): Scan {
  return (value) => {
    if (!isRecord(value)) return false
    const option = options.find((each) => discriminates(each, discriminator, value))
    return option !== undefined && hasUnknownMember(option, value)
  }
}

function scanOfObject(shape: Readonly<Record<string, z.core.$ZodType>>): Scan {
  const schemas = new Map(Object.entries(shape))
  const isUnknown = (key: string, member: unknown) => {
    if (member === null || member === undefined) return false
    const schema = schemas.get(key)
    return schema === undefined || hasUnknownMember(schema, member)
  }
  return (value) => isRecord(value) && Object.keys(value).some((key) => isUnknown(key, value[key]))
}

/** Of a schema that has one for the same value. */
function innerOf(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodPipe) return schema.in instanceof z.ZodTransform ? schema.out : schema.in
  return isWrapper(schema) ? schema.unwrap() : undefined
}

export function isWrapper(
  schema: z.core.$ZodType,
): schema is z.ZodOptional | z.ZodNullable | z.ZodPrefault | z.ZodDefault {
  return (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodDefault
  )
}

function discriminates(option: z.core.$ZodType, member: string, value: Readonly<Record<string, unknown>>) {
  if (!(option instanceof z.ZodObject)) return false
  const schema: z.core.$ZodType = option.shape[member]
  // Of a literal, as most are.
  const { values } = schema._zod
  return values
    ? [...values].some((each) => each === value[member])
    : z.safeParse(schema, value[member]).success
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Blob)
}

/** Longer texts are no names, and distances are slow to compute. */
const maxNameLength = 40

function shortened(key: string): string {
  return key.length > maxNameLength ? `${key.slice(0, maxNameLength)}…` : key
}

function nearestOf(key: string, names: readonly string[]): string | undefined {
  if (key.length > maxNameLength) return undefined
  const plain = plainOf(key)
  const [nearest] = names
    .map((name) => ({ name, distance: damerauLevenshtein(plain, plainOf(name)).steps }))
    .filter(({ name, distance }) => distance <= reachOf(name))
    .toSorted((one, other) => one.distance - other.distance)
  return nearest?.name
}

/** Edits that may be a slip: short names are too similar to others. */
function reachOf({ length }: string): number {
  if (length < 4) return 0
  return length < 6 ? 1 : 2
}

function plainOf(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, '')
}
