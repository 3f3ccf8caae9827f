import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { workspacesQuery } from '../queries.ts'
import { useSession } from '../session.ts'
import { ErrorState, Skeleton } from '../ui/Query.tsx'
import { Screen } from '../ui/Screen.tsx'
import { OpenWorkspaceDialog } from './OpenWorkspaceForm.tsx'
import { Welcome } from './Welcome.tsx'
import { WorkspaceDomains } from './WorkspaceDomains.tsx'

/** All workspaces with their domains. */
export function StartScreen() {
  const session = useSession()
  const [isOpening, setIsOpening] = useState(false)
  const { data, error, refetch } = useQuery(workspacesQuery)
  return (
    <Screen
      title="Domains"
      actions={
        session?.mayOpenWorkspaces !== 'no' &&
        (data?.data.length ?? 0) > 0 && (
          <Button size="dense" aria-keyshortcuts="n" onClick={() => setIsOpening(true)}>
            Open a workspace
          </Button>
        )
      }
    >
      {error ? (
        <ErrorState title="The workspaces were not read." error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton label="Loading the workspaces" lines={4} />
      ) : data.data.length === 0 ? (
        <Welcome mayOpen={session?.mayOpenWorkspaces ?? 'no'} address={session?.address} />
      ) : (
        <div className="grid gap-8">
          {data.data.map((workspace) => (
            <WorkspaceDomains key={workspace.id} workspace={workspace} />
          ))}
          {data.next !== null && <p className="text-soft text-sm">These are the first 50 workspaces.</p>}
        </div>
      )}
      {isOpening && (
        <OpenWorkspaceDialog
          needsDomain={session?.mayOpenWorkspaces === 'with-domain'}
          onClose={() => setIsOpening(false)}
        />
      )}
    </Screen>
  )
}
