import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useDraft } from '../../form/use-draft.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { type DomainDetails, domainQuery } from '../queries.ts'
import { Query } from '../ui/Query.tsx'
import { Empty, Screen, Section } from '../ui/Screen.tsx'
import { BrandingForm } from './BrandingForm.tsx'
import { brandingDraftOf } from './branding-draft.ts'
import { claimUrl } from './claim-url.ts'
import { EmbedSection } from './EmbedSection.tsx'
import { PendingClaims } from './PendingClaims.tsx'
import { PolicyForm } from './PolicyForm.tsx'
import { Preview } from './Preview.tsx'
import { policyQuery } from './queries.ts'

const route = getRouteApi('/console/domains/$chainId/$domain')

/** Who may take a name, and how the page looks where they do. */
export function ClaimPageScreen() {
  const { domain, chainId } = route.useParams()
  const ref = { domain, chainId: Number(chainId) }
  const query = useQuery(domainQuery(ref))
  return (
    <Screen
      title="Claim page"
      actions={
        <LinkButton size="dense" href={claimUrl(ref)} target="_blank">
          Open it
        </LinkButton>
      }
    >
      <Query query={query} subject="the settings" lines={6}>
        {(details) =>
          details.domain.isBlocked ? (
            <Empty title="The claim page is closed while the domain is blocked.">
              Its rules and texts are kept, and are here again when the block is lifted.
            </Empty>
          ) : (
            <Editor key={details.domain.id} details={details} />
          )
        }
      </Query>
    </Screen>
  )
}

function Editor({ details }: { readonly details: DomainDetails }) {
  const { name, chainId } = details.domain
  const policy = useQuery(policyQuery({ domain: name, chainId }))
  const branding = useDraft(`branding ${chainId} ${name}`, brandingDraftOf(details.domain.branding))
  return (
    <div className="grid gap-8 @4xl:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="max-w-2xl">
        <PendingClaims domain={name} chainId={chainId} />
        <Section title="Who may take a name" words="Visitors see the reason when a rule refuses them.">
          <Query query={policy} subject="the rules" lines={8}>
            {({ data, etag }) => <PolicyForm domain={name} chainId={chainId} policy={data} etag={etag} />}
          </Query>
        </Section>
        <Section title="Look and words" words="Plain text: nothing here is HTML.">
          <BrandingForm details={details} fields={branding} />
        </Section>
        <EmbedSection {...details} />
      </div>
      <Preview
        domain={{ domain: name, chainId }}
        branding={branding.draft}
        version={`${details.etag} ${policy.data?.etag}`}
      />
    </div>
  )
}
