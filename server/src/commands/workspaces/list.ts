import { listWorkspaces } from '../../core/workspaces/list.ts'
import { presentWorkspace } from '../../http/present/workspace.ts'
import { command, flag } from '../command.ts'
import { printAll } from '../print.ts'
import { withContext } from '../with-context.ts'

export const workspacesList = command({
  name: 'workspaces list',
  summary: 'list the workspaces',
  options: { json: flag },
  run: async ({ options }) => {
    printAll((await withContext(listWorkspaces)).map(presentWorkspace), options.json)
  },
})
