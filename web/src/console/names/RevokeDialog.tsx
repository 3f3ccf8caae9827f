import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { batchBody } from '../queries/batches.ts'
import type { DomainRef } from '../queries/domains.ts'
import { ApiCall } from '../ui/ApiCall.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { notify } from '../ui/toasts.ts'
import { BatchProblems } from './BatchProblems.tsx'
import { useBatch } from './use-batch.ts'

interface RevokeDialogProps {
  readonly domain: DomainRef
  readonly labels: readonly string[]
  readonly onClose: () => void
  readonly onRevoked: () => void
}

const shown = 8

export function RevokeDialog({ domain, labels, onClose, onRevoked }: RevokeDialogProps) {
  const { mutate, isPending, error, data } = useBatch(domain)
  const items = labels.map((label) => ({ action: 'revoke' as const, label }))
  const title = labels.length === 1 ? `${labels[0]}.${domain.domain}` : `${labels.length} names`
  const revoke = () =>
    mutate(items, {
      onSuccess: (problems) => {
        if (problems.length > 0) return
        notify(`Revoked: ${title}`)
        onRevoked()
      },
    })
  return (
    <Dialog title={`Revoke ${title}?`} onClose={onClose}>
      <div className="grid gap-4">
        <p>
          {labels.length === 1 ? 'It resolves' : 'They resolve'} to nothing from now on, and others can claim{' '}
          {labels.length === 1 ? 'it' : 'them'}. This cannot be undone.
        </p>
        {labels.length > 1 && (
          <p className="text-soft name-breaks text-sm">
            {labels.slice(0, shown).join(', ')}
            {labels.length > shown && ` and ${labels.length - shown} more`}
          </p>
        )}
        {error && <ErrorState title="Not all was revoked." error={error} />}
        {data && data.length > 0 && <BatchProblems problems={data} />}
        <Button look="danger" disabled={isPending} onClick={revoke}>
          {isPending ? 'Revoking…' : 'Revoke'}
        </Button>
        <ApiCall
          method="POST"
          path="/byname/v1/names/batch"
          body={batchBody(domain, items.slice(0, shown))}
        />
      </div>
    </Dialog>
  )
}
