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
          <div className="grid gap-4">
            <ul aria-label="Targets of alerts">
              {targets.map((target) => (
                <TargetRow key={target.id} target={target} />
              ))}
            </ul>
            <ApiCall
              action="send a test"
              method="POST"
              path={testPath}
              params={{ targetId: targets[0]?.id ?? '' }}
            />
          </div>
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
  return (
    <li className="border-line flex flex-wrap items-center gap-x-6 gap-y-2 border-b py-3 text-sm last:border-b-0">
      <div className="grid min-w-[min(100%,14rem)] flex-1 gap-1">
        <p className="flex flex-wrap gap-x-3 gap-y-1">
          <span className="font-medium">{kinds[kind]}</span>
          <span className="mono name-breaks min-w-0">{host}</span>
          <TargetState target={target} />
        </p>
        {(lastDeliveredAt !== null || isWaiting) && (
          <p className="text-soft">
            {lastDeliveredAt !== null && (
              <>
                The last message arrived <RelativeTime iso={lastDeliveredAt} />.
              </>
            )}
            {isWaiting && ' An alert waits until it is taken.'}
          </p>
        )}
        {problem !== null && (
          <p className="name-breaks" role={test.data ? 'alert' : undefined}>
            <span className="text-bad">{problem}</span>
            {lastFailedAt !== null && (
              <span className="text-soft">
                {' '}
                Last tried <RelativeTime iso={lastFailedAt} />.
              </span>
            )}
          </p>
        )}
      </div>
      <Button size="dense" isBusy={test.isPending} onClick={() => test.mutate(undefined)}>
        {test.isPending ? 'Sending…' : 'Send a test'}
        <span className="sr-only"> to {host}</span>
      </Button>
      {test.error && (
        <div className="w-full">
          <ErrorState title="The test was not sent." error={test.error} />
        </div>
      )}
    </li>
  )
}

function TargetState({ target: { problem, lastDeliveredAt } }: { readonly target: Target }) {
  if (problem !== null) return <StateMark tone="bad">Failing</StateMark>
  if (lastDeliveredAt === null) return <StateMark tone="neutral">Nothing sent yet</StateMark>
  return <StateMark tone="good">Works</StateMark>
}
