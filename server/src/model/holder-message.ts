import type { Hex } from 'viem'

/** Plain text that an owner has left for the holders of names, who see it until they dismiss it. */
export interface HolderMessage {
  readonly key: number
  readonly id: string
  readonly domainKey: number
  /** One line, in NFC. */
  readonly text: string
  readonly createdAt: number
  readonly expiresAt: number
}

/** A message as it was left for the holder that a name had then. */
export interface MessageOfName extends Pick<HolderMessage, 'id' | 'text' | 'createdAt' | 'expiresAt'> {
  readonly holder: Hex
  /** Null: the holder has not dismissed it. */
  readonly dismissedAt: number | null
}

export const messageLifetimeMs = 90 * 86_400_000

/** In UTF-16 units, as it is sent. */
export const maxMessageLength = 500

/** That its holder has not dismissed; a further one is refused. */
export const maxUnreadOfName = 5

/** With those that were dismissed, of which the oldest make room. */
export const maxMessagesOfName = 10
