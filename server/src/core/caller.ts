import type { AdmitCheck } from '../chain/signature-verifier.ts'
import type { ApiKey } from '../model/api-key.ts'
import type { Role } from '../model/member.ts'
import type { Session } from '../model/session.ts'

/** Unverified. */
export interface SignedMessage {
  readonly address: string
  /** EIP-4361 text with real line feeds. */
  readonly message: string
  readonly signature: string
  /** Admits on-chain signature checks, which EOAs do not need. */
  readonly admit: AdmitCheck
}

/** `allowedOrigins` are EIP-4361 domains; `null`: any. */
export interface ExpectedAudience {
  readonly chainId: number
  readonly allowedOrigins: readonly string[] | null
  /** Maximum age of the message; absent: until it expires. */
  readonly maxAgeMs?: number
  /** Required resources of our scheme; absent: none. */
  readonly purpose?: readonly string[]
}

/** A session, and what its address may do now. */
export interface CallerSession {
  readonly session: Session
  readonly isOperator: boolean
  /** By id of the workspace. */
  readonly roles: ReadonlyMap<string, Role>
}

/** At most one of them. */
export interface Credential {
  readonly apiKey?: ApiKey | undefined
  readonly session?: CallerSession | undefined
}

/** The sender of a request. */
export interface Caller extends Credential {
  readonly signedMessage?: SignedMessage | undefined
  /** From the headers, also without a signature. Unverified. */
  readonly address?: string | undefined
  /** Rate limit key: IPv4 address or IPv6 network; absent for commands. */
  readonly client?: string | undefined
  /** Of the pages of this service; absent unless it can be trusted. */
  readonly ownOrigin?: string | undefined
  /** Absent unless sent by a browser. */
  readonly origin?: string | undefined
}
