import type { components } from '@byname/sdk/openapi'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, unwrap } from '../../api/client.ts'
import { formatCount } from '../../ui/format-number.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Query } from '../ui/Query.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { StateMark, type Tone } from '../ui/StateMark.tsx'

type Health = components['schemas']['InstanceHealth']
type Reason = Health['reasons'][number]

const healthQuery = queryOptions({
  queryKey: ['health'],
  queryFn: () => unwrap(api.GET('/byname/v1/instance/health')),
  refetchInterval: 15_000,
})

const summaries: Readonly<Record<Health['state'], { readonly tone: Tone; readonly title: string }>> = {
  ok: { tone: 'good', title: 'Nothing needs you.' },
  degraded: { tone: 'warn', title: 'It serves, and something needs you.' },
  unavailable: { tone: 'bad', title: 'No lookup can be answered.' },
}

/** What needs a person, and what to do; renewed every quarter of a minute. */
export function HealthReasons() {
  const query = useQuery(healthQuery)
  return (
    <Query query={query} subject="the reasons">
      {({ state, reasons, warnings }) => (
        <div className="grid gap-4">
          <Notice
            tone={state === 'degraded' && reasons.some(isCritical) ? 'bad' : summaries[state].tone}
            title={summaries[state].title}
            isLive
          />
          {reasons.length > 0 && (
            <ol aria-label="Reasons">
              {reasons.map((reason) => (
                <ReasonRow key={reason.code} reason={reason} />
              ))}
            </ol>
          )}
          {warnings.length > 0 && (
            <ul aria-label="Warnings" className="text-soft grid gap-1 text-sm">
              {warnings.map((sentence) => (
                <li key={sentence} className="name-breaks max-w-prose">
                  {sentence}
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </Query>
  )
}

function isCritical({ severity }: Reason): boolean {
  return severity === 'critical'
}

function ReasonRow({ reason }: { readonly reason: Reason }) {
  const { code, severity, problem, fix, since, total, subjects } = reason
  const more = total - subjects.length
  return (
    <li className="border-line grid items-start gap-x-4 gap-y-1 border-b py-3 last:border-b-0 @lg:grid-cols-[7rem_1fr]">
      <StateMark tone={isCritical(reason) ? 'bad' : 'warn'}>{severity}</StateMark>
      <div className="min-w-0 text-sm">
        <p className="name-breaks font-medium">{problem}</p>
        <ul className="text-soft mt-1 grid gap-1">
          {subjects.map((subject) => (
            <li key={subject} className="name-breaks">
              {subject}
            </li>
          ))}
          {more > 0 && <li>and {formatCount(more)} more</li>}
        </ul>
        <p className="name-breaks mt-1">
          <span className="font-medium">To mend it: </span>
          {fix}
        </p>
        <p className="text-soft mt-1">
          <span className="mono">{code}</span>, known since <RelativeTime iso={since} />
        </p>
      </div>
    </li>
  )
}
