import { queryOptions, useQuery } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { allPages, api, unwrap } from '../../api/client.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorState, Query } from '../ui/Query.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { Row, Rows } from '../ui/Rows.tsx'
import { Screen } from '../ui/Screen.tsx'
import { StateMark } from '../ui/StateMark.tsx'
import { useSave } from '../ui/use-save.ts'

const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: () => allPages((query) => unwrap(api.GET('/byname/v1/sessions', { params: { query } }))),
})

/** Where the same wallet is signed in. */
export function SessionsScreen() {
  const query = useQuery(sessionsQuery)
  const end = useSave({
    save: (sessionId: string) =>
      unwrap(api.DELETE('/byname/v1/sessions/{sessionId}', { params: { path: { sessionId } } })),
    done: 'The session has ended.',
    changes: [sessionsQuery.queryKey],
  })
  return (
    <Screen title="Your sessions" words="Where your wallet is signed in. End what you do not know.">
      {end.error && <ErrorState title="The session was not ended." error={end.error} />}
      <Query query={query} subject="the sessions">
        {(sessions) => (
          <Rows className="max-w-3xl">
            {sessions.map(({ id, isCurrent, userAgent, lastUsedAt, createdAt }) => (
              <Row key={id}>
                <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
                  <Device userAgent={userAgent} />
                  <div className="min-w-[min(100%,10rem)] flex-1">
                    <p className="font-medium" title={userAgent}>
                      {describeBrowser(userAgent)}
                    </p>
                    <p className="text-soft text-sm">
                      signed in <RelativeTime iso={createdAt} />, used <RelativeTime iso={lastUsedAt} />
                    </p>
                  </div>
                  {isCurrent ? (
                    <StateMark tone="good">This browser</StateMark>
                  ) : (
                    <Button size="dense" isWaiting={end.isPending} onClick={() => end.mutate(id)}>
                      End it
                    </Button>
                  )}
                </div>
              </Row>
            ))}
          </Rows>
        )}
      </Query>
    </Screen>
  )
}

function Device({ userAgent }: { readonly userAgent: string }) {
  const Icon = /iPhone|iPad|Android/.test(userAgent) ? Smartphone : Monitor
  return (
    <span
      aria-hidden
      className="bg-sunk border-line text-soft grid size-10 place-items-center rounded border"
    >
      <Icon className="size-5" />
    </span>
  )
}

/** The first that matches: others name these too. */
const browsers = [
  [/Edg\//, 'Edge'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const

const systems = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
] as const

/** `Firefox on Linux`, for people who look for the phone that they lost. */
function describeBrowser(userAgent: string): string {
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'A program'
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1]
  return system ? `${browser} on ${system}` : browser
}
