import type { Address } from 'viem'
import { lowerCaseHex } from '../../crypto/hex.ts'
import type { EventCause, NewEvent } from '../../model/event.ts'
import type { CoreContext } from '../context.ts'

export type EventContext = Pick<CoreContext, 'clock' | 'cause'>

type EventSubject = Pick<NewEvent, 'type' | 'changes'> &
  Partial<Pick<NewEvent, 'chainId' | 'name' | 'domainId' | 'workspaceId' | 'createdAt'>>

export function newEvent({ clock, cause }: EventContext, subject: EventSubject): NewEvent {
  const defaults = { createdAt: clock(), chainId: null, name: null, domainId: null, workspaceId: null }
  return { ...defaults, ...subject, ...cause }
}

/** The signer acts, whatever key the request has. */
export function asWallet<Context extends { readonly cause: EventCause }>(
  context: Context,
  signer: Address,
): Context {
  return {
    ...context,
    cause: { ...context.cause, actor: { type: 'wallet', address: lowerCaseHex(signer) } },
  }
}

export const systemCause: EventCause = { actor: { type: 'system' }, requestId: null }
