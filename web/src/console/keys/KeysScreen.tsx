import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { domainsQuery } from '../queries.ts'
import { Query } from '../ui/Query.tsx'
import { Rows } from '../ui/Rows.tsx'
import { Empty, Screen } from '../ui/Screen.tsx'
import { CreateKeyDialog } from './CreateKeyDialog.tsx'
import { KeyRow } from './KeyRow.tsx'
import { replacementsOf } from './key-relations.ts'
import { type ApiKey, keysQuery, stateOf } from './queries.ts'

const route = getRouteApi('/console/workspaces/$workspaceId')

/** For programs: people sign in. */
export function KeysScreen() {
  const { workspaceId } = route.useParams()
  const query = useQuery(keysQuery(workspaceId))
  const { data: listed } = useQuery(domainsQuery(workspaceId))
  const domainNames = new Map((listed?.domains ?? []).map(({ id, domainName }) => [id, domainName]))
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
            <KeyRows keys={keys} domainNames={domainNames} />
          )
        }
      </Query>
      {isCreating && <CreateKeyDialog workspaceId={workspaceId} onClose={() => setIsCreating(false)} />}
    </Screen>
  )
}

interface KeyRowsProps {
  readonly keys: readonly ApiKey[]
  readonly domainNames: ReadonlyMap<string, string>
}

/** Those that work first. */
function KeyRows({ keys, domainNames }: KeyRowsProps) {
  const replacements = replacementsOf(keys)
  const replacedBy = new Map(
    keys.flatMap((key) => {
      const replacement = replacements.get(key.id)
      return replacement ? [[replacement.id, key] as const] : []
    }),
  )
  return (
    <Rows>
      {keys
        .toSorted((a, b) => Number(stateOf(b) === 'valid') - Number(stateOf(a) === 'valid'))
        .map((apiKey) => (
          <KeyRow
            key={apiKey.id}
            apiKey={apiKey}
            domainNames={domainNames}
            replaced={replacedBy.get(apiKey.id)}
            replacement={replacements.get(apiKey.id)}
          />
        ))}
    </Rows>
  )
}
