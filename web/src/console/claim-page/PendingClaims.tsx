import { useQuery } from '@tanstack/react-query'
import { chainIdOf } from '../../api/chain-id.ts'
import { api, unwrap } from '../../api/client.ts'
import { Button } from '../../ui/Button.tsx'
import type { DomainRef } from '../queries/domains.ts'
import { Address } from '../ui/Address.tsx'
import { ApiCall } from '../ui/ApiCall.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { Section } from '../ui/Section.tsx'
import { useSave } from '../ui/use-save.ts'

const path = '/byname/v1/domains/{domain}/claims'

/** Those that wait for the owner; nothing without any. */
export function PendingClaims({ domain, chainId: id }: DomainRef) {
  const chainId = chainIdOf(id)
  const queryKey = ['claims', chainId, domain]
  const { data } = useQuery({
    queryKey,
    queryFn: () => unwrap(api.GET(path, { params: { path: { domain }, query: { chainId } } })),
  })
  const decide = useSave({
    save: async ({ claimId, approves }: { readonly claimId: string; readonly approves: boolean }) => {
      const request = { params: { path: { domain, claimId }, query: { chainId } } }
      if (approves) await unwrap(api.POST(`${path}/{claimId}/approve`, request))
      else await unwrap(api.POST(`${path}/{claimId}/decline`, request))
    },
    done: 'It is decided.',
    changes: [queryKey, ['names']],
  })
  if (!data || data.data.length === 0) return null
  return (
    <Section title="Waiting for you" words="Wallets that ask for a name.">
      <ul>
        {data.data.map(({ id: claimId, name, claimant, createdAt }) => (
          <li key={claimId} className="border-line flex flex-wrap items-center gap-x-4 gap-y-2 border-b py-2">
            <bdi className="name-breaks min-w-40 flex-1 font-medium">{name}</bdi>
            <Address value={claimant} />
            <span className="text-soft text-sm">
              <RelativeTime iso={createdAt} />
            </span>
            <Button
              size="dense"
              look="primary"
              disabled={decide.isPending}
              onClick={() => decide.mutate({ claimId, approves: true })}
            >
              Approve
            </Button>
            <Button
              size="dense"
              disabled={decide.isPending}
              onClick={() => decide.mutate({ claimId, approves: false })}
            >
              Decline
            </Button>
          </li>
        ))}
      </ul>
      <div className="mt-3">
        <ApiCall
          action="approve a claim"
          method="POST"
          path={`${path}/{claimId}/approve`}
          params={{ domain, claimId: data.data[0]?.id ?? '' }}
          query={{ chainId }}
        />
      </div>
      {decide.error && <ErrorState title="Nothing was decided." error={decide.error} />}
    </Section>
  )
}
