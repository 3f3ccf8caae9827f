import { useState } from 'react'
import { api, unwrap } from '../../api/client.ts'
import { ChoiceInput } from '../../form/choices.tsx'
import { Form } from '../../form/Form.tsx'
import { TextInput } from '../../form/inputs.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { type EventKind, eventKindOptions, typesOf } from '../activity/event-kinds.ts'
import { ApiCall } from '../ui/ApiCall.tsx'
import { ShownSecret } from '../ui/ShownSecret.tsx'
import { useSave } from '../ui/use-save.ts'
import { webhooksPath, webhooksQuery } from './queries.ts'

interface CreateWebhookDialogProps {
  readonly workspaceId: string
  readonly onClose: () => void
}

export function CreateWebhookDialog({ workspaceId, onClose }: CreateWebhookDialogProps) {
  const [url, setUrl] = useState('')
  const [description, setDescription] = useState('')
  const [kind, setKind] = useState<EventKind>('all')
  const types = typesOf(kind)
  const body = {
    url: url.trim(),
    workspaceId,
    ...(description.trim() && { description: description.trim() }),
    ...(types && { types }),
  }
  const create = useSave({
    save: () => unwrap(api.POST(webhooksPath, { body })),
    done: 'The webhook is created.',
    changes: [webhooksQuery(workspaceId).queryKey],
  })
  return (
    <Dialog
      title={create.data ? 'The webhook is created' : 'New webhook'}
      onClose={onClose}
      isHeld={create.data !== undefined}
    >
      {create.data ? (
        <SecretNotice secret={create.data.secret} onStored={onClose} />
      ) : (
        <Form
          name="new-webhook"
          submit={() => create.mutateAsync(undefined)}
          failure="The webhook was not created."
          action="Create the webhook"
          missing={body.url === '' && 'Enter the URL of your server.'}
          button={{ className: 'w-full' }}
          footer={<ApiCall method="POST" path={webhooksPath} body={body} />}
        >
          <TextInput
            title="URL"
            name="url"
            hint="https, on a public host."
            type="url"
            value={url}
            required
            placeholder="https://app.example/hooks/names"
            onChange={setUrl}
          />
          <TextInput
            title="Note"
            name="description"
            value={description}
            maxLength={200}
            onChange={setDescription}
          />
          <ChoiceInput title="Events" value={kind} options={eventKindOptions} onChange={setKind} />
        </Form>
      )}
    </Dialog>
  )
}

interface SecretNoticeProps {
  readonly secret: string
  readonly onStored: () => void
}

/** The only time that a secret is shown. */
export function SecretNotice({ secret, onStored }: SecretNoticeProps) {
  return (
    <div className="grid gap-3">
      <ShownSecret title="The signing secret is not shown again." secret={secret} subject="the secret">
        <p>Your server checks each request with it, as Standard Webhooks describes.</p>
      </ShownSecret>
      <Button look="primary" onClick={onStored}>
        I have stored it
      </Button>
    </div>
  )
}
