import { createWorkspace } from '../../core/workspaces/create.ts'
import { serializeWorkspace } from '../../http/schema/workspace.ts'
import { command, flag } from '../command.ts'
import { printRecord } from '../print.ts'
import { withContext } from '../with-context.ts'

export const workspacesCreate = command({
  name: 'workspaces create',
  summary: 'create a workspace',
  operands: ['name'],
  options: { json: flag },
  run: async ({ operands: [name], options }) => {
    const workspace = await withContext((context) => createWorkspace(context, { name }))
    printRecord(serializeWorkspace(workspace), options.json)
  },
})
