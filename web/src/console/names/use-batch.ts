import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type BatchItem, maxBatchItems, sendBatch } from '../queries/batches.ts'
import type { DomainRef } from '../queries/domains.ts'
import { namesKey } from '../queries/names.ts'

export interface BatchProblem {
  readonly label: string
  readonly message: string
}

/** Sends the items in as many requests as they need; what was refused is returned. Lists are read again. */
export function useBatch(ref: DomainRef) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (items: readonly BatchItem[]): Promise<readonly BatchProblem[]> => {
      const problems: BatchProblem[] = []
      for (let start = 0; start < items.length; start += maxBatchItems) {
        const { results } = await sendBatch(ref, items.slice(start, start + maxBatchItems))
        for (const { label, error } of results) if (error) problems.push({ label, message: error.message })
      }
      return problems
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: namesKey(ref) }),
        // Not at once: the open name may be the one that was revoked.
        client.invalidateQueries({ queryKey: ['name', ref.chainId], refetchType: 'none' }),
        client.invalidateQueries({ queryKey: ['domains'] }),
      ]),
  })
}
