import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { batchBody, maxBatchItems } from '../queries/batches.ts'
import type { DomainRef } from '../queries/domains.ts'
import { ApiCall } from '../ui/ApiCall.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { notify } from '../ui/toasts.ts'
import { BatchProblems } from './BatchProblems.tsx'
import { keepRevocation } from './keep-revocation.ts'
import { useBatch } from './use-batch.ts'

interface RevokeDialogProps {
  readonly domain: DomainRef
  readonly labels: readonly string[]
  readonly onClose: () => void
  readonly onRevoked: () => void
}

const shown = 8

/** What one request can do is done here; more becomes a job, with progress. */
export function RevokeDialog({ domain, labels, onClose, onRevoked }: RevokeDialogProps) {
  const navigate = useNavigate()
  const batch = useBatch(domain)
  const job = useMutation({
    mutationFn: () => keepRevocation(domain, labels),
    onSuccess: () =>
      navigate({
        to: '/console/domains/$chainId/$domain/import',
        params: { domain: domain.domain, chainId: `${domain.chainId}` },
      }),
  })
  const items = labels.map((label) => ({ action: 'revoke' as const, label }))
  const title = labels.length === 1 ? `${labels[0]}.${domain.domain}` : `${labels.length} names`
  const revoke = () => {
    if (labels.length > maxBatchItems) return job.mutate()
    batch.mutate(items, {
      onSuccess: (problems) => {
        if (problems.length > 0) return
        notify(`Revoked: ${title}`)
        onRevoked()
      },
    })
  }
  const error = batch.error ?? job.error
  const isPending = batch.isPending || job.isPending
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
        {batch.data && batch.data.length > 0 && <BatchProblems problems={batch.data} />}
        <Button look="danger" disabled={isPending} onClick={revoke}>
          {isPending ? 'Revoking…' : 'Revoke'}
        </Button>
        <ApiCall
          method="POST"
          path="/byname/v1/names/batch"
          query={{ chainId: domain.chainId }}
          body={batchBody(domain, items.slice(0, shown))}
        />
      </div>
    </Dialog>
  )
}
