import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, unwrap } from '../../api/client.ts'
import { Button } from '../../ui/Button.tsx'
import { formatCount } from '../../ui/format-number.ts'
import { NameTitle } from '../../ui/NameTitle.tsx'
import { nameText } from '../../ui/name-text.ts'
import type { DomainDetails } from '../queries.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { Section } from '../ui/Screen.tsx'
import { useSave } from '../ui/use-save.ts'

const path = '/ens/v1/ens/delete'

export function DeleteSection({ domain: { id, name, names } }: DomainDetails) {
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)
  const body = { ensId: id }
  const remove = useSave({
    save: () => unwrap(api.POST(path, { body })),
    done: `${name} is deleted.`,
    changes: [['domains']],
    onSaved: () => void navigate({ to: '/console' }),
  })
  return (
    <Section
      title="Delete"
      words="The names of the domain stop to resolve. Adding the domain again restores them."
    >
      <Button size="dense" look="danger" onClick={() => setIsOpen(true)}>
        Delete <NameTitle name={name} isPlain />
      </Button>
      {isOpen && (
        <ConfirmDialog
          name="delete-domain"
          title={`Delete ${nameText(name)}`}
          action="Delete the domain"
          typed={name}
          call={{ method: 'POST', path, body }}
          onConfirm={() => remove.mutateAsync(undefined)}
          onClose={() => setIsOpen(false)}
        >
          <p>{formatCount(names)} names stop to resolve at once.</p>
        </ConfirmDialog>
      )}
    </Section>
  )
}
