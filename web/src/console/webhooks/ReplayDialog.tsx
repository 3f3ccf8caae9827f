import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, unwrap } from '../../api/client.ts'
import { ChoiceInput, DateInput } from '../../form/choices.tsx'
import { Form } from '../../form/Form.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { isDate } from '../../ui/date-text.ts'
import { ApiCall } from '../ui/ApiCall.tsx'
import { Query } from '../ui/Query.tsx'
import { useSave } from '../ui/use-save.ts'
import { deliveriesKey, replayPath, replayPlanQuery, type Webhook, webhooksQuery } from './queries.ts'
import { type ReplayPlan, replayPlanWords, sendWords } from './replay-words.ts'

const hourMs = 3_600_000

const agoMs = { hour: hourMs, day: 24 * hourMs, week: 7 * 24 * hourMs } as const

type Since = keyof typeof agoMs | 'chosen'

const options = [
  { value: 'hour', title: 'An hour ago' },
  { value: 'day', title: 'A day ago' },
  { value: 'week', title: 'A week ago' },
  { value: 'chosen', title: 'A time that I choose' },
] as const satisfies readonly { readonly value: Since; readonly title: string }[]

interface ReplayDialogProps {
  readonly webhook: Webhook
  readonly onClose: () => void
}

/** Sends the events since a time again. How many these are is said before. */
export function ReplayDialog({ webhook: { id, workspaceId }, onClose }: ReplayDialogProps) {
  const [openedAt] = useState(Date.now)
  const [choice, setChoice] = useState<Since>('hour')
  const [typed, setTyped] = useState('')
  const since = choice === 'chosen' ? isoOf(typed) : new Date(openedAt - agoMs[choice]).toISOString()
  const plan = useQuery(replayPlanQuery(id, since))
  const params = { path: { webhookId: id } }
  const replay = useSave({
    save: (body: { readonly since: string }) => unwrap(api.POST(replayPath, { params, body })),
    done: 'The events are sent again.',
    changes: [deliveriesKey(id), webhooksQuery(workspaceId).queryKey],
    onSaved: onClose,
  })
  return (
    <Dialog title="Send events again" onClose={onClose}>
      <Form
        name="replay-events"
        submit={() => since && replay.mutateAsync({ since })}
        failure="Nothing was sent again."
        action={sendWords(plan.data)}
        missing={missingOf(since, plan.data)}
        button={{ className: 'w-full' }}
        footer={since && <ApiCall method="POST" path={replayPath} params={params.path} body={{ since }} />}
      >
        <p className="text-soft text-sm">
          Your server gets these events once more, in order and signed, each with the id that it had. A server
          that keeps the ids recognizes what it has already.
        </p>
        <ChoiceInput title="Events since" value={choice} options={options} onChange={setChoice} />
        {choice === 'chosen' && (
          <DateInput
            title="Time"
            name="since"
            hint="In your time zone, at most 7 days ago."
            hasTime
            value={typed}
            onChange={setTyped}
          />
        )}
        {since && (
          <Query query={plan} subject="the number of events" lines={1}>
            {(data) => (
              <p role="status" className="text-sm">
                {replayPlanWords(data)}
              </p>
            )}
          </Query>
        )}
      </Form>
    </Dialog>
  )
}

/** Undefined until a time is filled in. */
function isoOf(typed: string): string | undefined {
  return isDate(typed, true) ? new Date(typed).toISOString() : undefined
}

function missingOf(since: string | undefined, plan: ReplayPlan | undefined): string | undefined {
  if (since === undefined) return 'Enter the time of the first event.'
  return plan?.events === 0 ? 'Choose an earlier time.' : undefined
}
