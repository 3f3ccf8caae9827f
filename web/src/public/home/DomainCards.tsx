import { type MessageKey, t } from '../../text/messages.ts'
import { Avatar, samePath } from '../../ui/Avatar.tsx'
import { Accent } from '../../ui/accent.ts'
import { Badge } from '../../ui/Badge.tsx'
import { generatedBannerUrl } from '../../ui/generated-avatar-url.ts'
import { NameTitle } from '../../ui/NameTitle.tsx'
import { type ClaimStatus, claimStatus } from '../claim/claim-status.ts'
import type { DomainPage } from '../page-data.ts'
import { claimUrl } from './DomainSearch.tsx'

export function DomainCards({ domains }: { readonly domains: readonly DomainPage[] }) {
  return (
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {domains.map((domain) => (
        <Accent key={`${domain.chainId}/${domain.name}`} value={domain.branding.accent ?? undefined}>
          <DomainCard domain={domain} />
        </Accent>
      ))}
    </ul>
  )
}

const statusMessages = {
  open: 'status.open',
  full: 'status.full',
  'not-open-yet': 'status.not-open-yet',
  over: 'status.over',
  closed: 'status.closed',
} as const satisfies Readonly<Record<ClaimStatus, MessageKey>>

function DomainCard({ domain }: { readonly domain: DomainPage }) {
  const { name, chainId, branding, avatar, banner } = domain
  const status = claimStatus(domain)
  return (
    <li>
      <a
        href={claimUrl(name, chainId)}
        className="bg-raised border-line group block h-full overflow-hidden rounded-xl border shadow-sm transition hover:shadow-lg"
      >
        <img
          src={banner === null ? generatedBannerUrl(name, branding.accent ?? undefined) : samePath(banner)}
          alt=""
          loading="lazy"
          className="bg-sunk h-24 w-full object-cover"
        />
        <span className="-mt-8 block px-5 pb-5">
          <Avatar
            name={name}
            src={avatar}
            size="lg"
            shape="square"
            className="border-raised relative border-4"
          />
          <span className="mt-2 block text-xl font-semibold tracking-tight">
            <NameTitle name={name} />
          </span>
          {branding.title && <span className="text-soft name-breaks block text-sm">{branding.title}</span>}
          <span className="mt-3 flex flex-wrap gap-2">
            <Badge tone={status === 'open' ? 'good' : 'neutral'} hasDot={status === 'open'}>
              {t(statusMessages[status])}
            </Badge>
            {status === 'open' && domain.policy.needsApproval && <Badge>{t('status.needs-approval')}</Badge>}
            {chainId !== 1 && <Badge>{t('test-network')}</Badge>}
          </span>
        </span>
      </a>
    </li>
  )
}
