import { useQuery } from '@tanstack/react-query'
import { Notice } from '../../ui/Notice.tsx'
import type { DomainRef } from '../queries.ts'
import { useSession } from '../session.ts'
import { PointStep } from '../setup/PointStep.tsx'
import { setupQuery } from '../setup/queries.ts'
import { ResolverStep } from '../setup/ResolverStep.tsx'
import { Query } from '../ui/Query.tsx'
import { Section } from '../ui/Screen.tsx'
import { NextLink } from './NextLink.tsx'
import { formerQuery } from './queries.ts'

/** One transaction, after which wallets ask this service. */
export function SwitchStep({ domain: ref }: { readonly domain: DomainRef }) {
  const session = useSession()
  const query = useQuery(setupQuery(ref, session?.address))
  const former = useQuery(formerQuery(ref))
  const hasFormer = former.data?.formerGateway != null
  return (
    <Query query={query} subject="the state of the domain" lines={4}>
      {(setup) =>
        setup.isConfigured ? (
          <>
            <Notice tone="good" title={`${ref.domain} points here.`} isLive>
              Wallets ask this service for its names.
            </Notice>
            <div>
              <NextLink step="rest" isMain />
            </div>
          </>
        ) : (
          <>
            {hasFormer ? (
              <Notice tone="good" title="Nothing goes dark.">
                Names that are not here are asked of the old gateway, and answered as before.
              </Notice>
            ) : (
              <Notice tone="warn" title="There is no old gateway.">
                <p>Names that are not here do not resolve after the switch.</p>
                <div className="mt-3">
                  <NextLink step="compare" title="Set the old gateway" />
                </div>
              </Notice>
            )}
            <Section
              title={`Point ${ref.domain} at this server`}
              words="From the wallet that owns or manages the domain. It can be switched back the same way."
            >
              <div className="grid gap-3 text-sm">
                {setup.offchainResolvers.length === 0 ? (
                  <ResolverStep chainId={ref.chainId} />
                ) : (
                  <PointStep setup={setup} />
                )}
              </div>
            </Section>
          </>
        )
      }
    </Query>
  )
}
