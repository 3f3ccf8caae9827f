import { useState } from 'react'
import { chainIdOf } from '../../api/chain-id.ts'
import { api, unwrap } from '../../api/client.ts'
import { Button } from '../../ui/Button.tsx'
import type { DomainRef } from '../queries/domains.ts'
import { useSession } from '../session/use-session.ts'
import { ApiCall } from '../ui/ApiCall.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { useSave } from '../ui/use-save.ts'

interface FirstNameFormProps extends DomainRef {
  readonly onCreated: (name: string) => void
}

const path = '/ens/v1/subname/add'

export function FirstNameForm({ domain, chainId, onCreated }: FirstNameFormProps) {
  const session = useSession()
  const [label, setLabel] = useState('')
  const [address, setAddress] = useState(session?.address ?? '')
  const body = {
    username: label.trim(),
    ensDomain: domain,
    chainId: chainIdOf(chainId),
    addresses: [{ coinType: 60, address: address.trim() }],
    overrideSignatureCheck: true,
  }
  const create = useSave({
    save: () => unwrap(api.POST(path, { body })),
    done: 'The name exists.',
    changes: [['names'], ['domain'], ['domains']],
    onSaved: ({ ens }) => onCreated(ens),
  })
  return (
    <form
      className="text-ink grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        create.mutate(undefined)
      }}
    >
      <TextInput title="Label" value={label} required placeholder="alice" onChange={setLabel} />
      <TextInput title="For the wallet" value={address} required isMono onChange={setAddress} />
      {create.error && <ErrorState title="There is no name yet." error={create.error} />}
      <div>
        <Button type="submit" look="primary" disabled={create.isPending || body.username === ''}>
          Give it
        </Button>
      </div>
      <ApiCall method="POST" path={path} body={body} />
    </form>
  )
}
