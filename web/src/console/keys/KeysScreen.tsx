import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Query } from '../ui/Query.tsx'
import { Rows } from '../ui/Rows.tsx'
import { Empty, Screen } from '../ui/Screen.tsx'
import { CreateKeyDialog } from './CreateKeyDialog.tsx'
import { KeyRow } from './KeyRow.tsx'
import { keysQuery, stateOf } from './queries.ts'

const route = getRouteApi('/console/workspaces/$workspaceId')

/** For programs: people sign in. */
export function KeysScreen() {
  const { workspaceId } = route.useParams()
  const query = useQuery(keysQuery(workspaceId))
  const [isCreating, setIsCreating] = useState(false)
  return (
    <Screen
      title="API keys"
      words={
        <>
          Programs use them, and models by{' '}
          <a href="/guide/mcp/" target="_blank" rel="noreferrer" className="underline underline-offset-4">
            tools of their own
          </a>
          . Each has the rights that it needs, and no others.
        </>
      }
      actions={
        <Button size="dense" look="primary" aria-keyshortcuts="n" onClick={() => setIsCreating(true)}>
          New key
        </Button>
      }
    >
      <Query query={query} subject="the keys">
        {(keys) =>
          keys.length === 0 ? (
            <Empty title="No key yet.">
              Programs use keys: an app of yours that gives names to its members, for example.
            </Empty>
          ) : (
            <Rows>
              {keys
                .toSorted((a, b) => Number(stateOf(b) === 'valid') - Number(stateOf(a) === 'valid'))
                .map((apiKey) => (
                  <KeyRow key={apiKey.id} apiKey={apiKey} />
                ))}
            </Rows>
          )
        }
      </Query>
      {isCreating && <CreateKeyDialog workspaceId={workspaceId} onClose={() => setIsCreating(false)} />}
    </Screen>
  )
}
