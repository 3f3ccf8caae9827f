import type { components } from '@byname/sdk/openapi'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { allPages, api, unwrap } from '../../api/client.ts'

export type Webhook = components['schemas']['Webhook']
export type Delivery = components['schemas']['WebhookDelivery']

export const webhooksPath = '/byname/v1/webhooks'
export const webhookPath = `${webhooksPath}/{webhookId}` as const

export const replayPath = `${webhookPath}/replay-since` as const

export function webhooksQuery(workspaceId: string) {
  return queryOptions({
    queryKey: ['webhooks', workspaceId],
    queryFn: () =>
      allPages((query) => unwrap(api.GET(webhooksPath, { params: { query: { workspaceId, ...query } } }))),
  })
}

export type DeliveryFilter = 'all' | 'pending' | 'delivered' | 'failed'

export const deliveriesKey = (webhookId: string) => ['deliveries', webhookId]

const pageSize = 10

/** Newest first. */
export function deliveriesQuery(webhookId: string, state: DeliveryFilter) {
  return infiniteQueryOptions({
    queryKey: [...deliveriesKey(webhookId), state],
    queryFn: ({ pageParam }) => {
      const query = {
        limit: pageSize,
        ...(state !== 'all' && { state }),
        ...(pageParam !== null && { after: pageParam }),
      }
      return unwrap(api.GET(`${webhookPath}/deliveries`, { params: { path: { webhookId }, query } }))
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: 3000,
  })
}

/** How many events a replay would send; undefined: no time is chosen. A refusal is not asked for again. */
export function replayPlanQuery(webhookId: string, since: string | undefined) {
  return queryOptions({
    queryKey: ['replay', webhookId, since],
    queryFn: () => {
      const params = { path: { webhookId } }
      return unwrap(api.POST(replayPath, { params, body: { since: since ?? '', dryRun: true } }))
    },
    enabled: since !== undefined,
    retry: false,
    gcTime: 0,
  })
}
