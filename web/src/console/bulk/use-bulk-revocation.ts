import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { randomId } from '../../api/random-id.ts'
import { formatCount } from '../../ui/format-number.ts'
import type { DomainRef } from '../queries.ts'
import { bulkKey, keepBulkChange, openBulkStore } from './bulk-store.ts'

/** Keeps the revocation of the labels and opens the screen that runs it. */
export function useBulkRevocation(ref: DomainRef) {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (labels: readonly string[]) => keepRevocation(ref, labels),
    onSuccess: () =>
      navigate({
        to: '/console/domains/$chainId/$domain/import',
        params: { domain: ref.domain, chainId: `${ref.chainId}` },
      }),
  })
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
      id: randomId(),
      domain,
      title: `${formatCount(labels.length)} names`,
      items: labels.map((label) => ({ action: 'revoke', label })),
    })
  } finally {
    store.close()
  }
}
