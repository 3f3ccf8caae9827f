import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { bulkKey, keepBulkChange, openBulkStore } from '../bulk/bulk-store.ts'
import { batchBody, type DomainRef, maxBatchItems } from '../queries.ts'
import { ApiCall } from '../ui/ApiCall.tsx'
import { ErrorState } from '../ui/Query.tsx'
import { notify } from '../ui/Toasts.tsx'
import { BatchProblems, useBatch } from './use-batch.tsx'

interface RevokeDialogProps {
  readonly domain: DomainRef
  readonly labels: readonly string[]
  readonly onClose: () => void
  readonly onRevoked: () => void
}

const shown = 8

/** What one request can do is done here; more becomes a bulk change, with progress. */
export function RevokeDialog({ domain, labels, onClose, onRevoked }: RevokeDialogProps) {
  const navigate = useNavigate()
  const batch = useBatch(domain)
  const bulk = useMutation({
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
    if (labels.length > maxBatchItems) return bulk.mutate()
    batch.mutate(items, {
      onSuccess: (problems) => {
        if (problems.length > 0) return
        notify(`Revoked: ${title}`)
        onRevoked()
      },
    })
  }
  const error = batch.error ?? bulk.error
  const isPending = batch.isPending || bulk.isPending
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

/** As the bulk change of the domain. @throws Error while another one is unfinished. */
async function keepRevocation(ref: DomainRef, labels: readonly string[]): Promise<void> {
  const store = await openBulkStore()
  try {
    const domain = bulkKey(ref)
    const current = await store.get('changes', domain)
    if (current && current.sentChunks < current.chunks)
      throw new Error(
        `"${current.title}" is not finished. Finish it on the screen "Import", or drop it there.`,
      )
    await keepBulkChange(store, {
      id: crypto.randomUUID(),
      domain,
      kind: 'revoke',
      title: `${labels.length.toLocaleString('en')} names`,
      items: labels.map((label) => ({ action: 'revoke', label })),
      problems: [],
    })
  } finally {
    store.close()
  }
}
