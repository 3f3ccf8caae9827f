import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Query } from '../ui/Query.tsx'
import { Empty, Screen } from '../ui/Screen.tsx'
import { PendingClaims } from './PendingClaims.tsx'
import { pendingClaimsQuery } from './queries.ts'

const route = getRouteApi('/console/domains/$chainId/$domain')

/** Claims that wait for a decision. */
export function RequestsScreen() {
  const { domain, chainId } = route.useParams()
  const ref = { domain, chainId: Number(chainId) }
  const { queryKey, ...query } = pendingClaimsQuery(ref)
  const claims = useQuery({ queryKey, ...query })
  return (
    <Screen title="Requests">
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
    </Screen>
  )
}
