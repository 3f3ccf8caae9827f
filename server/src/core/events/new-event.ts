import type { Address } from 'viem'
import { lowerCaseHex } from '../../crypto/hex.ts'
import type { EventOrigin, NewEvent } from '../../model/event.ts'
import type { CoreContext } from '../context.ts'

export type EventContext = Pick<CoreContext, 'clock' | 'origin'>

type EventSubject = Pick<NewEvent, 'type' | 'changes'> &
  Partial<Pick<NewEvent, 'chainId' | 'name' | 'domainId' | 'workspaceId' | 'createdAt'>>

export function newEvent({ clock, origin }: EventContext, subject: EventSubject): NewEvent {
  const none = { chainId: null, name: null, domainId: null, workspaceId: null }
  return { ...none, createdAt: clock(), ...subject, ...origin }
}

/** The signer acts, whatever key the request has. */
export function asWallet<Context extends { readonly origin: EventOrigin }>(
  context: Context,
  signer: Address,
): Context {
  return {
    ...context,
    origin: { ...context.origin, actor: { type: 'wallet', address: lowerCaseHex(signer) } },
  }
}

export const systemOrigin: EventOrigin = { actor: { type: 'system' }, requestId: null }
