import { AppError } from '../../errors.ts'
import type { Webhook } from '../../model/webhook.ts'
import { findWebhook } from '../../store/entities/webhooks.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { assertWebhookAccess } from './assert-webhook-access.ts'

export interface WebhookRef {
  readonly caller: Caller
  readonly id: string
}

export async function requireWebhook(context: CoreContext, { caller, id }: WebhookRef): Promise<Webhook> {
  const webhook = await findWebhook(context.store.db, id)
  if (!webhook) throw webhookNotFoundError(id)
  assertWebhookAccess(caller, webhook)
  return webhook
}

export function webhookNotFoundError(id: string): AppError {
  return new AppError('WebhookNotFoundException', `There is no webhook ${id}.`)
}
