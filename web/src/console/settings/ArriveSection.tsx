import type { DomainDetails } from '../queries.ts'
import { Section } from '../ui/Screen.tsx'
import { ScreenButton } from '../ui/ScreenButton.tsx'

/** The way from another service, and what is left there. */
export function ArriveSection({ domain: { name, chainId } }: DomainDetails) {
  const params = { domain: name, chainId: `${chainId}` }
  const to = '/console/domains/$chainId/$domain/arrive'
  return (
    <Section
      title="Arrive"
      words="Names that are at another service: read there, checked, imported, compared. Those that are not here yet are asked of its gateway."
    >
      <div className="flex flex-wrap gap-3">
        <ScreenButton size="dense" to={to} params={params}>
          Bring names here
        </ScreenButton>
        <ScreenButton size="dense" to={to} params={params} search={{ step: 'compare' }}>
          The old gateway
        </ScreenButton>
        <ScreenButton size="dense" to={to} params={params} search={{ step: 'rest' }}>
          What is left there
        </ScreenButton>
      </div>
    </Section>
  )
}
