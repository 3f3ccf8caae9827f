import type { components } from '@byname/sdk/openapi'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { allPages, api, unwrap } from '../../api/client.ts'
import { Button } from '../../ui/Button.tsx'
import type { DomainDetails } from '../queries.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { Query } from '../ui/Query.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { Section } from '../ui/Screen.tsx'
import { StateMark } from '../ui/StateMark.tsx'
import { useSave } from '../ui/use-save.ts'
import { AddHostDialog } from './AddHostDialog.tsx'
import { type DomainOnChain, hostPath, hostsKey, hostsPath } from './hosts.ts'

/** Hosts of the owner at which the claim page and the profiles are shown. */
export function HostsSection({ domain }: DomainDetails) {
  const { name, chainId } = domain
  const [isAdding, setIsAdding] = useState(false)
  const query = useQuery({
    queryKey: hostsKey(domain),
    queryFn: () =>
      allPages((page) =>
        unwrap(api.GET(hostsPath, { params: { path: { domain: name }, query: { chainId, ...page } } })),
      ),
  })
  return (
    <Section
      title="Hosts of your own"
      words="The claim page and the profiles at a host of yours, such as names.acme.com, beside the one of this service."
    >
      <Query query={query} subject="the hosts">
        {(hosts) => (
          <ul>
            {hosts.map((host) => (
              <HostRow key={host.host} host={host} domain={domain} />
            ))}
          </ul>
        )}
      </Query>
      <Button size="dense" className="mt-3" onClick={() => setIsAdding(true)}>
        <Plus aria-hidden className="size-4" />
        Add a host
      </Button>
      {isAdding && <AddHostDialog domain={domain} onClose={() => setIsAdding(false)} />}
    </Section>
  )
}

interface HostRowProps {
  readonly host: components['schemas']['DomainHost']
  readonly domain: DomainOnChain
}

function HostRow({ host: { host, checkedAt, missingSince, proof, certificate }, domain }: HostRowProps) {
  const [isRemoving, setIsRemoving] = useState(false)
  const { protocol, port } = location
  return (
    <li className="border-line border-b py-2.5">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-1">
        <a
          href={`${protocol}//${host}${port && `:${port}`}/`}
          target="_blank"
          rel="noreferrer"
          className="name-breaks min-w-[min(100%,10rem)] flex-1 font-medium underline underline-offset-4"
        >
          {host}
        </a>
        <StateMark tone={missingSince || certificate?.problem ? 'warn' : 'good'}>
          {missingSince ? 'Proof is missing' : certificate?.problem ? 'Certificate is missing' : 'Shown'}
        </StateMark>
        <Button size="dense" look="quiet" aria-label={`Remove ${host}`} onClick={() => setIsRemoving(true)}>
          Remove
        </Button>
      </div>
      <p className="text-soft name-breaks text-sm">
        {missingSince ? (
          <>
            Missing since <RelativeTime iso={missingSince} />: publish the TXT record {proof.dnsName} with the
            value {proof.value} again. After a week without it the host is removed.
          </>
        ) : (
          checkedAt && (
            <>
              The proof was found <RelativeTime iso={checkedAt} />. It is looked for every day.
            </>
          )
        )}
      </p>
      {certificate?.problem && (
        <p className="text-soft name-breaks text-sm">
          No certificate could be got{certificate.expiresAt && ' in place of the one that is served'}: point
          the host at this service. The authority says: {certificate.problem}. Next attempt{' '}
          <RelativeTime iso={certificate.nextAttemptAt} />.
        </p>
      )}
      {isRemoving && <RemoveHostDialog host={host} domain={domain} onClose={() => setIsRemoving(false)} />}
    </li>
  )
}

interface RemoveHostDialogProps {
  readonly host: string
  readonly domain: DomainOnChain
  readonly onClose: () => void
}

function RemoveHostDialog({ host, domain, onClose }: RemoveHostDialogProps) {
  const query = { chainId: domain.chainId }
  const params = { domain: domain.name, host }
  const remove = useSave({
    save: () => unwrap(api.DELETE(hostPath, { params: { path: params, query } })),
    done: `${host} is removed.`,
    changes: [hostsKey(domain)],
    onSaved: onClose,
  })
  return (
    <ConfirmDialog
      name="remove-host"
      title={`Remove ${host}`}
      action="Remove the host"
      call={{ method: 'DELETE', path: hostPath, params, query }}
      onConfirm={() => remove.mutateAsync(undefined)}
      onClose={onClose}
    >
      <p>
        Nothing is shown there any more: links to the claim page and to profiles at {host} stop working. Names
        stay, and go on resolving.
      </p>
    </ConfirmDialog>
  )
}
