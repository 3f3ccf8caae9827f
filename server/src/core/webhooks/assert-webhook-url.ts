import { AppError } from '../../errors.ts'
import { OutboundError } from '../../rpc/outbound/error.ts'
import type { CoreContext } from '../context.ts'

/** Asserts https, no credentials, and no address that is not public. Each delivery checks the host's addresses. */
export function assertWebhookUrl({ webhookClient }: CoreContext, url: string): void {
  try {
    webhookClient.assertUrl(url)
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    throw new AppError('BadRequestException', `url: the receiver ${error.message}.`)
  }
}
