import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { chainIdOf } from '../../api/chain-id.ts'
import { api, unwrap } from '../../api/client.ts'
import type { components } from '../../api/openapi-types.ts'
import { Button } from '../../ui/Button.tsx'
import type { DomainDetails } from '../queries/domain.ts'
import { ApiCall } from '../ui/ApiCall.tsx'
import { CountInput, isCount } from '../ui/CountInput.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Query } from '../ui/Query.tsx'
import { Section } from '../ui/Section.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { useSave } from '../ui/use-save.ts'

const path = '/byname/v1/domains/{domain}/subscription'

type Subscription = components['schemas']['Subscription']

const subscriptionQuery = (ensId: string) =>
  queryOptions({
    queryKey: ['subscription', ensId],
    queryFn: () => unwrap(api.GET('/ens/v1/ens/subscription/{ensId}', { params: { path: { ensId } } })),
  })

/** For operators. */
export function SubscriptionSection({ domain }: DomainDetails) {
  const query = useQuery(subscriptionQuery(domain.id))
  return (
    <Section
      title="Subscription"
      words="The limits of the operator. When it has ended or is used up, no new name is issued; all others stay."
    >
      <Query query={query} subject="the subscription">
        {(subscription) => <SubscriptionForm domain={domain} subscription={subscription} />}
      </Query>
    </Section>
  )
}

interface SubscriptionFormProps extends Pick<DomainDetails, 'domain'> {
  readonly subscription: Subscription
}

function SubscriptionForm({ domain: { id, name, chainId }, subscription }: SubscriptionFormProps) {
  const [maxNames, setMaxNames] = useState(`${subscription.maxNames ?? ''}`)
  const [end, setEnd] = useState(subscription.expiresAt?.slice(0, 10) ?? '')
  const params = { path: { domain: name }, query: { chainId: chainIdOf(chainId) } }
  const body = {
    maxNames: maxNames === '' ? null : Number(maxNames),
    expiresAt: end === '' ? null : `${end}T00:00:00Z`,
  }
  const save = useSave({
    save: () => unwrap(api.PATCH(path, { params, body })),
    done: 'The subscription is saved.',
    changes: [['subscription', id], ['domains']],
  })
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(undefined)
      }}
    >
      <CountInput title="Names included" value={maxNames} onChange={setMaxNames} />
      <TextInput
        title="Ends on"
        hint="At the begin of the day, UTC. Empty: never."
        type="date"
        value={end}
        onChange={setEnd}
      />
      {save.error && <ErrorState title="The subscription was not saved." error={save.error} />}
      <div>
        <Button type="submit" size="dense" look="primary" disabled={save.isPending || !isCount(maxNames)}>
          Save the subscription
        </Button>
      </div>
      <ApiCall method="PATCH" path={path} params={{ domain: name }} query={params.query} body={body} />
    </form>
  )
}
