import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { useUnsavedWork } from '../../form/unsaved-work.ts'
import { classNames } from '../../ui/class-names.ts'
import { Notice } from '../../ui/Notice.tsx'
import { useSession } from '../session.ts'
import { setupQuery } from '../setup/queries.ts'
import { Skeleton } from '../ui/Query.tsx'
import { Screen } from '../ui/Screen.tsx'
import { CheckStep } from './CheckStep.tsx'
import { CompareStep } from './CompareStep.tsx'
import { ImportStep } from './ImportStep.tsx'
import { formerQuery } from './queries.ts'
import { RestStep } from './RestStep.tsx'
import { SourceStep } from './SourceStep.tsx'
import { SwitchStep } from './SwitchStep.tsx'
import { type StepId, stepIds, stepTitles } from './steps.ts'
import { type ArrivalOfDomain, type StepProps, useArrival } from './use-arrival.ts'

const route = getRouteApi('/console/domains/$chainId/$domain/arrive')

/** Names of another service come here, step by step, and resolve all the while. */
export function ArriveScreen() {
  const params = route.useParams()
  const ref = { domain: params.domain, chainId: Number(params.chainId) }
  const session = useSession()
  const arrival = useArrival(ref)
  const setup = useQuery(setupQuery(ref, session?.address))
  const former = useQuery(formerQuery(ref))
  const isSwitched = setup.data?.isConfigured === true
  const done = doneSteps(arrival, isSwitched, former.data?.formerGateway === null)
  const search = route.useSearch()
  const step = search.step ?? stepIds.find((id) => !done.has(id)) ?? 'rest'
  useUnsavedWork(arrival.running !== undefined)
  const { waitSeconds, error, running } = arrival
  return (
    <Screen
      title="Bring names here"
      words={`From another service to ${ref.domain}. Names resolve all the while.`}
    >
      <div className="grid max-w-5xl grid-cols-1 gap-6">
        <Stepper current={step} done={done} params={params} />
        {error !== undefined && (
          <Notice tone="bad" title="It has stopped." isLive>
            {error} What was done is kept.
          </Notice>
        )}
        {waitSeconds !== undefined && (
          <Notice title="It continues by itself." isLive>
            {running === 'reading' ? 'The other service' : 'The service'} has asked to wait for {waitSeconds}{' '}
            seconds: its limit of requests is reached.
          </Notice>
        )}
        {arrival.arrival === undefined ? (
          <Skeleton label="Loading what was read" lines={6} />
        ) : (
          <section aria-label={stepTitles[step]} className="grid grid-cols-1 gap-6">
            <Step step={step} domain={ref} arrival={arrival} />
          </section>
        )}
      </div>
    </Screen>
  )
}

function Step({ step, ...props }: StepProps & { readonly step: StepId }) {
  switch (step) {
    case 'source':
      return <SourceStep {...props} />
    case 'check':
      return <CheckStep {...props} />
    case 'import':
      return <ImportStep {...props} />
    case 'compare':
      return <CompareStep {...props} />
    case 'switch':
      return <SwitchStep domain={props.domain} />
    case 'rest':
      return <RestStep domain={props.domain} />
  }
}

function doneSteps(
  { arrival }: ArrivalOfDomain,
  isSwitched: boolean,
  isFormerRemoved: boolean,
): ReadonlySet<StepId> {
  const steps: StepId[] = []
  if (arrival) steps.push('source')
  if (arrival && arrival.checked === arrival.chunks) steps.push('check')
  if (arrival && arrival.imported === arrival.chunks) steps.push('check', 'import')
  if (isSwitched) steps.push('compare', 'switch')
  if (isSwitched && isFormerRemoved && arrival && arrival.imported === arrival.chunks) steps.push('rest')
  return new Set(steps)
}

interface StepperProps {
  readonly current: StepId
  readonly done: ReadonlySet<StepId>
  readonly params: { readonly chainId: string; readonly domain: string }
}

/** Each step is open at any time: an owner may come back for one of them. */
function Stepper({ current, done, params }: StepperProps) {
  return (
    <nav aria-label="Steps">
      <ol className="grid grid-cols-2 gap-2 @xl:grid-cols-3 @4xl:grid-cols-6">
        {stepIds.map((id, index) => (
          <li key={id}>
            <Link
              to="/console/domains/$chainId/$domain/arrive"
              params={params}
              search={{ step: id }}
              aria-current={id === current ? 'step' : undefined}
              className={classNames(
                'flex min-h-11 items-center gap-2.5 rounded border px-3 py-2 text-sm transition',
                id === current
                  ? 'bg-raised border-accent-text font-medium shadow-sm'
                  : 'border-line text-soft hover:bg-hover',
              )}
            >
              <span
                className={classNames(
                  'grid size-6 shrink-0 place-items-center rounded-full border text-xs tabular-nums',
                  done.has(id) ? 'bg-good-soft text-good border-transparent' : 'border-edge',
                )}
              >
                {done.has(id) ? <Check aria-hidden className="size-3.5" /> : index + 1}
                {done.has(id) && <span className="sr-only">Done: </span>}
              </span>
              {stepTitles[id]}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}
