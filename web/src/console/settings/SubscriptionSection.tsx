import { useState } from 'react'
import { api, chainIdOf, unwrap } from '../../api/client.ts'
import { DateInput } from '../../form/choices.tsx'
import { Form } from '../../form/Form.tsx'
import { CountInput, isCount } from '../../form/inputs.tsx'
import type { DomainDetails } from '../queries.ts'
import { ApiCall } from '../ui/ApiCall.tsx'
import { Section } from '../ui/Screen.tsx'
import { useSave } from '../ui/use-save.ts'

const path = '/byname/v1/domains/{domain}/subscription'

/** For operators. */
export function SubscriptionSection({ domain: { name, chainId, ...domain } }: DomainDetails) {
  const [maxNames, setMaxNames] = useState(`${domain.maxNames ?? ''}`)
  const [end, setEnd] = useState(domain.expiresAt?.slice(0, 10) ?? '')
  const params = { path: { domain: name }, query: { chainId: chainIdOf(chainId) } }
  const body = {
    maxNames: maxNames === '' ? null : Number(maxNames),
    expiresAt: end === '' ? null : `${end}T00:00:00Z`,
  }
  const save = useSave({
    save: () => unwrap(api.PATCH(path, { params, body })),
    done: 'The subscription is saved.',
    changes: [['domain'], ['domains']],
  })
  return (
    <Section
      title="Subscription"
      words="The limits of the operator. When it has ended or is used up, no new name is issued; all others stay."
    >
      <Form
        name="subscription"
        className="grid gap-3"
        submit={() => save.mutateAsync(undefined)}
        failure="The subscription was not saved."
        action="Save the subscription"
        missing={!isCount(maxNames) && 'The number of names has to be a whole number.'}
        button={{ size: 'dense' }}
        footer={
          <ApiCall method="PATCH" path={path} params={{ domain: name }} query={params.query} body={body} />
        }
      >
        <CountInput title="Names included" name="maxNames" value={maxNames} onChange={setMaxNames} />
        <DateInput
          title="Ends on"
          name="expiresAt"
          hint="At the begin of the day, UTC. Empty: never."
          value={end}
          onChange={setEnd}
        />
      </Form>
    </Section>
  )
}
