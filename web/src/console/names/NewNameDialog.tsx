import { useState } from 'react'
import { Form } from '../../form/Form.tsx'
import { TextField } from '../../public/name/edit/TextField.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { type BatchItem, batchBody, type DomainRef } from '../queries.ts'
import { ApiCall } from '../ui/ApiCall.tsx'
import { notify } from '../ui/Toasts.tsx'
import { BatchProblems, useBatch } from './use-batch.tsx'

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
  const [address, setAddress] = useState('')
  const { mutateAsync, data } = useBatch(domain)
  const item = itemOf(kind, label.trim(), address.trim())
  const make = async () => {
    const problems = await mutateAsync([item])
    if (problems.length > 0) return
    notify(`${kind === 'issue' ? 'Issued' : 'Invited'}: ${item.label}.${domain.domain}`)
    onClose()
    onMade(item.label)
  }
  const isAddress = /^0x[0-9a-fA-F]{40}$/.test(address.trim())
  return (
    <Dialog title="New name" onClose={onClose}>
      <Form
        submit={make}
        failure="Nothing was made."
        action={kind === 'issue' ? 'Issue' : 'Invite'}
        busyAction="Sending…"
        isReady={label.trim() !== '' && isAddress}
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
        <TextField title="Name" recordKey={`.${domain.domain}`} value={label} onChange={setLabel} />
        <TextField title="Address of the holder" hint="0x…" isMono value={address} onChange={setAddress} />
        {data && data.length > 0 && <BatchProblems problems={data} />}
      </Form>
    </Dialog>
  )
}

/** The holder of an issued name is its ETH address. */
function itemOf(kind: 'issue' | 'reserve', label: string, address: string): BatchItem {
  return kind === 'issue'
    ? { action: 'issue', label, addresses: [{ coinType: 60, address }] }
    : { action: 'reserve', label, ethAddress: address }
}
