import { useState } from 'react'
import { api, unwrap } from '../../api/client.ts'
import { Form } from '../../form/Form.tsx'
import { SelectInput, TextInput } from '../../form/inputs.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ApiCall } from '../ui/ApiCall.tsx'
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
      <Form
        submit={() => add.mutateAsync(undefined)}
        failure="No member was added."
        action="Add"
        isReady={body.member !== ''}
        button={{ className: 'w-full' }}
        footer={<ApiCall method="POST" path={membersPath} params={{ workspaceId }} body={body} />}
      >
        <TextInput
          title="Address or ENS name"
          name="member"
          hint="The wallet with which they sign in."
          value={member}
          required
          isMono
          placeholder="0x… or alice.eth"
          onChange={setMember}
        />
        <SelectInput title="Role" value={role} options={roleOptions} onChange={setRole} />
      </Form>
    </Dialog>
  )
}
