import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, unwrap } from '../../api/client.ts'
import { Button } from '../../ui/Button.tsx'
import type { DomainDetails } from '../queries/domain.ts'
import { workspacesQuery } from '../queries/workspaces.ts'
import { ApiCall } from '../ui/ApiCall.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Section } from '../ui/Section.tsx'
import { SelectInput } from '../ui/SelectInput.tsx'
import { useSave } from '../ui/use-save.ts'

const path = '/ens/v1/ens/update-workspace-id'

/** To another workspace of which the session is an owner. */
export function MoveSection({ domain }: DomainDetails) {
  const { data } = useQuery(workspacesQuery)
  const [workspaceId, setWorkspaceId] = useState('')
  const others = (data?.data ?? []).filter(({ id }) => id !== domain.workspaceId)
  const body = { ensId: domain.id, newWorkspaceId: workspaceId }
  const move = useSave({
    save: () => unwrap(api.POST(path, { body })),
    done: 'The domain has moved.',
    changes: [['domain'], ['domains']],
  })
  if (others.length === 0) return null
  return (
    <Section
      title="Workspace"
      words="The domain moves with its names. Keys and webhooks of this workspace stay here."
    >
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          move.mutate(undefined)
        }}
      >
        <SelectInput
          title="Move to"
          value={workspaceId}
          options={[
            { value: '', title: 'Choose a workspace' },
            ...others.map(({ id, name }) => ({ value: id, title: name })),
          ]}
          onChange={setWorkspaceId}
        />
        {move.error && <ErrorState title="The domain was not moved." error={move.error} />}
        <div>
          <Button type="submit" size="dense" disabled={move.isPending || workspaceId === ''}>
            Move it
          </Button>
        </div>
        <ApiCall method="POST" path={path} body={body} />
      </form>
    </Section>
  )
}
