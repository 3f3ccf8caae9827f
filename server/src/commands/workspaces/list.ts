import { listWorkspaces } from '../../core/workspaces/list.ts'
import { serializeWorkspace } from '../../http/schema/workspace.ts'
import { command, flag } from '../command.ts'
import { printTable } from '../print.ts'
import { withContext } from '../with-context.ts'

export const workspacesList = command({
  name: 'workspaces list',
  summary: 'list the workspaces',
  options: { json: flag },
  run: async ({ options }) => {
    printTable((await withContext(listWorkspaces)).map(serializeWorkspace), options.json)
  },
})
