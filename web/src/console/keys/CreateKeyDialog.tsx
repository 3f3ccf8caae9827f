import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, unwrap } from '../../api/client.ts'
import { ChoiceInput } from '../../form/choices.tsx'
import { Form } from '../../form/Form.tsx'
import { CheckInput, TextInput } from '../../form/inputs.tsx'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { domainsQuery } from '../queries.ts'
import { ApiCall } from '../ui/ApiCall.tsx'
import { ShownSecret } from '../ui/ShownSecret.tsx'
import { useSave } from '../ui/use-save.ts'
import { keysPath, keysQuery } from './queries.ts'

interface CreateKeyDialogProps {
  readonly workspaceId: string
  readonly onClose: () => void
}

const lifetimes = [
  { value: '', title: 'Never' },
  { value: '30', title: 'In 30 days' },
  { value: '90', title: 'In 90 days' },
  { value: '365', title: 'In a year' },
] as const

export function CreateKeyDialog({ workspaceId, onClose }: CreateKeyDialogProps) {
  const [name, setName] = useState('')
  const [revokesNames, setRevokesNames] = useState(false)
  const [exportsNames, setExportsNames] = useState(false)
  const [writesDomains, setWritesDomains] = useState(false)
  const [domainId, setDomainId] = useState('')
  const [origins, setOrigins] = useState('')
  const [days, setDays] = useState<(typeof lifetimes)[number]['value']>('')
  const { data } = useQuery(domainsQuery(workspaceId))
  const originList = origins.split(/[\s,]+/).filter(Boolean)
  const body = {
    name: name.trim(),
    scopes: [
      'names:write' as const,
      ...(revokesNames ? ['names:revoke' as const] : []),
      ...(exportsNames ? ['names:export' as const] : []),
      ...(writesDomains ? ['domains:write' as const] : []),
    ],
    ...(domainId && { domains: [domainId] }),
    ...(originList.length > 0 && { origins: originList }),
    ...(days && { expiresAt: new Date(Date.now() + Number(days) * 86_400_000).toISOString() }),
  }
  const create = useSave({
    save: () => unwrap(api.POST(keysPath, { params: { path: { workspaceId } }, body })),
    done: 'The key is created.',
    changes: [keysQuery(workspaceId).queryKey],
  })
  if (create.data)
    return (
      <Dialog title={create.data.name} onClose={onClose} isHeld>
        <NewKeyNotice apiKey={create.data.key} onStored={onClose} />
      </Dialog>
    )
  return (
    <Dialog title="New key" onClose={onClose}>
      <Form
        name="new-key"
        submit={() => create.mutateAsync(undefined)}
        failure="The key was not created."
        action="Create the key"
        missing={body.name === '' && 'Give the key a name.'}
        button={{ className: 'w-full' }}
        footer={<ApiCall method="POST" path={keysPath} params={{ workspaceId }} body={body} />}
      >
        <TextInput
          title="Name"
          name="name"
          hint="Which program uses it."
          value={name}
          required
          maxLength={100}
          onChange={setName}
        />
        <CheckInput
          title="Names"
          hint="Issues, reserves and revokes names."
          isChecked
          isDisabled
          onChange={() => {}}
        />
        <CheckInput
          title="Names of holders"
          hint="Replaces and revokes names without a signature of their holders."
          isChecked={revokesNames}
          onChange={setRevokesNames}
        />
        <CheckInput
          title="Export"
          hint="Takes all names of a domain as one file."
          isChecked={exportsNames}
          onChange={setExportsNames}
        />
        <CheckInput
          title="Domains"
          hint="Changes domains, their policy and webhooks too."
          isChecked={writesDomains}
          onChange={setWritesDomains}
        />
        <ChoiceInput
          title="Limited to"
          value={domainId}
          options={[
            { value: '', title: 'All domains of the workspace' },
            ...(data?.domains ?? []).map(({ id, domainName }) => ({ value: id, title: domainName })),
          ]}
          onChange={setDomainId}
        />
        <TextInput
          title="Web pages that may use it"
          name="origins"
          hint="Origins, separated by spaces. Empty: servers, and any page."
          value={origins}
          placeholder="https://app.example *.example.com"
          onChange={setOrigins}
        />
        <ChoiceInput title="Ends" name="expiresAt" value={days} options={lifetimes} onChange={setDays} />
      </Form>
    </Dialog>
  )
}

interface NewKeyNoticeProps {
  readonly apiKey: string
  readonly onStored: () => void
}

/** The only time that a key is shown. */
export function NewKeyNotice({ apiKey, onStored }: NewKeyNoticeProps) {
  const example = `KEY='${apiKey}'\ncurl "${location.origin}/ens/v1/ens/api-key" -H "x-api-key: $KEY"`
  return (
    <div className="grid gap-3">
      <ShownSecret title="Copy it now: it is not shown again." secret={apiKey} subject="the key" />
      <div className="text-sm">
        <div className="flex items-center justify-between">
          <span className="text-soft">Try it: list the domains of the key</span>
          <CopyButton text={example} subject="the example" />
        </div>
        <pre className="bg-sunk mono rounded p-3 text-xs break-all whitespace-pre-wrap">{example}</pre>
      </div>
      <Button look="primary" onClick={onStored}>
        I have stored it
      </Button>
    </div>
  )
}
