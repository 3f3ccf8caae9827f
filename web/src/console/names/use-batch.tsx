import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Notice } from '../../ui/Notice.tsx'
import { type BatchItem, type DomainRef, domainKey, sendBatch } from '../queries.ts'
import { namesKey } from './queries.ts'

const shown = 20

/** What the service refused, name by name. */
export function BatchProblems({ problems }: { readonly problems: readonly BatchProblem[] }) {
  return (
    <Notice
      tone="bad"
      title={problems.length === 1 ? 'It was refused.' : `${problems.length} were refused.`}
      isLive
    >
      <ul>
        {problems.slice(0, shown).map(({ label, message }) => (
          <li key={label}>
            <span className="text-ink font-medium">{label}</span>: {message}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

interface BatchProblem {
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
