import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, chainIdOf, unwrap } from '../../api/client.ts'
import { Button } from '../../ui/Button.tsx'
import { NameTitle } from '../../ui/NameTitle.tsx'
import type { DomainRef } from '../queries.ts'
import { Address } from '../ui/Address.tsx'
import { ApiCall } from '../ui/ApiCall.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { ErrorState } from '../ui/Query.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { Section } from '../ui/Screen.tsx'
import { useSave } from '../ui/use-save.ts'
import { claimsPath as path, pendingClaimsQuery } from './queries.ts'

/** Those that wait for the owner; nothing without any. */
export function PendingClaims({ domain, chainId: id }: DomainRef) {
  const chainId = chainIdOf(id)
  const [selected, setSelected] = useState<readonly string[]>([])
  const [isAsking, setIsAsking] = useState(false)
  const { queryKey, ...query } = pendingClaimsQuery({ domain, chainId })
  const { data } = useQuery({ queryKey, ...query })
  const decide = useSave({
    save: async ({ claimId, approves }: { readonly claimId: string; readonly approves: boolean }) => {
      const request = { params: { path: { domain, claimId }, query: { chainId } } }
      if (approves) await unwrap(api.POST(`${path}/{claimId}/approve`, request))
      else await unwrap(api.POST(`${path}/{claimId}/decline`, request))
    },
    done: 'It is decided.',
    changes: [queryKey, ['names'], ['domain'], ['domains']],
  })
  const declineAll = useSave({
    save: async () => {
      const request = { params: { path: { domain }, query: { chainId } }, body: { all: true as const } }
      for (;;) if ((await unwrap(api.POST(`${path}/decline`, request))).remaining === 0) return
    },
    done: 'All are declined.',
    changes: [queryKey],
    onSaved: () => setIsAsking(false),
  })
  const declineSelected = useSave({
    save: async (ids: string[]) => {
      const params = { path: { domain }, query: { chainId } }
      await unwrap(api.POST(`${path}/decline`, { params, body: { ids } }))
      setSelected([])
    },
    done: 'They are declined.',
    changes: [queryKey],
  })
  const approveSelected = useSave({
    save: async (ids: string[]) => {
      const params = { path: { domain }, query: { chainId } }
      // Each is decided by itself: the limit may be reached in between.
      for (const claimId of ids)
        await unwrap(
          api.POST(`${path}/{claimId}/approve`, { params: { ...params, path: { domain, claimId } } }),
        )
      setSelected([])
    },
    done: 'They are approved.',
    changes: [queryKey, ['names'], ['domain'], ['domains']],
  })
  /** The error of an earlier decision is over. */
  const resetErrors = () => {
    decide.reset()
    declineSelected.reset()
    approveSelected.reset()
  }
  const decideOne = (claimId: string, approves: boolean) => {
    resetErrors()
    decide.mutate({ claimId, approves })
  }
  const isBusy =
    decide.isPending || declineAll.isPending || declineSelected.isPending || approveSelected.isPending
  const error = decide.error ?? declineSelected.error ?? approveSelected.error
  if (!data || data.data.length === 0) return null
  // One that was decided alone, or by another member, is not selected any more.
  const ids = data.data.map(({ id: claimId }) => claimId).filter((claimId) => selected.includes(claimId))
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
            <span className="min-w-40 flex-1 font-medium">
              <NameTitle name={name} />
            </span>
            <Address value={claimant} />
            <span className="text-soft text-sm">
              <RelativeTime iso={createdAt} />
            </span>
            <Button size="dense" look="primary" isWaiting={isBusy} onClick={() => decideOne(claimId, true)}>
              Approve
            </Button>
            <Button size="dense" isWaiting={isBusy} onClick={() => decideOne(claimId, false)}>
              Decline
            </Button>
          </li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button
          size="dense"
          isWaiting={isBusy}
          disabled={ids.length === 0}
          onClick={() => {
            resetErrors()
            approveSelected.mutate(ids)
          }}
        >
          Approve the selected
        </Button>
        <Button
          size="dense"
          isWaiting={isBusy}
          disabled={ids.length === 0}
          onClick={() => {
            resetErrors()
            declineSelected.mutate(ids)
          }}
        >
          Decline the selected
        </Button>
        <Button
          size="dense"
          isWaiting={isBusy}
          onClick={() => {
            resetErrors()
            setIsAsking(true)
          }}
        >
          Decline all…
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          name="decline-claims"
          title="Decline all that wait?"
          action="Decline all"
          call={{
            method: 'POST',
            path: `${path}/decline`,
            params: { domain },
            query: { chainId },
            body: { all: true },
          }}
          onConfirm={() => declineAll.mutateAsync(undefined)}
          onClose={() => setIsAsking(false)}
        >
          Also those that are not on this page. Their labels are free again, and the wallets can claim anew.
        </ConfirmDialog>
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
      {error && <ErrorState title="It was not decided." error={error} />}
    </Section>
  )
}
