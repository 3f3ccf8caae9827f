import { useQuery } from '@tanstack/react-query'
import { allPages, api, unwrap } from '../../api/client.ts'
import { networkName } from '../instance.ts'
import { Address } from '../ui/Address.tsx'
import { Query } from '../ui/Query.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { Section } from '../ui/Screen.tsx'
import { StateMark, type Tone } from '../ui/StateMark.tsx'
import { AlertTargets } from './AlertTargets.tsx'
import { HealthReasons } from './HealthReasons.tsx'
import { InstanceState } from './InstanceState.tsx'
import { OperatorsList } from './OperatorsList.tsx'
import { ScreenOfOperators } from './ScreenOfOperators.tsx'
import { TrafficCharts } from './TrafficCharts.tsx'

/** The whole instance. */
export function OperatorScreen() {
  return (
    <ScreenOfOperators title="Instance">
      <div className="max-w-5xl">
        <Section title="Health" words="What needs a person, and what to do.">
          <HealthReasons />
        </Section>
        <Section title="Alerts" words="Where this service sends what needs a person, by itself.">
          <AlertTargets />
        </Section>
        <Section title="Traffic" words="The last day, as this service has counted it.">
          <TrafficCharts />
        </Section>
        <Section title="Contents and limits" words="What the database holds, and the limits of the settings.">
          <InstanceState />
        </Section>
        <Section
          title="Resolvers"
          words="Whether each contract trusts the signer of this service, asked now."
        >
          <SignersList />
        </Section>
        <Section title="Payments" words="The newest ones.">
          <PaymentsList />
        </Section>
        <Section title="Operators" words="Wallets that may do everything.">
          <OperatorsList />
        </Section>
      </div>
    </ScreenOfOperators>
  )
}

function SignersList() {
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

const settled: Readonly<Record<string, Tone>> = { confirmed: 'good', reverted: 'bad', unknown: 'warn' }

function PaymentsList() {
  const query = useQuery({
    queryKey: ['payments'],
    queryFn: () => unwrap(api.GET('/byname/v1/payments', { params: { query: { limit: 10 } } })),
  })
  return (
    <Query query={query} subject="the payments">
      {({ data: payments }) =>
        payments.length === 0 ? (
          <p className="text-soft text-sm">No payment yet.</p>
        ) : (
          <ul>
            {payments.map(({ id, state, amount, payer, isRefundDue, createdAt }) => (
              <li
                key={id}
                className="border-line flex flex-wrap items-center gap-x-6 gap-y-1 border-b py-2 text-sm"
              >
                <span className="mono w-28 tabular-nums">{amount}</span>
                <Address value={payer} />
                <StateMark tone={settled[state] ?? 'neutral'}>{state}</StateMark>
                {isRefundDue && <StateMark tone="bad">refund due</StateMark>}
                <span className="text-soft ms-auto">
                  <RelativeTime iso={createdAt} />
                </span>
              </li>
            ))}
          </ul>
        )
      }
    </Query>
  )
}
