import { useState } from 'react'
import { api, unwrap } from '../../api/client.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ApiCall } from '../ui/ApiCall.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { ErrorState } from '../ui/Query.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { StateMark } from '../ui/StateMark.tsx'
import { useSave } from '../ui/use-save.ts'
import { SecretNotice } from './CreateWebhookDialog.tsx'
import { Deliveries } from './Deliveries.tsx'
import { deliveriesKey, type Webhook, webhookPath, webhooksQuery } from './queries.ts'
import { ReplayDialog } from './ReplayDialog.tsx'

export function WebhookItem({ webhook }: { readonly webhook: Webhook }) {
  const { id, url, description, workspaceId, isEnabled, types, pending, lastDeliveredAt } = webhook
  const [open, setOpen] = useState<'delete' | 'rotate' | 'replay'>()
  const params = { path: { webhookId: id } }
  const changes = [webhooksQuery(workspaceId).queryKey, deliveriesKey(id)]
  const test = useSave({
    save: () => unwrap(api.POST(`${webhookPath}/test`, { params })),
    done: 'A test was sent.',
    changes,
  })
  const enable = useSave({
    save: (next: boolean) => unwrap(api.PATCH(webhookPath, { params, body: { isEnabled: next } })),
    done: isEnabled ? 'It is off.' : 'It is on.',
    changes,
  })
  const remove = useSave({
    save: () => unwrap(api.DELETE(webhookPath, { params })),
    done: 'The webhook is deleted.',
    changes: [webhooksQuery(workspaceId).queryKey],
    onSaved: () => setOpen(undefined),
  })
  const error = test.error ?? enable.error
  return (
    <section aria-label={url} className="bg-raised border-line rounded-lg border shadow">
      <div className="flex flex-wrap items-start gap-x-6 gap-y-2 p-4">
        <div className="min-w-[min(100%,12rem)] flex-1">
          <h2 className="mono name-breaks text-sm font-semibold">{url}</h2>
          <p className="text-soft text-sm">
            {description && `${description}. `}
            {types ? `Gets ${types.length} kinds of events.` : 'Gets every event.'}{' '}
            {lastDeliveredAt ? (
              <>
                Last delivered <RelativeTime iso={lastDeliveredAt} />.
              </>
            ) : (
              'Nothing delivered yet.'
            )}
            {pending > 0 && ` ${pending} still to be delivered.`}
          </p>
        </div>
        <WebhookState {...webhook} />
      </div>
      {error && <ErrorState title="Nothing was done." error={error} />}
      <div className="border-line flex flex-wrap gap-1 border-t px-2 py-1">
        <Button size="dense" look="quiet" isBusy={test.isPending} onClick={() => test.mutate(undefined)}>
          {test.isPending ? 'Sending…' : 'Send a test'}
        </Button>
        <Button size="dense" look="quiet" isBusy={enable.isPending} onClick={() => enable.mutate(!isEnabled)}>
          {isEnabled ? 'Switch off' : 'Switch on'}
        </Button>
        <Button size="dense" look="quiet" onClick={() => setOpen('replay')}>
          Send events again
        </Button>
        <Button size="dense" look="quiet" onClick={() => setOpen('rotate')}>
          Replace the secret
        </Button>
        <Button size="dense" look="quiet" onClick={() => setOpen('delete')}>
          Delete
        </Button>
      </div>
      <Deliveries webhookId={id} />
      <div className="grid gap-2 p-4 pt-0">
        <ApiCall action="send a test" method="POST" path={`${webhookPath}/test`} params={params.path} />
        <ApiCall
          action={isEnabled ? 'switch it off' : 'switch it on'}
          method="PATCH"
          path={webhookPath}
          params={params.path}
          body={{ isEnabled: !isEnabled }}
        />
      </div>
      {open === 'replay' && <ReplayDialog webhook={webhook} onClose={() => setOpen(undefined)} />}
      {open === 'rotate' && <RotateSecretDialog webhook={webhook} onClose={() => setOpen(undefined)} />}
      {open === 'delete' && (
        <ConfirmDialog
          name="delete-webhook"
          title="Delete the webhook"
          action="Delete it"
          call={{ method: 'DELETE', path: webhookPath, params: params.path }}
          onConfirm={() => remove.mutateAsync(undefined)}
          onClose={() => setOpen(undefined)}
        >
          <p className="mono">{url}</p>
          <p>It gets no event any more. What is still to be delivered is dropped.</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

function WebhookState({ isEnabled, isFailing, disabledReason }: Webhook) {
  if (!isEnabled)
    return (
      <StateMark tone="neutral">{disabledReason === 'request' ? 'Off' : 'Switched off: it failed'}</StateMark>
    )
  return isFailing ? <StateMark tone="warn">Failing</StateMark> : <StateMark tone="good">On</StateMark>
}

interface RotateSecretDialogProps {
  readonly webhook: Webhook
  readonly onClose: () => void
}

const path = `${webhookPath}/rotate-secret` as const
const body = { overlap: 86_400 }

function RotateSecretDialog({ webhook: { id, workspaceId }, onClose }: RotateSecretDialogProps) {
  const params = { path: { webhookId: id } }
  const rotate = useSave({
    save: () => unwrap(api.POST(path, { params, body })),
    done: 'The new secret is created.',
    changes: [webhooksQuery(workspaceId).queryKey],
  })
  return (
    <Dialog title="Replace the secret" onClose={onClose} isHeld={rotate.data !== undefined}>
      {rotate.data ? (
        <SecretNotice secret={rotate.data.secret} onStored={onClose} />
      ) : (
        <div className="grid gap-4">
          <p className="text-soft text-sm">
            For a day, each request is signed with both secrets, so that your server can change over.
          </p>
          {rotate.error && <ErrorState title="The secret was not replaced." error={rotate.error} />}
          <Button look="primary" isBusy={rotate.isPending} onClick={() => rotate.mutate(undefined)}>
            Create a new secret
          </Button>
          <ApiCall method="POST" path={path} params={params.path} body={body} />
        </div>
      )}
    </Dialog>
  )
}
