import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { allPages, api, unwrap } from '../../api/client.ts'
import { Form } from '../../form/Form.tsx'
import { TextInput } from '../../form/inputs.tsx'
import { Button } from '../../ui/Button.tsx'
import { Address } from '../ui/Address.tsx'
import { ApiCall } from '../ui/ApiCall.tsx'
import { ErrorState, Query } from '../ui/Query.tsx'
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
      {remove.error && <ErrorState title="The operator was not removed." error={remove.error} />}
      <Form
        name="new-operator"
        className="grid max-w-xl gap-3"
        submit={() => add.mutateAsync(undefined)}
        failure="The operator was not added."
        action="Add"
        missing={address === '' && 'Enter an address.'}
        button={{ look: 'plain', size: 'dense' }}
        footer={<ApiCall method="POST" path={path} body={{ address }} />}
      >
        <TextInput
          title="Add an operator"
          name="address"
          value={text}
          isMono
          placeholder="0x…"
          onChange={setText}
        />
      </Form>
    </div>
  )
}
