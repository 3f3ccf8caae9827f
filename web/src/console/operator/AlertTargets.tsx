import type { components } from '@byname/sdk/openapi'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { allPages, api, unwrap } from '../../api/client.ts'
import { Button } from '../../ui/Button.tsx'
import { ApiCall } from '../ui/ApiCall.tsx'
import { ErrorState, Query } from '../ui/Query.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { StateMark } from '../ui/StateMark.tsx'
import { notify } from '../ui/Toasts.tsx'
import { useSave } from '../ui/use-save.ts'

type Target = components['schemas']['AlertTarget']

const path = '/byname/v1/instance/alert-targets'
const testPath = `${path}/{targetId}/test` as const

const targetsQuery = queryOptions({
  queryKey: ['alert-targets'],
  queryFn: () => allPages((query) => unwrap(api.GET(path, { params: { query } }))),
  refetchInterval: 15_000,
})

const kinds: Readonly<Record<Target['kind'], string>> = {
  webhook: 'Webhook',
  mail: 'E-mail',
  slack: 'Slack',
  discord: 'Discord',
  telegram: 'Telegram',
}

/** Where alerts are sent, without what is secret of it. */
export function AlertTargets() {
  const query = useQuery(targetsQuery)
  return (
    <Query query={query} subject="the targets of alerts">
      {(targets) =>
        targets.length === 0 ? (
          <p className="text-soft text-sm">
            No target is set: with <span className="mono">ALERT_TARGETS</span>, the service sends a message by
            itself when something needs you.
          </p>
        ) : (
          <ul aria-label="Targets of alerts">
            {targets.map((target) => (
              <TargetRow key={target.id} target={target} />
            ))}
          </ul>
        )
      }
    </Query>
  )
}

function TargetRow({ target }: { readonly target: Target }) {
  const { id, kind, host, problem, lastDeliveredAt, lastFailedAt, isWaiting } = target
  const params = { path: { targetId: id } }
  const test = useSave({
    save: () => unwrap(api.POST(testPath, { params })),
    changes: [targetsQuery.queryKey],
    onSaved: (after) => {
      if (after.problem === null) notify('The test was sent.')
    },
  })
  const failure = test.data?.problem ?? problem
  return (
    <li className="border-line grid gap-2 border-b py-3 text-sm last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-1">
        <span className="w-24 font-medium">{kinds[kind]}</span>
        <span className="mono name-breaks min-w-0">{host}</span>
        {failure !== null ? (
          <StateMark tone="bad">Failing</StateMark>
        ) : lastDeliveredAt === null ? (
          <StateMark tone="neutral">Nothing sent yet</StateMark>
        ) : (
          <StateMark tone="good">Taken</StateMark>
        )}
        <Button
          size="dense"
          look="quiet"
          className="ms-auto"
          isBusy={test.isPending}
          onClick={() => test.mutate(undefined)}
        >
          {test.isPending ? 'Sending…' : 'Send a test'}
          <span className="sr-only"> to {host}</span>
        </Button>
      </div>
      <p className="text-soft">
        {lastDeliveredAt === null ? (
          'No message was taken yet.'
        ) : (
          <>
            Last message taken <RelativeTime iso={lastDeliveredAt} />.
          </>
        )}
        {isWaiting && ' An alert waits until it is taken.'}
      </p>
      {failure !== null && (
        <p className="text-bad name-breaks" role={test.data ? 'alert' : undefined}>
          {failure}{' '}
          {lastFailedAt !== null && (
            <span className="text-soft">
              It failed <RelativeTime iso={lastFailedAt} />.
            </span>
          )}
        </p>
      )}
      {test.error && <ErrorState title="The test was not sent." error={test.error} />}
      <ApiCall method="POST" path={testPath} params={params.path} />
    </li>
  )
}
