import { z } from 'zod'
import type { Workspace } from '../../model/workspace.ts'

export const wireWorkspace = z
  .object({
    id: z.string(),
    name: z.string().meta({ example: 'Acme' }),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Workspace' })

/** A workspace on the wire. */
export function serializeWorkspace({ id, name, createdAt }: Workspace): z.output<typeof wireWorkspace> {
  return {
    id,
    name,
    createdAt: new Date(createdAt).toISOString(),
  }
}
