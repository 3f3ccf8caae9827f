import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { ApiCall } from '../ui/ApiCall.tsx'
import { Empty } from '../ui/Empty.tsx'
import { Query } from '../ui/Query.tsx'
import { Screen } from '../ui/Screen.tsx'
import { AddMemberDialog } from './AddMemberDialog.tsx'
import { MemberRow } from './MemberRow.tsx'
import { memberPath, membersQuery } from './members-query.ts'

const route = getRouteApi('/console/workspaces/$workspaceId')

export function MembersScreen() {
  const { workspaceId } = route.useParams()
  const query = useQuery(membersQuery(workspaceId))
  const [isAdding, setIsAdding] = useState(false)
  return (
    <Screen
      title="Members"
      actions={
        <Button size="dense" look="primary" aria-keyshortcuts="n" onClick={() => setIsAdding(true)}>
          Add a member
        </Button>
      }
    >
      <Query query={query} subject="the members">
        {(members) =>
          members.length === 0 ? (
            <Empty title="No member yet.">
              Only operators act in this workspace. Add its owner, who signs in with a wallet.
            </Empty>
          ) : (
            <div className="grid gap-4">
              <ul>
                {members.map((member) => (
                  <MemberRow key={member.address} workspaceId={workspaceId} member={member} />
                ))}
              </ul>
              <ApiCall
                action="change a role"
                method="PATCH"
                path={memberPath}
                params={{ workspaceId, address: members.at(-1)?.address ?? '' }}
                body={{ role: 'editor' }}
              />
            </div>
          )
        }
      </Query>
      {isAdding && <AddMemberDialog workspaceId={workspaceId} onClose={() => setIsAdding(false)} />}
    </Screen>
  )
}
