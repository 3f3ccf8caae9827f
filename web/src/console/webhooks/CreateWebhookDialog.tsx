import { useState } from 'react'
import { api, unwrap } from '../../api/client.ts'
import { Form } from '../../form/Form.tsx'
import { SelectInput, TextInput } from '../../form/inputs.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { type EventKind, eventKindOptions, typesOf } from '../activity/event-kinds.ts'
import { ApiCall } from '../ui/ApiCall.tsx'
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
    done: 'The webhook exists.',
    changes: [webhooksQuery(workspaceId).queryKey],
  })
  return (
    <Dialog title={create.data ? 'Webhook made' : 'New webhook'} onClose={onClose}>
      {create.data ? (
        <SecretNotice secret={create.data.secret} />
      ) : (
        <Form
          submit={() => create.mutateAsync(undefined)}
          failure="No webhook was made."
          action="Make the webhook"
          isReady={body.url !== ''}
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
          <SelectInput title="Told of" value={kind} options={eventKindOptions} onChange={setKind} />
        </Form>
      )}
    </Dialog>
  )
}

/** The only time that a secret is shown. */
export function SecretNotice({ secret }: { readonly secret: string }) {
  return (
    <Notice tone="warn" title="The signing secret is not shown again." isLive>
      <p>Your server checks each request with it, as Standard Webhooks describes.</p>
      <code className="mono name-breaks text-ink">{secret}</code>
      <CopyButton text={secret} subject="the secret" />
    </Notice>
  )
}
