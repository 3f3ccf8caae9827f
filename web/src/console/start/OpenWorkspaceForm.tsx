import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, chainIdOf, unwrap } from '../../api/client.ts'
import { ChoiceInput } from '../../form/choices.tsx'
import { Form } from '../../form/Form.tsx'
import { TextInput } from '../../form/inputs.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { instance, networkName } from '../instance.ts'
import { sessionKey } from '../query-client.ts'
import { ApiCall } from '../ui/ApiCall.tsx'
import { useSave } from '../ui/use-save.ts'

interface OpenWorkspaceFormProps {
  /** Whether the wallet must control a domain on chain. */
  readonly needsDomain: boolean
}

const path = '/byname/v1/workspaces'

/** Leads to the setup of the domain. */
export function OpenWorkspaceForm({ needsDomain }: OpenWorkspaceFormProps) {
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [domain, setDomain] = useState('')
  const [chainId, setChainId] = useState('1')
  const ownDomain = domain.trim().toLowerCase()
  const body = {
    name: name.trim(),
    ...(ownDomain && { domain: ownDomain }),
  }
  const query = { chainId: chainIdOf(Number(chainId)) }
  const open = useSave({
    save: () => unwrap(api.POST(path, { params: { query }, body })),
    done: 'The workspace is open.',
    changes: [sessionKey, ['workspaces']],
    onSaved: ({ id }) =>
      void navigate({
        to: '/console/workspaces/$workspaceId/add-domain',
        params: { workspaceId: id },
        search: ownDomain ? { domain: ownDomain, chainId } : {},
      }),
  })
  return (
    <Form
      name="new-workspace"
      className="text-ink grid w-full max-w-md gap-4"
      submit={() => open.mutateAsync(undefined)}
      failure="No workspace was opened."
      action="Open the workspace"
      busyAction="Opening…"
      missing={body.name === '' && 'Give the workspace a name.'}
      footer={<ApiCall method="POST" path={path} query={query} body={body} />}
    >
      <TextInput
        title="Name of the workspace"
        name="name"
        value={name}
        required
        maxLength={100}
        placeholder="Acme"
        onChange={setName}
      />
      <TextInput
        title="Your domain"
        name="domain"
        hint={needsDomain ? 'Your wallet owns or manages it.' : 'Can be added later.'}
        value={domain}
        required={needsDomain}
        placeholder="acme.eth"
        onChange={setDomain}
      />
      <ChoiceInput
        title="Network"
        value={chainId}
        options={instance.chainIds.map((id) => ({ value: `${id}`, title: networkName(id) }))}
        onChange={setChainId}
      />
    </Form>
  )
}

interface OpenWorkspaceDialogProps {
  readonly needsDomain: boolean
  readonly onClose: () => void
}

export function OpenWorkspaceDialog({ needsDomain, onClose }: OpenWorkspaceDialogProps) {
  return (
    <Dialog title="Open a workspace" onClose={onClose}>
      <OpenWorkspaceForm needsDomain={needsDomain} />
    </Dialog>
  )
}
