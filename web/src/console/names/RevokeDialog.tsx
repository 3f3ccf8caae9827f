import { useState } from 'react'
import { LocalForm } from '../../form/Form.tsx'
import { TextInput } from '../../form/inputs.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { formatCount } from '../../ui/format-number.ts'
import { nameText } from '../../ui/name-text.ts'
import { useBulkRevocation } from '../bulk/use-bulk-revocation.ts'
import { batchBody, type DomainRef } from '../queries.ts'
import { ApiCall } from '../ui/ApiCall.tsx'
import { ErrorState } from '../ui/Query.tsx'
import { canBeUndone, revokeLater, undoSeconds } from './revocations.ts'

interface RevokeDialogProps {
  readonly domain: DomainRef
  readonly labels: readonly string[]
  readonly onClose: () => void
  readonly onRevoked: () => void
}

const shown = 8

/** A few can be undone for some seconds. More are confirmed by their number and become a bulk change, with progress. */
export function RevokeDialog({ domain, labels, onClose, onRevoked }: RevokeDialogProps) {
  const bulk = useBulkRevocation(domain)
  const [typed, setTyped] = useState('')
  const isUndoable = canBeUndone(labels)
  const count = formatCount(labels.length)
  const title = labels.length === 1 ? nameText(`${labels[0]}.${domain.domain}`) : `${count} names`
  const isConfirmed = isUndoable || typed.replace(/[,.\s]/g, '') === `${labels.length}`
  const revoke = () => {
    if (!isUndoable) return bulk.mutate(labels)
    revokeLater(domain, labels, title)
    onRevoked()
  }
  return (
    <Dialog title={`Revoke ${title}?`} onClose={onClose}>
      <LocalForm className="grid gap-4" onSubmit={revoke}>
        <p>
          {labels.length === 1 ? 'It then resolves' : 'They then resolve'} to nothing, and others can claim{' '}
          {labels.length === 1 ? 'it' : 'them'}.{' '}
          {isUndoable
            ? `For ${undoSeconds} seconds you can undo it; leaving the page or its tab ends that.`
            : 'This cannot be undone.'}
        </p>
        {labels.length > 1 && (
          <p className="text-soft name-breaks text-sm">
            {labels.slice(0, shown).join(', ')}
            {labels.length > shown && ` and ${formatCount(labels.length - shown)} more`}
          </p>
        )}
        {!isUndoable && (
          <TextInput
            title={`Type ${count} to confirm`}
            value={typed}
            inputMode="numeric"
            onChange={setTyped}
          />
        )}
        {bulk.error && <ErrorState title="Nothing was revoked." error={bulk.error} />}
        <Button type="submit" look="danger" isBusy={bulk.isPending} disabled={!isConfirmed}>
          {bulk.isPending ? 'Revoking…' : 'Revoke'}
        </Button>
        <ApiCall
          method="POST"
          path="/byname/v1/names/batch"
          query={{ chainId: domain.chainId }}
          body={batchBody(
            domain,
            labels.slice(0, shown).map((label) => ({ action: 'revoke', label })),
          )}
        />
      </LocalForm>
    </Dialog>
  )
}
