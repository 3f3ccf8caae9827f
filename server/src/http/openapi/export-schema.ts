import { z } from 'zod'
import { archiveLine } from '../schema/archive.ts'

/** JSON Schema (2020-12) of the lines of an export, from the schemas that the OpenAPI document is made of. */
export function buildExportSchema(): object {
  const { $schema, ...schema } = z.toJSONSchema(archiveLine, {
    io: 'output',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // The name is the key of `$defs`.
      delete jsonSchema.id
      if (!('example' in jsonSchema)) return
      // Of OpenAPI alone.
      Object.assign(jsonSchema, { examples: [jsonSchema['example']] })
      delete jsonSchema['example']
    },
  })
  return { $schema, title: 'Export of a domain', ...schema }
}
