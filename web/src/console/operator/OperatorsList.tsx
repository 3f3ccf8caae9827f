import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { allPages } from '../../api/all-pages.ts'
import { api, unwrap } from '../../api/client.ts'
import { Button } from '../../ui/Button.tsx'
import { Address } from '../ui/Address.tsx'
import { ApiCall } from '../ui/ApiCall.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Query } from '../ui/Query.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { useSave } from '../ui/use-save.ts'

const path = '/byname/v1/operators'

const operatorsQuery = queryOptions({
  queryKey: ['operators'],
  queryFn: () => allPages((query) => unwrap(api.GET(path, { params: { query } }))),
})

export function OperatorsList() {
  const query = useQuery(operatorsQuery)
  const [text, setText] = useState('')
  const address = text.trim()
  const add = useSave({
    save: () => unwrap(api.POST(path, { body: { address } })),
    done: 'The operator is added.',
    changes: [operatorsQuery.queryKey],
    onSaved: () => setText(''),
  })
  const remove = useSave({
    save: (removed: string) =>
      unwrap(api.DELETE(`${path}/{address}`, { params: { path: { address: removed } } })),
    done: 'The operator is removed.',
    changes: [operatorsQuery.queryKey],
  })
  return (
    <div className="grid gap-4">
      <Query query={query} subject="the operators">
        {(operators) => (
          <ul>
            {operators.map((operator) => (
              <li key={operator.address} className="border-line flex items-center gap-4 border-b py-2">
                <Address value={operator.address} />
                <span className="flex-1" />
                {operator.isFromSettings ? (
                  <span className="text-soft text-sm">in OPERATORS</span>
                ) : (
                  <Button size="dense" look="quiet" onClick={() => remove.mutate(operator.address)}>
                    Remove
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Query>
      <form
        className="grid max-w-xl gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          add.mutate(undefined)
        }}
      >
        <TextInput title="Add an operator" value={text} isMono placeholder="0x…" onChange={setText} />
        {(add.error ?? remove.error) && (
          <ErrorState title="Nothing was changed." error={add.error ?? remove.error} />
        )}
        <div>
          <Button type="submit" size="dense" disabled={add.isPending || address === ''}>
            Add
          </Button>
        </div>
        <ApiCall method="POST" path={path} body={{ address }} />
      </form>
    </div>
  )
}
