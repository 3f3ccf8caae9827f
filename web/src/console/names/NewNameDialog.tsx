import { useState } from 'react'
import { Form } from '../../form/Form.tsx'
import { TextInput } from '../../form/inputs.tsx'
import { RecipientInput } from '../../form/RecipientInput.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { useRecipient } from '../../wallet/use-recipient.ts'
import { type BatchItem, batchBody, type DomainRef } from '../queries.ts'
import { ApiCall } from '../ui/ApiCall.tsx'
import { notify } from '../ui/Toasts.tsx'
import { emptyRecords, NewRecords, toItemRecords } from './NewRecords.tsx'
import { useBatch } from './use-batch.ts'

interface NewNameDialogProps {
  readonly domain: DomainRef
  readonly onClose: () => void
  readonly onMade: (label: string) => void
}

const kinds = [
  { kind: 'issue', title: 'Issue it now', hint: 'It resolves at once.' },
  { kind: 'reserve', title: 'Invite', hint: 'Kept for the address until its wallet accepts.' },
] as const

export function NewNameDialog({ domain, onClose, onMade }: NewNameDialogProps) {
  const [kind, setKind] = useState<(typeof kinds)[number]['kind']>('issue')
  const [label, setLabel] = useState('')
  const [holder, setHolder] = useState('')
  const [records, setRecords] = useState(emptyRecords)
  const { address, ...recipient } = useRecipient(holder, domain.chainId)
  const { mutateAsync } = useBatch(domain)
  const item: BatchItem =
    kind === 'issue'
      ? { action: 'issue', label: label.trim(), ...toItemRecords(records, address ?? holder.trim()) }
      : { action: 'reserve', label: label.trim(), ethAddress: address ?? holder.trim() }
  const make = async () => {
    const [problem] = await mutateAsync([item])
    if (problem) throw new Error(problem.message)
    notify(`${kind === 'issue' ? 'Issued' : 'Invited'}: ${item.label}.${domain.domain}`)
    onClose()
    onMade(item.label)
  }
  return (
    <Dialog title="New name" onClose={onClose}>
      <Form
        name="new-name"
        submit={make}
        failure={kind === 'issue' ? 'The name was not issued.' : 'The invitation was not made.'}
        action={kind === 'issue' ? 'Issue' : 'Invite'}
        busyAction="Sending…"
        missing={missing(label, address)}
        button={{ className: 'w-full' }}
        footer={
          <ApiCall
            method="POST"
            path="/byname/v1/names/batch"
            query={{ chainId: domain.chainId }}
            body={batchBody(domain, [item])}
          />
        }
      >
        <fieldset className="grid gap-2">
          <legend className="sr-only">What happens</legend>
          {kinds.map(({ kind: value, title, hint }) => (
            <label key={value} className="flex items-baseline gap-3">
              <input
                type="radio"
                name="kind"
                className="accent-accent"
                checked={kind === value}
                onChange={() => setKind(value)}
              />
              <span>
                {title} <span className="text-soft text-sm">{hint}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <TextInput
          title="Name"
          name="label"
          hint={label.trim() && <bdi>{`${label.trim()}.${domain.domain}`}</bdi>}
          value={label}
          onChange={setLabel}
        />
        <RecipientInput
          title="Address or ENS name of the holder"
          name="holder"
          value={holder}
          recipient={recipient}
          onChange={setHolder}
        />
        {kind === 'issue' && <NewRecords records={records} onChange={setRecords} />}
      </Form>
    </Dialog>
  )
}

function missing(label: string, address: string | undefined): string | undefined {
  if (label.trim() === '') return 'Enter the name first.'
  return address === undefined ? 'The holder has to be known first.' : undefined
}
