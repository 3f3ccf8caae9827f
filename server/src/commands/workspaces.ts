import { createWorkspace } from '../core/workspaces/create.ts'
import { listWorkspaces } from '../core/workspaces/list.ts'
import { serializeWorkspace } from '../http/schema/workspace.ts'
import { type Command, command, flag } from './command.ts'
import { printRecord, printTable } from './print.ts'
import { withContext } from './with-context.ts'

const workspacesCreate = command({
  name: 'workspaces create',
  summary: 'create a workspace',
  operands: ['name'],
  options: { json: flag },
  run: async ({ operands: [name], options }) => {
    const workspace = await withContext((context) => createWorkspace(context, { name }))
    printRecord(serializeWorkspace(workspace), options.json)
  },
})

const workspacesList = command({
  name: 'workspaces list',
  summary: 'list the workspaces',
  options: { json: flag },
  run: async ({ options }) => {
    printTable((await withContext(listWorkspaces)).map(serializeWorkspace), options.json)
  },
})

export const workspaceCommands: readonly Command[] = [workspacesCreate, workspacesList]
