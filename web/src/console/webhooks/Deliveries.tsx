import { useQuery } from '@tanstack/react-query'
import { api, unwrap } from '../../api/client.ts'
import { Button } from '../../ui/Button.tsx'
import { NameTitle } from '../../ui/NameTitle.tsx'
import { Query } from '../ui/Query.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { StateMark, type Tone } from '../ui/StateMark.tsx'
import { useSave } from '../ui/use-save.ts'
import { type Delivery, deliveriesQuery, webhookPath } from './queries.ts'

/** Opened, it is read again every few seconds. */
export function Deliveries({ webhookId }: { readonly webhookId: string }) {
  const query = useQuery(deliveriesQuery(webhookId))
  return (
    <div className="border-line border-t px-4 py-2">
      <Query query={query} subject="the deliveries" lines={1}>
        {(deliveries) =>
          deliveries.length === 0 ? (
            <p className="text-soft text-sm">No delivery yet.</p>
          ) : (
            <ul>
              {deliveries.slice(0, 10).map((delivery) => (
                <DeliveryRow key={delivery.id} delivery={delivery} />
              ))}
            </ul>
          )
        }
      </Query>
    </div>
  )
}

const tones: Readonly<Record<Delivery['state'], Tone>> = {
  waiting: 'neutral',
  due: 'neutral',
  delivered: 'good',
  failed: 'bad',
}

function DeliveryRow({ delivery }: { readonly delivery: Delivery }) {
  const { id, webhookId, type, name, state, attempts, createdAt } = delivery
  const last = attempts.at(-1)
  const replay = useSave({
    save: () =>
      unwrap(api.POST(`${webhookPath}/replay`, { params: { path: { webhookId } }, body: { delivery: id } })),
    done: 'It is sent again.',
    changes: [deliveriesQuery(webhookId).queryKey],
  })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-1 text-sm">
      <span className="min-w-[min(100%,10rem)] flex-1">
        {type ?? 'test'} {name && <NameTitle name={name} isPlain />}
      </span>
      <span className="text-soft">
        {last && (last.status ?? last.error)}
        {last && `, ${last.latencyMs} ms`}
      </span>
      <RelativeTime iso={createdAt} />
      <StateMark tone={tones[state]}>{state}</StateMark>
      <Button size="dense" look="quiet" isBusy={replay.isPending} onClick={() => replay.mutate(undefined)}>
        Send again
      </Button>
    </li>
  )
}
