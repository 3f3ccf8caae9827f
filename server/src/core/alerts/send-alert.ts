import { alertRequest, explainResponse } from '../../alert/request.ts'
import type { AlertTarget } from '../../alert/target.ts'
import { type AlertSurroundings, alertText } from '../../alert/text.ts'
import { TimeoutError, withTimeout } from '../../async/time.ts'
import { MailError } from '../../mail/mail-error.ts'
import type { AlertMessage } from '../../model/alert.ts'
import { originOfHost } from '../../model/domain-host.ts'
import { OutboundError } from '../../rpc/outbound/error.ts'
import { parseRetryAfter } from '../../webhook/retries.ts'
import type { CoreContext } from '../context.ts'
import { type HealthCode, healthAdvice } from '../health/health-advice.ts'

export type AlertContext = Pick<CoreContext, 'store' | 'clock' | 'alerts' | 'notices' | 'rules'>

/** `problem`: a sentence without secrets; undefined: the target has taken it. */
export interface SendOutcome {
  readonly problem: string | undefined
  /** 0 if the response did not ask for any. */
  readonly retryAfterMs: number
}

const requestTimeoutMs = 10_000
const mailTimeoutMs = 40_000
const maxResponseBytes = 1_024

/** Ends by its own time limit. */
export async function sendAlert(
  context: AlertContext,
  target: AlertTarget,
  message: AlertMessage,
): Promise<SendOutcome> {
  return target.kind === 'mail'
    ? sendMail(context, target, message)
    : sendRequest(context, { ...target, kind: target.kind }, message)
}

function surroundingsOf({ rules }: AlertContext): AlertSurroundings {
  return {
    origin: originOfHost(rules),
    adviceOf: (code) => (isHealthCode(code) ? healthAdvice[code] : undefined),
  }
}

function isHealthCode(code: string): code is HealthCode {
  return Object.hasOwn(healthAdvice, code)
}

async function sendRequest(
  context: AlertContext,
  target: Parameters<typeof alertRequest>[0],
  message: AlertMessage,
): Promise<SendOutcome> {
  const { alerts, clock } = context
  const { secret, fetch } = alerts
  try {
    const { status, body, retryAfter } = await fetch({
      ...alertRequest(target, message, surroundingsOf(context), { secret, now: clock() }),
      method: 'POST',
      maxBytes: maxResponseBytes,
      acceptsAnyResponse: true,
      timeoutMs: requestTimeoutMs,
      signal: new AbortController().signal,
    })
    if (status >= 200 && status < 300) return { problem: undefined, retryAfterMs: 0 }
    const words = explainResponse(target, body)
    return {
      problem: `The receiver answered with status ${status}${words ? `: ${words}` : '.'}`,
      retryAfterMs: parseRetryAfter(retryAfter, clock()),
    }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return { problem: `The receiver ${error.message}.`, retryAfterMs: 0 }
  }
}

async function sendMail(
  context: AlertContext,
  { url: address }: AlertTarget,
  message: AlertMessage,
): Promise<SendOutcome> {
  const surroundings = surroundingsOf(context)
  const { title, text } = alertText(message, 'mail', surroundings)
  const messageId = `<${message.id}@${new URL(surroundings.origin).hostname}>`
  const failed = (problem: string) => ({ problem, retryAfterMs: 0 })
  const { mailer } = context.notices
  if (!mailer) return failed('No SMTP server is set.')
  try {
    const outcome = await withTimeout(
      mailer.send(address, { subject: title, text, messageId, language: 'en' }),
      mailTimeoutMs,
    )
    return outcome === 'sent'
      ? { problem: undefined, retryAfterMs: 0 }
      : failed('The SMTP server refuses this address.')
  } catch (error) {
    if (error instanceof TimeoutError) return failed('The SMTP server did not answer in time.')
    if (error instanceof MailError) return failed(error.message)
    throw error
  }
}
