import { useState } from 'react'
import { api, unwrap } from '../../api/client.ts'
import { Form } from '../../form/Form.tsx'
import { CountInput, isCount } from '../../form/inputs.tsx'
import { formatCount } from '../../ui/format-number.ts'
import type { DomainDetails } from '../queries.ts'
import { ApiCall } from '../ui/ApiCall.tsx'
import { Section } from '../ui/Screen.tsx'
import { useSave } from '../ui/use-save.ts'

const setPath = '/ens/v1/ens/update-user-chosen-limit'
const removePath = '/ens/v1/ens/remove-user-chosen-limit'

export function LimitSection({ domain }: DomainDetails) {
  const [limit, setLimit] = useState(`${domain.userChosenLimit ?? ''}`)
  const body = { ensId: domain.id, userChosenLimit: Number(limit) }
  const save = useSave({
    save: () =>
      limit === ''
        ? unwrap(api.POST(removePath, { body: { ensId: domain.id } }))
        : unwrap(api.POST(setPath, { body })),
    done: 'The limit is saved.',
    changes: [['domain'], ['domains']],
  })
  return (
    <Section
      title="Number of names"
      words={`Reservations count. ${formatCount(domain.names)} so far. A lower limit removes no name.`}
    >
      <Form
        name="limit"
        className="grid gap-3"
        submit={() => save.mutateAsync(undefined)}
        failure="The limit was not saved."
        action="Save"
        missing={!isCount(limit) && 'The limit has to be a whole number.'}
        button={{ size: 'dense' }}
        footer={
          limit === '' ? (
            <ApiCall method="POST" path={removePath} body={{ ensId: domain.id }} />
          ) : (
            <ApiCall method="POST" path={setPath} body={body} />
          )
        }
      >
        <CountInput title="At most" name="userChosenLimit" value={limit} onChange={setLimit} />
      </Form>
    </Section>
  )
}
