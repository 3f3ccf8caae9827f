import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { api, unwrap } from '../../api/client.ts'
import { ChoiceInput } from '../../form/choices.tsx'
import { Form } from '../../form/Form.tsx'
import { TextInput } from '../../form/inputs.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Select } from '../../ui/Select.tsx'
import { primaryNamesQuery } from '../primary-names.ts'
import { useSession } from '../session.ts'
import { Address } from '../ui/Address.tsx'
import { ApiCall } from '../ui/ApiCall.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { ErrorState, Query } from '../ui/Query.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { Row, Rows } from '../ui/Rows.tsx'
import { Empty, Screen } from '../ui/Screen.tsx'
import { useSave } from '../ui/use-save.ts'
import { type Member, memberPath, membersPath, membersQuery, type Role, roleOptions } from './queries.ts'

/** A workspace has no chain of its own. */
const mainnet = 1

const route = getRouteApi('/console/workspaces/$workspaceId')

export function MembersScreen() {
  const { workspaceId } = route.useParams()
  const query = useQuery(membersQuery(workspaceId))
  const addresses = query.data?.map(({ address }) => address) ?? []
  const { data: names } = useQuery(primaryNamesQuery(addresses, mainnet))
  const [isAdding, setIsAdding] = useState(false)
  return (
    <Screen
      title="Members"
      words="Wallets that sign in to this workspace, and what each may do."
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
              <Rows>
                {members.map((member) => (
                  <MemberRow
                    key={member.address}
                    workspaceId={workspaceId}
                    member={member}
                    name={names?.get(member.address.toLowerCase())}
                    isOnlyOwner={
                      member.role === 'owner' && members.filter(({ role }) => role === 'owner').length === 1
                    }
                  />
                ))}
              </Rows>
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

interface MemberRowProps {
  readonly workspaceId: string
  readonly member: Member
  /** Its primary name. */
  readonly name: string | undefined
  /** A workspace has one at least. */
  readonly isOnlyOwner: boolean
}

function MemberRow({ workspaceId, member, name, isOnlyOwner }: MemberRowProps) {
  const { address, role, createdAt } = member
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
    <Row>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Avatar name={address} />
        <div className="min-w-[min(100%,10rem)] flex-1">
          <Address value={address} name={name} />
          {isSelf && <span className="text-soft ms-2 text-sm">you</span>}
          <p className="text-soft text-sm">
            since <RelativeTime iso={createdAt} />
          </p>
        </div>
        <div className="w-80 max-w-full">
          <Select
            aria-label={`Role of ${address.slice(0, 6)}`}
            value={role}
            options={roleOptions}
            isDisabled={change.isPending || isOnlyOwner}
            onChange={(next) => change.mutate(next)}
          />
        </div>
        {!isOnlyOwner && (
          <Button size="dense" look="quiet" onClick={() => setIsRemoving(true)}>
            {isSelf ? 'Leave' : 'Remove'}
          </Button>
        )}
      </div>
      {isOnlyOwner && (
        <p className="text-soft mt-1 ps-14 text-sm">
          {isSelf
            ? 'You are the only owner, so you cannot leave or take another role. Make another member an owner first.'
            : 'The only owner: it stays until another member is one.'}
        </p>
      )}
      {change.error && <ErrorState title="The role was not changed." error={change.error} />}
      {isRemoving && (
        <ConfirmDialog
          name="remove-member"
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
    </Row>
  )
}

interface AddMemberDialogProps {
  readonly workspaceId: string
  readonly onClose: () => void
}

function AddMemberDialog({ workspaceId, onClose }: AddMemberDialogProps) {
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
        name="new-member"
        submit={() => add.mutateAsync(undefined)}
        failure="No member was added."
        action="Add"
        missing={body.member === '' && 'Enter an address or an ENS name.'}
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
        <ChoiceInput title="Role" value={role} options={roleOptions} onChange={setRole} />
      </Form>
    </Dialog>
  )
}
