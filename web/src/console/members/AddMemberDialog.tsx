import { useState } from 'react'
import { api, unwrap } from '../../api/client.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ApiCall } from '../ui/ApiCall.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { SelectInput } from '../ui/SelectInput.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { useSave } from '../ui/use-save.ts'
import { membersPath, membersQuery, type Role, roleOptions } from './members-query.ts'

interface AddMemberDialogProps {
  readonly workspaceId: string
  readonly onClose: () => void
}

export function AddMemberDialog({ workspaceId, onClose }: AddMemberDialogProps) {
  const [member, setMember] = useState('')
  const [role, setRole] = useState<Role>('editor')
  const body = { member: member.trim(), role }
  const add = useSave({
    save: () => unwrap(api.POST(membersPath, { params: { path: { workspaceId } }, body })),
    done: 'The member is added.',
    changes: [membersQuery(workspaceId).queryKey],
    onSaved: onClose,
  })
  return (
    <Dialog title="Add a member" onClose={onClose}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          add.mutate(undefined)
        }}
      >
        <TextInput
          title="Address or ENS name"
          hint="The wallet with which they sign in."
          value={member}
          required
          isMono
          placeholder="0x… or alice.eth"
          onChange={setMember}
        />
        <SelectInput title="Role" value={role} options={roleOptions} onChange={setRole} />
        {add.error && <ErrorState title="No member was added." error={add.error} />}
        <Button type="submit" look="primary" disabled={add.isPending || body.member === ''}>
          Add
        </Button>
        <ApiCall method="POST" path={membersPath} params={{ workspaceId }} body={body} />
      </form>
    </Dialog>
  )
}
