import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, unwrap } from '../../api/client.ts'
import { ChoiceInput } from '../../form/choices.tsx'
import { Form } from '../../form/Form.tsx'
import { type DomainDetails, workspacesQuery } from '../queries.ts'
import { ApiCall } from '../ui/ApiCall.tsx'
import { Section } from '../ui/Screen.tsx'
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
      <Form
        name="move-domain"
        className="grid gap-3"
        submit={() => move.mutateAsync(undefined)}
        failure="The domain was not moved."
        action="Move it"
        missing={workspaceId === '' && 'Choose the workspace first.'}
        button={{ look: 'plain', size: 'dense' }}
        footer={<ApiCall method="POST" path={path} body={body} />}
      >
        <ChoiceInput
          title="Move to"
          value={workspaceId}
          options={[
            { value: '', title: 'Choose a workspace' },
            ...others.map(({ id, name }) => ({ value: id, title: name })),
          ]}
          onChange={setWorkspaceId}
        />
      </Form>
    </Section>
  )
}
