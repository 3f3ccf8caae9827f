import type { ClientContext } from './context.ts'
import { type CallOptions, callInit, type InitArguments } from './http.ts'
import type { components } from './openapi-types.ts'
import { createPages, type Pages } from './pages.ts'

type Collection = '/byname/v1/webhooks'

export type Webhook = components['schemas']['Webhook']
/** With its secret, which is shown once. */
export type NewWebhook = components['schemas']['WebhookWithSecret']
export type WebhookInput = InitArguments<'POST', Collection>[0]['body']
export type WebhookChanges = InitArguments<'PATCH', `${Collection}/{webhookId}`>[0]['body']
export type WebhookDelivery = components['schemas']['WebhookDelivery']
export type ReplayInput = InitArguments<'POST', `${Collection}/{webhookId}/replay`>[0]['body']

export function createWebhooks({ http }: ClientContext) {
  const pathOf = (webhookId: string) => ({ path: { webhookId } })
  return {
    create: async (input: WebhookInput, options?: CallOptions): Promise<NewWebhook> =>
      (await http.send('POST', '/byname/v1/webhooks', { ...callInit(options), body: input })).data,

    list: ({ signal }: Pick<CallOptions, 'signal'> = {}): Pages<Webhook> =>
      createPages(async (after) => {
        const query = { limit: 100, ...(after !== undefined && { after }) }
        const init = { ...callInit({ signal }), params: { query } }
        return (await http.send('GET', '/byname/v1/webhooks', init)).data
      }),

    get: async (webhookId: string, options?: CallOptions): Promise<Webhook> => {
      const init = { ...callInit(options), params: pathOf(webhookId) }
      return (await http.send('GET', '/byname/v1/webhooks/{webhookId}', init)).data
    },

    update: async (webhookId: string, changes: WebhookChanges, options?: CallOptions): Promise<Webhook> => {
      const init = { ...callInit(options), params: pathOf(webhookId), body: changes }
      return (await http.send('PATCH', '/byname/v1/webhooks/{webhookId}', init)).data
    },

    delete: async (webhookId: string, options?: CallOptions): Promise<Webhook> => {
      const init = { ...callInit(options), params: pathOf(webhookId) }
      return (await http.send('DELETE', '/byname/v1/webhooks/{webhookId}', init)).data
    },

    /** Sends a message now, once, and returns the outcome. */
    test: async (webhookId: string, options?: CallOptions) => {
      const init = { ...callInit(options), params: pathOf(webhookId) }
      return (await http.send('POST', '/byname/v1/webhooks/{webhookId}/test', init)).data
    },

    /** `overlapSeconds`: for how long the old secret signs as well. */
    rotateSecret: async (
      webhookId: string,
      { overlapSeconds }: { readonly overlapSeconds?: number } = {},
      options?: CallOptions,
    ): Promise<NewWebhook> => {
      const body = overlapSeconds === undefined ? {} : { overlap: overlapSeconds }
      const init = { ...callInit(options), params: pathOf(webhookId), body }
      return (await http.send('POST', '/byname/v1/webhooks/{webhookId}/rotate-secret', init)).data
    },

    /** The newest first. */
    deliveries: (webhookId: string, { signal }: Pick<CallOptions, 'signal'> = {}): Pages<WebhookDelivery> =>
      createPages(async (after) => {
        const query = { limit: 100, ...(after !== undefined && { after }) }
        const init = { ...callInit({ signal }), params: { ...pathOf(webhookId), query } }
        return (await http.send('GET', '/byname/v1/webhooks/{webhookId}/deliveries', init)).data
      }),

    /** One delivery again, or all events between two cursors. */
    replay: async (webhookId: string, input: ReplayInput, options?: CallOptions) => {
      const init = { ...callInit(options), params: pathOf(webhookId), body: input }
      return (await http.send('POST', '/byname/v1/webhooks/{webhookId}/replay', init)).data
    },
  }
}
