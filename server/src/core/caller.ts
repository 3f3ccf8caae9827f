import type { AdmitCheck } from '../chain/signature-verifier.ts'
import type { ApiKey } from '../model/api-key.ts'

/** A signed message as a caller presents it, before anything of it is believed. */
export interface SignedMessage {
  readonly address: string
  /** EIP-4361 text with real line feeds. */
  readonly message: string
  readonly signature: string
  /** Bounds what checking the signature on chain may cost; a signature of a plain key never asks it. */
  readonly admit: AdmitCheck
}

/** An API key that has been checked. */
export type CallerApiKey = ApiKey

/** Who is asking: what a request proves (`apiKey`) and what it claims (`claim`, checked by the operation). */
export interface Caller {
  readonly apiKey?: CallerApiKey | undefined
  readonly signedMessage?: SignedMessage | undefined
  /** The address in the headers, also when nothing is signed. */
  readonly address?: string | undefined
  /** What the client is counted by: its network address, of IPv6 the network; absent for commands. */
  readonly client?: string | undefined
  /** Of the page that asks; absent when it is no browser. */
  readonly origin?: string | undefined
}
