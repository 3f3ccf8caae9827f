import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, chainIdOf, unwrap } from '../../api/client.ts'
import { Button } from '../../ui/Button.tsx'
import { NameTitle } from '../../ui/NameTitle.tsx'
import type { DomainRef } from '../queries.ts'
import { Address } from '../ui/Address.tsx'
import { ApiCall } from '../ui/ApiCall.tsx'
import { ErrorState } from '../ui/Query.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { Section } from '../ui/Screen.tsx'
import { useSave } from '../ui/use-save.ts'
import { type Decision, DecisionDialog } from './DecisionDialog.tsx'
import { claimsPath as path, pendingClaimsQuery } from './queries.ts'

interface CommentedDecision extends Decision {
  readonly comment?: string | undefined
}

/** Those that wait for the owner; nothing without any. */
export function PendingClaims({ domain, chainId: id }: DomainRef) {
  const chainId = chainIdOf(id)
  const [selected, setSelected] = useState<readonly string[]>([])
  const [asked, setAsked] = useState<Decision>()
  const { queryKey, ...query } = pendingClaimsQuery({ domain, chainId })
  const { data } = useQuery({ queryKey, ...query })
  const decide = useSave({
    save: async ({ approves, ids, comment }: CommentedDecision) => {
      const params = { path: { domain }, query: { chainId } }
      const withComment = comment === undefined ? {} : { comment }
      if (!approves) {
        const body = { ...(ids === 'all' ? { all: true as const } : { ids: [...ids] }), ...withComment }
        let remaining: number
        do ({ remaining } = await unwrap(api.POST(`${path}/decline`, { params, body })))
        while (remaining > 0)
        return
      }
      // Each is decided by itself: the limit may be reached in between.
      for (const claimId of ids) {
        const ofClaim = { params: { ...params, path: { domain, claimId } }, body: withComment }
        await unwrap(api.POST(`${path}/{claimId}/approve`, ofClaim))
      }
    },
    done: 'It is decided.',
    changes: [queryKey, ['names'], ['domain'], ['domains']],
    onSaved: () => setAsked(undefined),
  })
  if (!data || data.data.length === 0) return null
  // One that was decided alone, or by another member, is not selected any more.
  const ids = data.data.map(({ id: claimId }) => claimId).filter((claimId) => selected.includes(claimId))
  /** The error of an earlier decision is over. */
  const ask = (decision: Decision) => {
    decide.reset()
    setAsked(decision)
  }
  return (
    <Section title="Waiting for you" words="Wallets that ask for a name.">
      <ul>
        {data.data.map(({ id: claimId, name, claimant, createdAt }) => (
          <li key={claimId} className="border-line flex flex-wrap items-center gap-x-4 gap-y-2 border-b py-2">
            <input
              type="checkbox"
              aria-label={`Select ${name}`}
              className="size-5"
              checked={selected.includes(claimId)}
              onChange={({ currentTarget }) =>
                setSelected(
                  currentTarget.checked ? [...selected, claimId] : selected.filter((id) => id !== claimId),
                )
              }
            />
            <span className="min-w-[min(100%,10rem)] flex-1 font-medium">
              <NameTitle name={name} />
            </span>
            <Address value={claimant} />
            <span className="text-soft text-sm">
              <RelativeTime iso={createdAt} />
            </span>
            <Button
              size="dense"
              look="primary"
              isWaiting={decide.isPending}
              onClick={() => {
                decide.reset()
                decide.mutate({ approves: true, ids: [claimId] })
              }}
            >
              Approve
            </Button>
            <Button
              size="dense"
              isWaiting={decide.isPending}
              onClick={() => ask({ approves: false, ids: [claimId] })}
            >
              Decline…
            </Button>
          </li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-3">
        {[true, false].map((approves) => (
          <Button
            key={String(approves)}
            size="dense"
            isWaiting={decide.isPending}
            disabled={ids.length === 0}
            onClick={() => ask({ approves, ids })}
          >
            {approves ? 'Approve' : 'Decline'} the selected…
          </Button>
        ))}
        <Button
          size="dense"
          isWaiting={decide.isPending}
          onClick={() => ask({ approves: false, ids: 'all' })}
        >
          Decline all…
        </Button>
      </div>
      {asked && (
        <DecisionDialog
          decision={asked}
          domain={domain}
          chainId={chainId}
          name={
            asked.ids.length === 1 ? data.data.find((claim) => claim.id === asked.ids[0])?.name : undefined
          }
          onDecide={(comment) => decide.mutateAsync({ ...asked, comment })}
          onClose={() => setAsked(undefined)}
        />
      )}
      <div className="mt-3">
        <ApiCall
          action="approve a claim"
          method="POST"
          path={`${path}/{claimId}/approve`}
          params={{ domain, claimId: data.data[0]?.id ?? '' }}
          query={{ chainId }}
        />
      </div>
      {decide.error && !asked && <ErrorState title="It was not decided." error={decide.error} />}
    </Section>
  )
}
