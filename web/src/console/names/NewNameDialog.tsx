import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Form } from '../../form/Form.tsx'
import { TextInput } from '../../form/inputs.tsx'
import { RecipientInput } from '../../form/RecipientInput.tsx'
import { normalizeName } from '../../public/normalize-name.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { NameTitle } from '../../ui/NameTitle.tsx'
import { nameText } from '../../ui/name-text.ts'
import { useRecipient } from '../../wallet/use-recipient.ts'
import { type BatchItem, batchBody, type DomainRef } from '../queries.ts'
import { type Template, templatesQuery } from '../templates/queries.ts'
import {
  describeDraft,
  emptyDraft,
  fillDraft,
  isSameDraft,
  toDraft,
  toItemRecords,
  withTemplate,
} from '../templates/record-draft.ts'
import { TemplateChoice } from '../templates/TemplateChoice.tsx'
import { TemplateDialog } from '../templates/TemplateDialog.tsx'
import { TemplatesDialog } from '../templates/TemplatesDialog.tsx'
import { ApiCall } from '../ui/ApiCall.tsx'
import { notify } from '../ui/Toasts.tsx'
import { withoutDomain } from './label-of.ts'
import { NewRecords } from './NewRecords.tsx'
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
  const [records, setRecords] = useState(emptyDraft)
  const [template, setTemplate] = useState<Template>()
  const [dialog, setDialog] = useState<'save' | 'manage'>()
  const { data: templates = [] } = useQuery(templatesQuery(domain))
  const { address, ...recipient } = useRecipient(holder, domain.chainId)
  const { mutateAsync } = useBatch(domain)
  // As it is typed; what is sent has its normal form.
  const typed = withoutDomain(label, domain.domain)
  const subject = { label: typed.toLowerCase() || '…', domain: domain.domain }
  const itemFor = ({ label: normal }: typeof subject): BatchItem =>
    kind === 'issue'
      ? {
          action: 'issue',
          label: typed,
          ...toItemRecords(fillDraft(records, { ...subject, label: normal }), address ?? holder.trim()),
        }
      : { action: 'reserve', label: typed, ethAddress: address ?? holder.trim() }
  const choose = (next: Template | undefined) => {
    setTemplate(next)
    setRecords((current) => withTemplate(current, template && toDraft(template), next && toDraft(next)))
  }
  const make = async () => {
    // Without a normal form, the service refuses it.
    const normal = await normalizeName(typed)
    const made = 'name' in normal ? normal.name : typed
    const item = itemFor({ ...subject, label: made })
    const [problem] = await mutateAsync([item])
    if (problem) throw new Error(problem.message)
    notify(`${kind === 'issue' ? 'Issued' : 'Invited'}: ${nameText(`${made}.${domain.domain}`)}`)
    onClose()
    onMade(made)
  }
  return (
    <Dialog title="New name" onClose={onClose}>
      <Form
        name="new-name"
        submit={make}
        failure={kind === 'issue' ? 'The name was not issued.' : 'The invitation was not made.'}
        action={kind === 'issue' ? 'Issue' : 'Invite'}
        busyAction="Sending…"
        missing={missing(typed, address)}
        button={{ className: 'w-full' }}
        footer={
          <ApiCall
            method="POST"
            path="/byname/v1/names/batch"
            query={{ chainId: domain.chainId }}
            body={batchBody(domain, [itemFor(subject)])}
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
          hint={typed && <NameTitle name={`${typed}.${domain.domain}`} isPlain />}
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
        {kind === 'issue' && (
          <>
            <TemplateChoice domain={domain} value={template} onChange={choose} />
            <NewRecords records={records} subject={subject} onChange={setRecords} />
            <div className="flex flex-wrap gap-2">
              {describeDraft(records) !== '' && !(template && isSameDraft(records, toDraft(template))) && (
                <Button size="dense" onClick={() => setDialog('save')}>
                  Save as a template
                </Button>
              )}
              {templates.length > 0 && (
                <Button size="dense" look="quiet" onClick={() => setDialog('manage')}>
                  Manage templates
                </Button>
              )}
            </div>
          </>
        )}
      </Form>
      {dialog === 'save' && (
        <TemplateDialog
          domain={domain}
          records={records}
          onClose={() => setDialog(undefined)}
          onSaved={(saved) => {
            setTemplate(saved)
            setRecords(toDraft(saved))
          }}
        />
      )}
      {dialog === 'manage' && <TemplatesDialog domain={domain} onClose={() => setDialog(undefined)} />}
    </Dialog>
  )
}

function missing(label: string, address: string | undefined): string | undefined {
  if (label.trim() === '') return 'Enter the name first.'
  return address === undefined ? 'The holder has to be known first.' : undefined
}
