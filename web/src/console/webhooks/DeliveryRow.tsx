import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { api, unwrap } from '../../api/client.ts'
import { Button } from '../../ui/Button.tsx'
import { NameTitle } from '../../ui/NameTitle.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { StateMark } from '../ui/StateMark.tsx'
import { useSave } from '../ui/use-save.ts'
import { describeAttempt, headersOf, stateWordsOf } from './delivery-words.ts'
import { type Delivery, deliveriesKey, webhookPath } from './queries.ts'

/** A delivery; opened, what was sent, what came back each time, and what comes next. */
export function DeliveryRow({ delivery }: { readonly delivery: Delivery }) {
  const { type, name, createdAt } = delivery
  const { title, tone } = stateWordsOf(delivery)
  return (
    <li className="border-line border-t first:border-t-0">
      <details className="group">
        <summary className="hover:bg-hover flex cursor-pointer list-none flex-wrap items-center gap-x-3 gap-y-1 py-2 text-sm">
          <ChevronRight
            aria-hidden
            className="text-faint size-4 shrink-0 transition-transform group-open:rotate-90 rtl:rotate-180"
          />
          <span className="min-w-[min(100%,10rem)] flex-1">
            <span className="mono">{type ?? 'an event that is deleted'}</span>{' '}
            {name && <NameTitle name={name} isPlain />}
          </span>
          <StateMark tone={tone}>{title}</StateMark>
          <span className="text-soft">
            <RelativeTime iso={createdAt} />
          </span>
        </summary>
        <DeliveryDetails delivery={delivery} />
      </details>
    </li>
  )
}

function DeliveryDetails({ delivery }: { readonly delivery: Delivery }) {
  const { id, webhookId, attempts, nextAttemptAt, request } = delivery
  const replay = useSave({
    save: () =>
      unwrap(api.POST(`${webhookPath}/replay`, { params: { path: { webhookId } }, body: { delivery: id } })),
    done: 'It is sent again.',
    changes: [deliveriesKey(webhookId)],
  })
  return (
    <div className="grid min-w-0 gap-3 ps-7 pb-4 text-sm">
      <p>
        {stateWordsOf(delivery).words}
        {nextAttemptAt !== null && (
          <>
            {' '}
            Next try: <RelativeTime iso={nextAttemptAt} />.
          </>
        )}
      </p>
      {attempts.length > 0 && (
        <Part title={attempts.length === 1 ? 'What came back' : `What came back, ${attempts.length} times`}>
          <ol className="grid gap-2">
            {attempts.map((attempt) => (
              <li key={attempt.time} className="grid gap-1">
                <span>
                  {describeAttempt(attempt)}, <RelativeTime iso={attempt.time} />
                  {attempt.status !== null && attempt.error !== null && `: ${attempt.error}`}
                </span>
                {attempt.response !== '' && <Code>{attempt.response}</Code>}
              </li>
            ))}
          </ol>
        </Part>
      )}
      {request ? (
        <Part title="What is sent">
          <Code>
            {[`POST ${request.url}`, ...headersOf(request).map(([name, value]) => `${name}: ${value}`)].join(
              '\n',
            )}
          </Code>
          <Code>{formatBody(request.body)}</Code>
        </Part>
      ) : (
        <p className="text-soft">The event is deleted, so what was sent is not known any more.</p>
      )}
      {request && (
        <p>
          <Button size="dense" isBusy={replay.isPending} onClick={() => replay.mutate(undefined)}>
            Send again
          </Button>
        </p>
      )}
    </div>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="grid min-w-0 gap-1.5">
      <p className="font-medium">{title}</p>
      {children}
    </div>
  )
}

/** Characters: an event may have a long text before and after. */
const maxShown = 4000

function Code({ children }: { readonly children: string }) {
  return (
    <pre className="bg-sunk mono rounded p-3 text-xs break-all whitespace-pre-wrap">
      {children.length > maxShown ? `${children.slice(0, maxShown)}…` : children}
    </pre>
  )
}

/** As it is where it is no JSON. */
function formatBody(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
