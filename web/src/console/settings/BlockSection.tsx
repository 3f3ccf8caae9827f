import { useState } from 'react'
import { api, unwrap } from '../../api/client.ts'
import { LongTextInput } from '../../form/inputs.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatCount } from '../../ui/format-number.ts'
import { nameText } from '../../ui/name-text.ts'
import type { DomainDetails } from '../queries.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { Section } from '../ui/Screen.tsx'
import { useSave } from '../ui/use-save.ts'

const path = '/ens/v1/ens/update-ens-is-blocked'

/** For operators. */
export function BlockSection({ domain: { name, chainId, isBlocked, names } }: DomainDetails) {
  const [isOpen, setIsOpen] = useState(false)
  const [reason, setReason] = useState('')
  const given = !isBlocked && reason.trim() !== ''
  const body = { ens: name, chainId, isBlocked: !isBlocked, ...(given && { reason }) }
  const change = useSave({
    save: () => unwrap(api.POST(path, { body })),
    done: isBlocked ? `${name} is not blocked any more.` : `${name} is blocked.`,
    changes: [['domain'], ['domains'], ['names']],
    onSaved: () => close(),
  })
  const close = () => {
    setIsOpen(false)
    setReason('')
  }
  const action = isBlocked ? 'Unblock the domain' : 'Block the domain'
  return (
    <Section
      title="Block"
      words="While a domain is blocked, its names and those of all domains below it resolve to nothing, and can be neither read nor changed. Nothing is deleted."
    >
      <Button size="dense" look={isBlocked ? 'plain' : 'danger'} onClick={() => setIsOpen(true)}>
        {action}
      </Button>
      {isOpen && (
        <ConfirmDialog
          name={isBlocked ? 'unblock-domain' : 'block-domain'}
          title={isBlocked ? `Unblock ${nameText(name)}` : `Block ${nameText(name)}`}
          action={action}
          {...(!isBlocked && { typed: name })}
          call={{ method: 'POST', path, body }}
          onConfirm={() => change.mutateAsync(undefined)}
          onClose={close}
        >
          <p>
            {formatCount(names)} {names === 1 ? 'name' : 'names'}{' '}
            {isBlocked ? 'resolve again at once.' : 'stop to resolve at once. Nothing is deleted.'}
          </p>
          {!isBlocked && (
            <LongTextInput
              title="Reason (optional)"
              name="reason"
              hint="Shown to the owners of the domain and of those below it. At most 500 characters."
              value={reason}
              onChange={setReason}
            />
          )}
        </ConfirmDialog>
      )}
    </Section>
  )
}
