import { useState } from 'react'
import { api, unwrap } from '../../api/client.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { type EventKind, eventKindOptions, typesOf } from '../activity/event-kinds.ts'
import { ApiCall } from '../ui/ApiCall.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { SelectInput } from '../ui/SelectInput.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { useSave } from '../ui/use-save.ts'
import { SecretNotice } from './SecretNotice.tsx'
import { webhooksPath, webhooksQuery } from './webhooks-query.ts'

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
        <form
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            create.mutate(undefined)
          }}
        >
          <TextInput
            title="URL"
            hint="https, on a public host."
            type="url"
            value={url}
            required
            placeholder="https://app.example/hooks/names"
            onChange={setUrl}
          />
          <TextInput title="Note" value={description} maxLength={200} onChange={setDescription} />
          <SelectInput title="Told of" value={kind} options={eventKindOptions} onChange={setKind} />
          {create.error && <ErrorState title="No webhook was made." error={create.error} />}
          <Button type="submit" look="primary" disabled={create.isPending || body.url === ''}>
            Make the webhook
          </Button>
          <ApiCall method="POST" path={webhooksPath} body={body} />
        </form>
      )}
    </Dialog>
  )
}
