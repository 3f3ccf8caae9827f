import damerauLevenshtein from 'damerau-levenshtein'
import { z } from 'zod'

/** A member that a request has and its schema does not know. */
interface UnknownMember {
  readonly path: readonly (string | number)[]
  /** A known one that differs by case, or by a letter or two. */
  readonly nearest: string | undefined
}

/** In v1 and v2 only slips are rejected: clients of that interface send further members. */
export function rejectsUnknownMembers(url: string): boolean {
  return url.startsWith('/byname/')
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
  if (schema instanceof z.ZodPipe)
    return yield* unknownMembers(schema.in instanceof z.ZodTransform ? schema.out : schema.in, value, path)
  if (isWrapper(schema)) return yield* unknownMembers(schema.unwrap(), value, path)
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
  return option instanceof z.ZodObject && z.safeParse(option.shape[member], value[member]).success
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
