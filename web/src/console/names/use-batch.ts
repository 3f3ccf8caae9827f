import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type BatchItem, sendBatch } from '../queries/batches.ts'
import { domainKey } from '../queries/domain.ts'
import type { DomainRef } from '../queries/domains.ts'
import { namesKey } from '../queries/names.ts'

export interface BatchProblem {
  readonly label: string
  readonly message: string
}

/** Sends the items, at most `maxBatchItems`; what was refused is returned. Lists are read again. */
export function useBatch(ref: DomainRef) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (items: readonly BatchItem[]): Promise<readonly BatchProblem[]> => {
      const { results } = await sendBatch(ref, items)
      return results.flatMap(({ label, error }) => (error ? [{ label, message: error.message }] : []))
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: namesKey(ref) }),
        // Not at once: the open name may be the one that was revoked.
        client.invalidateQueries({ queryKey: ['name', ref.chainId], refetchType: 'none' }),
        client.invalidateQueries({ queryKey: domainKey(ref) }),
        client.invalidateQueries({ queryKey: ['domains'] }),
      ]),
  })
}
