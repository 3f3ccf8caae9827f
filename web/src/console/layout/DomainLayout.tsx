import { useQuery } from '@tanstack/react-query'
import { Outlet, useParams } from '@tanstack/react-router'
import { Accent } from '../../ui/accent.ts'
import { Notice } from '../../ui/Notice.tsx'
import { nameText } from '../../ui/name-text.ts'
import { domainQuery } from '../queries.ts'

/** The screens of a domain, in its owner's accent, below what the owner has to know on each of them. */
export function DomainLayout() {
  const { domain = '', chainId } = useParams({ strict: false })
  const { data } = useQuery(domainQuery({ domain, chainId: Number(chainId) }))
  return (
    <Accent value={data?.domain.branding.accent ?? undefined}>
      {data?.domain.isBlocked && <BlockedNotice name={domain} reason={data.domain.blockReason} />}
      <Outlet />
    </Accent>
  )
}

interface BlockedNoticeProps {
  readonly name: string
  readonly reason: string | null
}

function BlockedNotice({ name, reason }: BlockedNoticeProps) {
  return (
    <section aria-label="Blocked" className="max-h-48 shrink-0 overflow-y-auto px-4 pt-4 md:px-6">
      <Notice tone="bad" title={`${nameText(name)} is blocked by the operator of this service.`}>
        <p>
          Its names resolve to nothing, and can be neither listed nor changed. Nothing is deleted: all names
          come back when the operator lifts the block.
        </p>
        <p className="mt-1 whitespace-pre-line">
          {reason === null ? 'The operator gave no reason.' : `Reason: ${reason}`}
        </p>
      </Notice>
    </section>
  )
}
