import type { components } from '@byname/sdk/openapi'
import { queryOptions } from '@tanstack/react-query'
import { allPages, api, unwrap } from '../../api/client.ts'

export type Webhook = components['schemas']['Webhook']
export type Delivery = components['schemas']['WebhookDelivery']

export const webhooksPath = '/byname/v1/webhooks'
export const webhookPath = `${webhooksPath}/{webhookId}` as const

export function webhooksQuery(workspaceId: string) {
  return queryOptions({
    queryKey: ['webhooks', workspaceId],
    queryFn: () =>
      allPages((query) => unwrap(api.GET(webhooksPath, { params: { query: { workspaceId, ...query } } }))),
  })
}

/** Newest first. */
export function deliveriesQuery(webhookId: string) {
  return queryOptions({
    queryKey: ['deliveries', webhookId],
    queryFn: async () =>
      (await unwrap(api.GET(`${webhookPath}/deliveries`, { params: { path: { webhookId } } }))).data,
    refetchInterval: 3000,
  })
}
