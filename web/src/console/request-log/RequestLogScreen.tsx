import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { ChoiceInput } from '../../form/choices.tsx'
import { Button } from '../../ui/Button.tsx'
import { keysQuery } from '../keys/queries.ts'
import { ApiCall } from '../ui/ApiCall.tsx'
import { Pages } from '../ui/Pages.tsx'
import { Empty, Screen } from '../ui/Screen.tsx'
import { keyOf, newRequestWords } from './new-requests.ts'
import { newestRequestsQuery, type RequestSelection, requestsPath, requestsQuery } from './queries.ts'
import { RequestRow } from './RequestRow.tsx'

const route = getRouteApi('/console/workspaces/$workspaceId')
const anyKey = 'any'

const outcomeOptions = [
  { value: 'all', title: 'Any status' },
  { value: 'succeeded', title: 'Succeeded (2xx, 3xx)' },
  { value: 'failed', title: 'Any error (4xx, 5xx)' },
  { value: 'client-error', title: 'Rejected requests (4xx)' },
  { value: 'server-error', title: 'Failures of the service (5xx)' },
] as const satisfies readonly { readonly value: RequestSelection['outcome']; readonly title: string }[]

/** What programs sent with the keys of the workspace, and what was answered. */
export function RequestLogScreen() {
  const { workspaceId } = route.useParams()
  const [selection, setSelection] = useState<RequestSelection>({ outcome: 'all' })
  const { keyId, outcome } = selection
  const query = useInfiniteQuery(requestsQuery(workspaceId, selection))
  const { data: keys = [] } = useQuery(keysQuery(workspaceId))
  const keyNames = new Map(keys.map(({ id, name }) => [id, name]))
  const isFiltered = outcome !== 'all' || keyId !== undefined
  return (
    <Screen
      title="Request log"
      words="The last 1,000 requests with keys of the workspace, for at most 30 days. Queries and bodies are not kept."
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
        <div className="w-64 max-w-full">
          <ChoiceInput
            title="Status"
            value={outcome}
            options={outcomeOptions}
            onChange={(next) => setSelection({ keyId, outcome: next })}
          />
        </div>
      </div>
      <Pages query={query} subject="the requests" more="Show older ones">
        {(pages) => {
          const requests = pages.flatMap((page) => page.data)
          return (
            <>
              <NewRequests
                workspaceId={workspaceId}
                selection={selection}
                shown={{ data: requests, next: null }}
              />
              {requests.length === 0 && <NoRequest isFiltered={isFiltered} />}
              <ol>
                {requests.map((request) => (
                  <RequestRow key={keyOf(request)} request={request} keyName={keyNames.get(request.keyId)} />
                ))}
              </ol>
            </>
          )
        }}
      </Pages>
      <div className="mt-6">
        <ApiCall
          method="GET"
          path={requestsPath}
          params={{ workspaceId }}
          query={{ outcome, limit: 50, ...(keyId !== undefined && { keyId }) }}
        />
      </div>
    </Screen>
  )
}

function NoRequest({ isFiltered }: { readonly isFiltered: boolean }) {
  if (isFiltered) return <Empty title="No request is like that." />
  return (
    <Empty title="No request yet.">Requests with a key of this workspace appear here within seconds.</Empty>
  )
}

interface NewRequestsProps {
  readonly workspaceId: string
  readonly selection: RequestSelection
  readonly shown: Parameters<typeof newRequestWords>[0]
}

/** How many have come since the list was read, and a button that shows them. */
function NewRequests({ workspaceId, selection, shown }: NewRequestsProps) {
  const client = useQueryClient()
  const { data: newest } = useQuery(newestRequestsQuery(workspaceId, selection))
  const words = newRequestWords(shown, newest)
  const show = () => {
    if (newest)
      client.setQueryData(requestsQuery(workspaceId, selection).queryKey, {
        pages: [newest],
        pageParams: [null],
      })
  }
  return (
    <div role="status" className={words === undefined ? 'sr-only' : 'border-line border-b py-2'}>
      {words !== undefined && (
        <Button size="dense" className="w-full" onClick={show}>
          Show {words}
        </Button>
      )}
    </div>
  )
}
