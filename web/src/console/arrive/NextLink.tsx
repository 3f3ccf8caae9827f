import { getRouteApi } from '@tanstack/react-router'
import { ScreenButton } from '../ui/ScreenButton.tsx'
import { type StepId, stepTitles } from './steps.ts'

const route = getRouteApi('/console/domains/$chainId/$domain/arrive')

interface NextLinkProps {
  readonly step: StepId
  readonly isMain?: boolean
  /** Absent: that of the step. */
  readonly title?: string
}

/** To another step. */
export function NextLink({ step, isMain = false, title = stepTitles[step] }: NextLinkProps) {
  const { domain, chainId } = route.useParams()
  return (
    <ScreenButton
      to="/console/domains/$chainId/$domain/arrive"
      params={{ domain, chainId }}
      search={{ step }}
      look={isMain ? 'primary' : 'plain'}
    >
      {isMain ? `Next: ${title}` : title}
    </ScreenButton>
  )
}
