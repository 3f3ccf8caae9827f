import { useInfiniteQuery } from '@tanstack/react-query'
import { Badge } from '../../ui/Badge.tsx'
import { NameTitle } from '../../ui/NameTitle.tsx'
import type { DomainRef } from '../queries.ts'
import { Address } from '../ui/Address.tsx'
import { Pages } from '../ui/Pages.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { Row, Rows } from '../ui/Rows.tsx'
import { Empty } from '../ui/Screen.tsx'
import { type Claim, decidedClaimsQuery } from './queries.ts'

const outcomes = {
  approved: { title: 'Approved', tone: 'good' },
  declined: { title: 'Declined', tone: 'bad' },
  withdrawn: { title: 'Withdrawn', tone: 'neutral' },
  expired: { title: 'Expired', tone: 'neutral' },
  pending: { title: 'Waiting', tone: 'warn' },
} as const

/** Outcomes, as long as they are kept. */
export function DecidedClaims({ domain }: { readonly domain: DomainRef }) {
  return (
    <Pages query={useInfiniteQuery(decidedClaimsQuery(domain))} subject="the decisions">
      {(pages) => {
        const claims = pages.flatMap(({ data }) => data)
        return claims.length === 0 ? (
          <Empty title="Nothing was decided yet.">
            Decisions and their comments are kept for 90 days, of each kind the newest 1,000.
          </Empty>
        ) : (
          <Rows>
            {claims.map((claim) => (
              <DecidedRow key={claim.id} claim={claim} />
            ))}
          </Rows>
        )
      }}
    </Pages>
  )
}

function DecidedRow({ claim }: { claim: Claim }) {
  const { name, state, claimant, decidedAt, decidedBy, reason, comment } = claim
  const { title, tone } = outcomes[state]
  const isOfOwner = state === 'approved' || state === 'declined'
  return (
    <Row>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="name-breaks min-w-40 flex-1 font-medium">
          <NameTitle name={name} />
        </span>
        <Address value={claimant} />
        <Badge tone={tone}>{title}</Badge>
        <span className="text-soft flex flex-wrap items-center gap-x-1 text-sm">
          {decidedAt !== null && <RelativeTime iso={decidedAt} />}
          {isOfOwner && decidedBy && (
            <>by {decidedBy.address ? <Address value={decidedBy.address} /> : actorTitles[decidedBy.type]}</>
          )}
        </span>
        {reason === 'taken' && (
          <p className="text-soft w-full text-sm">The name was given to another wallet while it waited.</p>
        )}
        {comment !== null && (
          <p dir="auto" className="name-breaks text-soft w-full text-sm">
            “{comment}”
          </p>
        )}
      </div>
    </Row>
  )
}

const actorTitles = {
  wallet: 'a wallet',
  key: 'an API key',
  member: 'a member',
  administrator: 'an operator',
  system: 'the service',
} as const
