import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { ChoiceInput } from '../../form/choices.tsx'
import { Button } from '../../ui/Button.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { keysQuery } from '../keys/queries.ts'
import { ApiCall } from '../ui/ApiCall.tsx'
import { Pages } from '../ui/Pages.tsx'
import { Empty, Screen } from '../ui/Screen.tsx'
import { type RequestSelection, requestsPath, requestsQuery } from './queries.ts'
import { RequestRow } from './RequestRow.tsx'

const route = getRouteApi('/console/workspaces/$workspaceId')
const anyKey = 'any'

/** What programs sent with the keys of the workspace, and what was answered. */
export function RequestLogScreen() {
  const { workspaceId } = route.useParams()
  const [{ keyId, outcome }, setSelection] = useState<RequestSelection>({ outcome: 'all' })
  const query = useInfiniteQuery(requestsQuery(workspaceId, { keyId, outcome }))
  const { data: keys = [] } = useQuery(keysQuery(workspaceId))
  const keyNames = new Map(keys.map(({ id, name }) => [id, name]))
  return (
    <Screen
      title="Request log"
      words="The last 1,000 requests with keys of the workspace, for at most 30 days. Queries and bodies are not kept."
      actions={
        <Button size="dense" isBusy={query.isRefetching} onClick={() => void query.refetch()}>
          {!query.isRefetching && <RotateCw aria-hidden className="size-4" />}
          Refresh
        </Button>
      }
    >
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <div className="w-64 max-w-full">
          <ChoiceInput
            title="API key"
            value={keyId ?? anyKey}
            options={[
              { value: anyKey, title: 'All keys' },
              ...keys.map(({ id, name }) => ({ value: id, title: name })),
            ]}
            onChange={(id) => setSelection({ outcome, keyId: id === anyKey ? undefined : id })}
          />
        </div>
        <SegmentedControl
          label="Which requests"
          value={outcome}
          options={[
            { value: 'all', title: 'All' },
            { value: 'failed', title: 'Failed' },
          ]}
          onChange={(next) => setSelection({ keyId, outcome: next })}
        />
      </div>
      <Pages query={query} subject="the requests" more="Show older ones">
        {(pages) => {
          const requests = pages.flatMap((page) => page.data)
          if (requests.length === 0)
            return outcome === 'failed' ? (
              <Empty title="No request has failed." />
            ) : (
              <Empty title="No request yet.">
                Requests with a key of this workspace appear here within seconds.
              </Empty>
            )
          return (
            <ol>
              {requests.map((request) => (
                <RequestRow
                  key={`${request.time} ${request.requestId}`}
                  request={request}
                  keyName={keyNames.get(request.keyId)}
                />
              ))}
            </ol>
          )
        }}
      </Pages>
      <div className="mt-6">
        <ApiCall method="GET" path={requestsPath} params={{ workspaceId }} query={{ outcome, limit: 50 }} />
      </div>
    </Screen>
  )
}
