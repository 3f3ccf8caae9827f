import type { AdmitCheck } from '../chain/signature-verifier.ts'
import type { ApiKey } from '../model/api-key.ts'

/** A signed message as received, unverified. */
export interface SignedMessage {
  readonly address: string
  /** EIP-4361 text with real line feeds. */
  readonly message: string
  readonly signature: string
  /** Admits the check of the signature on chain, which an EOA's does not need. */
  readonly admit: AdmitCheck
}

/** An authenticated API key. */
export type CallerApiKey = ApiKey

/**
 * The sender of a request: its authenticated key (`apiKey`) and its unverified message (`claim`, verified by the operation).
 */
export interface Caller {
  readonly apiKey?: CallerApiKey | undefined
  readonly signedMessage?: SignedMessage | undefined
  /** The address in the headers, also without a signature. */
  readonly address?: string | undefined
  /** Key of the client for limits: its IPv4 address or IPv6 network; absent for commands. */
  readonly client?: string | undefined
  /** The origin of the page; absent unless sent by a browser. */
  readonly origin?: string | undefined
}
