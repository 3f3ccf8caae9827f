import { useQuery } from '@tanstack/react-query'
import { api, unwrap } from '../../api/client.ts'
import { Address } from '../ui/Address.tsx'
import { Query } from '../ui/Query.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { StateMark, type Tone } from '../ui/StateMark.tsx'

const settled: Readonly<Record<string, Tone>> = { confirmed: 'good', reverted: 'bad', unknown: 'warn' }

export function PaymentsList() {
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
