import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type BatchItem, type DomainRef, sendBatch } from '../queries.ts'
import { readNamesAgain } from './queries.ts'

interface BatchProblem {
  readonly label: string
  readonly message: string
}

/** Sends the items, at most 1,000; what was refused is returned. Lists are read again. */
export function useBatch(ref: DomainRef) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (items: readonly BatchItem[]): Promise<readonly BatchProblem[]> => {
      const { results } = await sendBatch(ref, items)
      return results.flatMap(({ label, error }) => (error ? [{ label, message: error.message }] : []))
    },
    onSettled: () => readNamesAgain(client, ref),
  })
}
