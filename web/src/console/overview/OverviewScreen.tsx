import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Plus, Share2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { NameTitle } from '../../ui/NameTitle.tsx'
import { EventList } from '../activity/EventList.tsx'
import { AnchorCard } from '../anchor/AnchorCard.tsx'
import { ShareDialog } from '../claim-page/ShareDialog.tsx'
import { networkName } from '../instance.ts'
import { domainQuery } from '../queries.ts'
import { Screen } from '../ui/Screen.tsx'
import { ScreenButton } from '../ui/ScreenButton.tsx'
import { Health } from './Health.tsx'
import { keepStep, readKeptSteps } from './kept-steps.ts'
import { NextSteps } from './NextSteps.tsx'
import { nextStepsOf } from './next-steps.ts'
import { Statistics } from './Statistics.tsx'
import { Tiles } from './Tiles.tsx'
import { useStepFacts } from './use-step-facts.ts'

const route = getRouteApi('/console/domains/$chainId/$domain')

export function OverviewScreen() {
  const { domain, chainId } = route.useParams()
  return <Overview key={`${chainId} ${domain}`} />
}

function Overview() {
  const params = route.useParams()
  const { domain } = params
  const chainId = Number(params.chainId)
  const ref = { domain, chainId }
  const [isSharing, setIsSharing] = useState(false)
  const [kept, setKept] = useState(() => readKeptSteps(ref))
  const readKept = () => setKept(readKeptSteps(ref))
  const { data: details } = useQuery(domainQuery(ref))
  const facts = useStepFacts(ref, kept)
  const steps = facts ? nextStepsOf(ref.domain, facts) : []
  const areDone = facts === null || (facts !== undefined && steps.every(({ isDone }) => isDone))
  useEffect(() => {
    if (areDone) keepStep({ domain, chainId }, 'hidden')
  }, [areDone, domain, chainId])
  const areStepsShown = !kept.has('hidden') && !areDone
  const statistics = <Statistics domain={ref} />
  return (
    <Screen
      title={<NameTitle name={ref.domain} />}
      picture={<Avatar name={ref.domain} size="lg" shape="square" />}
      words={networkName(ref.chainId)}
      actions={
        // Both are refused while the domain is blocked, as the notice above says.
        details?.domain.isBlocked !== true && (
          <span className="flex flex-wrap gap-3">
            <Button size="dense" onClick={() => setIsSharing(true)}>
              <Share2 aria-hidden className="size-4" />
              Share claim page
            </Button>
            <ScreenButton
              size="dense"
              look="primary"
              to="/console/domains/$chainId/$domain/names"
              params={params}
              search={{ dialog: 'new' }}
            >
              <Plus aria-hidden className="size-4" />
              New name
            </ScreenButton>
          </span>
        )
      }
    >
      <div className="grid gap-4">
        <Tiles domain={ref} />
        <div className="grid items-start gap-4 @2xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          {areStepsShown ? (
            <NextSteps
              domain={ref}
              workspaceId={details?.domain.workspaceId}
              steps={facts && steps}
              onKept={readKept}
            />
          ) : (
            statistics
          )}
          <Health domain={ref} />
        </div>
        {areStepsShown && statistics}
        <AnchorCard domain={ref} />
        <Card
          title="Activity"
          actions={
            <Link
              to="/console/domains/$chainId/$domain/activity"
              params={params}
              className="text-soft text-sm hover:underline"
            >
              See all
            </Link>
          }
        >
          <EventList domain={ref} limit={8} />
        </Card>
      </div>
      {isSharing && (
        <ShareDialog
          domain={ref}
          onClose={() => {
            setIsSharing(false)
            keepStep(ref, 'shared')
            readKept()
          }}
        />
      )}
    </Screen>
  )
}
