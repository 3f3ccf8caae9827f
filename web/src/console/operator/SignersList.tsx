import { useQuery } from '@tanstack/react-query'
import { allPages } from '../../api/all-pages.ts'
import { api, unwrap } from '../../api/client.ts'
import { Address } from '../ui/Address.tsx'
import { networkName } from '../ui/network-name.ts'
import { Query } from '../ui/Query.tsx'
import { StateMark } from '../ui/StateMark.tsx'

export function SignersList() {
  const query = useQuery({
    queryKey: ['signers'],
    queryFn: () =>
      allPages((query) => unwrap(api.GET('/byname/v1/offchain-resolvers/signers', { params: { query } }))),
  })
  return (
    <Query query={query} subject="the resolvers">
      {(resolvers) =>
        resolvers.length === 0 ? (
          <p className="text-soft text-sm">No resolver yet: "Add a domain" of a workspace deploys one.</p>
        ) : (
          <ul>
            {resolvers.map(({ resolverId, chainId, address, trust, advice }) => (
              <li
                key={resolverId}
                className="border-line flex flex-wrap items-center gap-x-6 gap-y-1 border-b py-2"
              >
                <span className="w-24 text-sm">{networkName(chainId)}</span>
                <Address value={address} />
                <StateMark tone={trust === 'trusted' ? 'good' : trust.startsWith('rpc') ? 'warn' : 'bad'}>
                  {trust.replaceAll('-', ' ')}
                </StateMark>
                {advice !== null && <span className="text-soft name-breaks text-sm">{advice}</span>}
              </li>
            ))}
          </ul>
        )
      }
    </Query>
  )
}
