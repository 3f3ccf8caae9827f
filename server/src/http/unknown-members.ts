import damerauLevenshtein from 'damerau-levenshtein'
import { z } from 'zod'

/** A member that a request has and its schema does not know. */
interface UnknownMember {
  readonly path: readonly (string | number)[]
  /** A known one that differs by case, or by a letter or two. */
  readonly nearest: string | undefined
}

/** The unknown members of a value that its schema accepts or not; null and undefined ones count as absent. */
export function unknownMembers(
  schema: z.core.$ZodType,
  value: unknown,
  path: UnknownMember['path'] = [],
): readonly UnknownMember[] {
  if (schema instanceof z.ZodPipe)
    return unknownMembers(schema.in instanceof z.ZodTransform ? schema.out : schema.in, value, path)
  if (isWrapper(schema)) return unknownMembers(schema.unwrap(), value, path)
  if (schema instanceof z.ZodArray)
    return Array.isArray(value)
      ? value.flatMap((entry, index) => unknownMembers(schema.element, entry, [...path, index]))
      : []
  if (!isRecord(value)) return []
  if (schema instanceof z.ZodDiscriminatedUnion) {
    const option = schema.options.find((each) => discriminates(each, schema.def.discriminator, value))
    return option ? unknownMembers(option, value, path) : []
  }
  if (!(schema instanceof z.ZodObject) || schema.def.catchall) return []
  const shape: Readonly<Record<string, z.core.$ZodType>> = schema.shape
  return Object.entries(value).flatMap(([key, member]) => {
    if (member === null || member === undefined) return []
    const known = Object.hasOwn(shape, key) ? shape[key] : undefined
    if (known) return unknownMembers(known, member, [...path, key])
    const free = Object.keys(shape).filter((name) => !Object.hasOwn(value, name))
    return [{ path: [...path, key], nearest: nearestOf(key, free) }]
  })
}

function isWrapper(
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
