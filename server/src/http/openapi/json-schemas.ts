import { z } from 'zod'
import type { JsonSchema } from './types.ts'

/** Schemas of parts by any key, and the named ones that they refer to. */
interface JsonSchemas {
  readonly parts: Readonly<Record<string, JsonSchema>>
  readonly named: Readonly<Record<string, JsonSchema>>
}

/**
 * In one conversion, so that a named schema is made once: as properties of one object.
 *
 * @param io Whether the values are of requests or of responses: a default makes a member optional in requests alone.
 */
export function toJsonSchemas(parts: ReadonlyMap<string, z.ZodType>, io: 'input' | 'output'): JsonSchemas {
  const { properties = {}, $defs = {} } = z.toJSONSchema(z.object(Object.fromEntries(parts)), {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // The name is the key of `named`.
      delete jsonSchema.id
      if (zodSchema instanceof z.ZodFile) delete jsonSchema.contentEncoding
    },
  })
  return { parts: toOpenapi(properties), named: toOpenapi($defs) }
}

/** Refers to components, and leaves out the bounds of safe integers. */
function toOpenapi(schemas: object): Record<string, JsonSchema> {
  return JSON.parse(JSON.stringify(schemas), (key, value: unknown) => {
    if (key === '$ref' && typeof value === 'string') return value.replace('#/$defs/', '#/components/schemas/')
    const isSafeBound =
      (key === 'minimum' && value === Number.MIN_SAFE_INTEGER) ||
      (key === 'maximum' && value === Number.MAX_SAFE_INTEGER)
    return isSafeBound ? undefined : value
  })
}
