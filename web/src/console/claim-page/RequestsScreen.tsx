import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { Query } from '../ui/Query.tsx'
import { Empty, Screen } from '../ui/Screen.tsx'
import { DecidedClaims } from './DecidedClaims.tsx'
import { PendingClaims } from './PendingClaims.tsx'
import { pendingClaimsQuery } from './queries.ts'

const route = getRouteApi('/console/domains/$chainId/$domain')

/** Claims that wait for a decision, and outcomes. */
export function RequestsScreen() {
  const { domain, chainId } = route.useParams()
  const [shown, setShown] = useState<'waiting' | 'decided'>('waiting')
  const ref = { domain, chainId: Number(chainId) }
  const { queryKey, ...query } = pendingClaimsQuery(ref)
  const claims = useQuery({ queryKey, ...query })
  const waiting = (
    <Query query={claims} subject="the requests" lines={5}>
      {({ data }) =>
        data.length === 0 ? (
          <Empty title="No wallet waits for a decision.">
            Claims come here when the rules of the claim page say that you approve each one.
          </Empty>
        ) : (
          <PendingClaims {...ref} />
        )
      }
    </Query>
  )
  return (
    <Screen title="Requests">
      <SegmentedControl
        label="Which requests"
        className="mb-4"
        value={shown}
        options={[
          { value: 'waiting', title: 'Waiting' },
          { value: 'decided', title: 'Decided' },
        ]}
        onChange={setShown}
      />
      {shown === 'waiting' ? waiting : <DecidedClaims domain={ref} />}
    </Screen>
  )
}
