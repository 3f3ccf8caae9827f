import { useState } from 'react'
import { api, chainIdOf, unwrap } from '../../api/client.ts'
import { DateInput, NumberInput } from '../../form/choices.tsx'
import { Form } from '../../form/Form.tsx'
import { LongTextInput, RadioInput, TextInput } from '../../form/inputs.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import type { DomainRef } from '../queries.ts'
import { ApiCall } from '../ui/ApiCall.tsx'
import { useSave } from '../ui/use-save.ts'
import { NewLinks } from './NewLinks.tsx'
import { linksKey, linksPath } from './queries.ts'

interface NewInvitationDialogProps {
  readonly domain: DomainRef
  readonly onClose: () => void
}

const path = `${linksPath}/batch` as const

/** Of one request. */
const maxLinks = 1000

const choosers = [
  { value: 'bearer', title: 'The person who opens the link' },
  { value: 'owner', title: 'I do', words: 'A link for each name, which is reserved until it is claimed.' },
] as const

/** One invitation, or many at once: equal ones, or one for each of several labels. */
export function NewInvitationDialog({ domain, onClose }: NewInvitationDialogProps) {
  const [chooser, setChooser] = useState<(typeof choosers)[number]['value']>('bearer')
  const [text, setText] = useState('')
  const [count, setCount] = useState<number | null>(1)
  const [maxUses, setMaxUses] = useState<number | null>(1)
  const [endsAt, setEndsAt] = useState('')
  const [note, setNote] = useState('')
  const labels = text.split(/[\s,]+/).filter(Boolean)
  const isForLabels = chooser === 'owner'
  const noted = note.trim() && { note: note.trim() }
  const body = {
    ...(isForLabels
      ? { items: labels.map((label) => ({ label, ...noted })) }
      : { count: count ?? 1, maxUses: maxUses ?? 1, ...noted }),
    ...(endsAt && { expiresAt: new Date(endsAt).toISOString() }),
  }
  const query = { chainId: chainIdOf(domain.chainId) }
  const params = { domain: domain.domain }
  const create = useSave({
    save: () => unwrap(api.POST(path, { params: { path: params, query }, body })),
    done: 'The invitation is made.',
    changes: [linksKey(domain)],
  })
  if (create.data)
    return (
      <Dialog
        title={create.data.links.length === 1 ? 'Your invitation' : 'Your invitations'}
        onClose={onClose}
        isHeld
      >
        <NewLinks links={create.data.links} domain={domain.domain} onStored={onClose} />
      </Dialog>
    )
  return (
    <Dialog title="New invitation" onClose={onClose}>
      <Form
        name="new-invitation"
        submit={() => create.mutateAsync(undefined)}
        failure="No invitation was made."
        action={
          isForLabels && labels.length > 1 ? `Make ${labels.length} invitations` : 'Make the invitation'
        }
        missing={isForLabels && missingOf(labels.length)}
        button={{ className: 'w-full' }}
        footer={<ApiCall method="POST" path={path} params={params} query={query} body={body} />}
      >
        <RadioInput title="Who chooses the name?" value={chooser} options={choosers} onChange={setChooser} />
        {isForLabels ? (
          <LongTextInput
            title="Labels"
            name="items"
            hint={`One a line, without .${domain.domain}.`}
            value={text}
            onChange={setText}
          />
        ) : (
          <>
            <NumberInput
              title="Names for each link"
              name="maxUses"
              hint="1: for one person. More: a link that you share with a group."
              value={maxUses}
              min={1}
              max={1_000_000}
              onChange={setMaxUses}
            />
            <NumberInput
              title="Links"
              name="count"
              hint="More than one: a file with all of them."
              value={count}
              min={1}
              max={maxLinks}
              onChange={setCount}
            />
          </>
        )}
        <DateInput
          title="Good until"
          name="expiresAt"
          hint="Empty: without an end."
          hasTime
          value={endsAt}
          onChange={setEndsAt}
        />
        <TextInput
          title="Note"
          name="note"
          hint="For you: what the invitation is for. Those who open it do not see it."
          value={note}
          maxLength={200}
          onChange={setNote}
        />
      </Form>
    </Dialog>
  )
}

function missingOf(labels: number): string | false {
  if (labels === 0) return 'Enter a label.'
  return labels > maxLinks && `Enter at most ${maxLinks} labels at once.`
}
