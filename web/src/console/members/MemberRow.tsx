import { useState } from 'react'
import { api, unwrap } from '../../api/client.ts'
import { SelectInput } from '../../form/inputs.tsx'
import { Button } from '../../ui/Button.tsx'
import { useSession } from '../session/use-session.ts'
import { Address } from '../ui/Address.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { useSave } from '../ui/use-save.ts'
import { type Member, memberPath, membersQuery, type Role, roleOptions } from './members-query.ts'

interface MemberRowProps {
  readonly workspaceId: string
  readonly member: Member
}

export function MemberRow({ workspaceId, member: { address, role, createdAt } }: MemberRowProps) {
  const session = useSession()
  const [isRemoving, setIsRemoving] = useState(false)
  const path = { workspaceId, address }
  const changes = [membersQuery(workspaceId).queryKey, ['session'], ['workspaces']]
  const change = useSave({
    save: (next: Role) => unwrap(api.PATCH(memberPath, { params: { path }, body: { role: next } })),
    done: 'The role is changed.',
    changes,
  })
  const remove = useSave({
    save: () => unwrap(api.DELETE(memberPath, { params: { path } })),
    done: 'The member is removed.',
    changes,
    onSaved: () => setIsRemoving(false),
  })
  const isSelf = session?.address === address
  return (
    <li className="border-line border-b py-3">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <div className="min-w-48 flex-1">
          <Address value={address} />
          {isSelf && <span className="text-soft ms-2 text-sm">you</span>}
          <p className="text-soft text-sm">
            since <RelativeTime iso={createdAt} />
          </p>
        </div>
        <div className="w-64">
          <SelectInput
            title={`Role of ${address.slice(0, 6)}`}
            value={role}
            options={roleOptions}
            isDisabled={change.isPending}
            onChange={(next) => change.mutate(next)}
          />
        </div>
        <Button size="dense" look="quiet" onClick={() => setIsRemoving(true)}>
          {isSelf ? 'Leave' : 'Remove'}
        </Button>
      </div>
      {change.error && <ErrorState title="The role was not changed." error={change.error} />}
      {isRemoving && (
        <ConfirmDialog
          title={isSelf ? 'Leave the workspace' : 'Remove the member'}
          action={isSelf ? 'Leave' : 'Remove'}
          call={{ method: 'DELETE', path: memberPath, params: path }}
          onConfirm={() => remove.mutateAsync(undefined)}
          onClose={() => setIsRemoving(false)}
        >
          <p className="mono">{address}</p>
          <p>Has no rights in this workspace from now on. Names that the address holds stay.</p>
        </ConfirmDialog>
      )}
    </li>
  )
}
