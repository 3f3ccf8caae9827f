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

/** A message as a wallet reads it: once, for all names that it has it for. */
export interface MessageOfWallet
  extends Pick<HolderMessage, 'key' | 'id' | 'text' | 'createdAt' | 'expiresAt'> {
  readonly chainId: number
  readonly domain: string
  /** Name of the community; empty: none. */
  readonly title: string
  /** The first ones. */
  readonly labels: readonly string[]
  /** How many names it is for. */
  readonly names: number
}

export const messageLifetimeMs = 90 * 86_400_000

/** In UTF-16 units, as it is sent. */
export const maxMessageLength = 500

/** That its holder has not dismissed; a further one is refused. */
export const maxUnreadOfName = 5

/** With those that were dismissed, of which the oldest make room. */
export const maxMessagesOfName = 10
