import type { AdmitCheck } from '../chain/signature-verifier.ts'
import type { ApiKey } from '../model/api-key.ts'

/** Unverified. */
export interface SignedMessage {
  readonly address: string
  /** EIP-4361 text with real line feeds. */
  readonly message: string
  readonly signature: string
  /** Admits on-chain signature checks, which EOAs do not need. */
  readonly admit: AdmitCheck
}

export type CallerApiKey = ApiKey

/** The sender of a request; `claim` is unverified. */
export interface Caller {
  readonly apiKey?: CallerApiKey | undefined
  readonly signedMessage?: SignedMessage | undefined
  /** From the headers, also without a signature. */
  readonly address?: string | undefined
  /** Rate limit key: IPv4 address or IPv6 network; absent for commands. */
  readonly client?: string | undefined
  /** Host and port of this service, for messages that its own pages compose; absent unless it can be trusted. */
  readonly ownHost?: string | undefined
  /** Absent unless sent by a browser. */
  readonly origin?: string | undefined
}
