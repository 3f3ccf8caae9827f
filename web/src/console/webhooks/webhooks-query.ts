import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '../../api/client.ts'
import type { components } from '../../api/openapi-types.ts'

export type Webhook = components['schemas']['Webhook']
export type Delivery = components['schemas']['WebhookDelivery']

export const webhooksPath = '/byname/v1/webhooks'
export const webhookPath = `${webhooksPath}/{webhookId}` as const

export function webhooksQuery(workspaceId: string) {
  return queryOptions({
    queryKey: ['webhooks', workspaceId],
    queryFn: async () =>
      (await unwrap(api.GET(webhooksPath, { params: { query: { workspaceId } } }))).webhooks,
  })
}

/** Newest first. */
export function deliveriesQuery(webhookId: string) {
  return queryOptions({
    queryKey: ['deliveries', webhookId],
    queryFn: async () =>
      (await unwrap(api.GET(`${webhookPath}/deliveries`, { params: { path: { webhookId } } }))).deliveries,
    refetchInterval: 3000,
  })
}
