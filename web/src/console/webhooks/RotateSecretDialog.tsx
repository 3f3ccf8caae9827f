import { api, unwrap } from '../../api/client.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ApiCall } from '../ui/ApiCall.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { useSave } from '../ui/use-save.ts'
import { SecretNotice } from './SecretNotice.tsx'
import { type Webhook, webhookPath, webhooksQuery } from './webhooks-query.ts'

interface RotateSecretDialogProps {
  readonly webhook: Webhook
  readonly onClose: () => void
}

const path = `${webhookPath}/rotate-secret` as const
const body = { overlap: 86_400 }

export function RotateSecretDialog({ webhook: { id, workspaceId }, onClose }: RotateSecretDialogProps) {
  const params = { path: { webhookId: id } }
  const rotate = useSave({
    save: () => unwrap(api.POST(path, { params, body })),
    done: 'The new secret exists.',
    changes: [webhooksQuery(workspaceId).queryKey],
  })
  return (
    <Dialog title="Replace the secret" onClose={onClose}>
      {rotate.data ? (
        <SecretNotice secret={rotate.data.secret} />
      ) : (
        <div className="grid gap-4">
          <p className="text-soft text-sm">
            For a day, each request is signed with both secrets, so that your server can change over.
          </p>
          {rotate.error && <ErrorState title="The secret was not replaced." error={rotate.error} />}
          <Button look="primary" disabled={rotate.isPending} onClick={() => rotate.mutate(undefined)}>
            Make a new secret
          </Button>
          <ApiCall method="POST" path={path} params={params.path} body={body} />
        </div>
      )}
    </Dialog>
  )
}
