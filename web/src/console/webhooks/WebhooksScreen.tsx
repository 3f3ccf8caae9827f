import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Query } from '../ui/Query.tsx'
import { Empty, Screen } from '../ui/Screen.tsx'
import { CreateWebhookDialog } from './CreateWebhookDialog.tsx'
import { webhooksQuery } from './queries.ts'
import { WebhookItem } from './WebhookItem.tsx'

const route = getRouteApi('/console/workspaces/$workspaceId')

export function WebhooksScreen() {
  const { workspaceId } = route.useParams()
  const query = useQuery(webhooksQuery(workspaceId))
  const [isCreating, setIsCreating] = useState(false)
  return (
    <Screen
      title="Webhooks"
      actions={
        <Button size="dense" look="primary" aria-keyshortcuts="n" onClick={() => setIsCreating(true)}>
          New webhook
        </Button>
      }
    >
      <Query query={query} subject="the webhooks">
        {(webhooks) =>
          webhooks.length === 0 ? (
            <Empty title="No webhook yet.">
              A webhook is a URL of yours that gets every change, in a signed request.
            </Empty>
          ) : (
            <div className="grid gap-6">
              {webhooks.map((webhook) => (
                <WebhookItem key={webhook.id} webhook={webhook} />
              ))}
            </div>
          )
        }
      </Query>
      {isCreating && <CreateWebhookDialog workspaceId={workspaceId} onClose={() => setIsCreating(false)} />}
    </Screen>
  )
}
