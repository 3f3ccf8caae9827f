import { useState } from 'react'
import { api, chainIdOf, unwrap } from '../../api/client.ts'
import { Form } from '../../form/Form.tsx'
import { TextInput } from '../../form/inputs.tsx'
import type { DomainRef } from '../queries.ts'
import { useSession } from '../session.ts'
import { ApiCall } from '../ui/ApiCall.tsx'
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
    done: 'The name is issued.',
    changes: [['names'], ['domain'], ['domains']],
    onSaved: ({ ens }) => onCreated(ens),
  })
  return (
    <Form
      name="first-name"
      className="text-ink grid gap-3"
      submit={() => create.mutateAsync(undefined)}
      failure="The name was not issued."
      action="Issue the name"
      missing={body.username === '' && 'Enter a label.'}
      footer={<ApiCall method="POST" path={path} body={body} />}
    >
      <TextInput
        title="Label"
        name="username"
        value={label}
        required
        placeholder="alice"
        onChange={setLabel}
      />
      <TextInput
        title="For the wallet"
        name="addresses.0.address"
        value={address}
        required
        isMono
        onChange={setAddress}
      />
    </Form>
  )
}
