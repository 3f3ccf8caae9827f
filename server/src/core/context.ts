import type { Chains } from '../chain/chains.ts'
import type { GuardedFetch } from '../chain/guarded-fetch.ts'
import type { SignatureVerifier } from '../chain/signature-verifier.ts'
import type { LabelLimits } from '../ens/label.ts'
import type { RecordLimits } from '../ens/record-changes.ts'
import type { GatewayLimits } from '../gateway/request.ts'
import type { Signer } from '../gateway/signer.ts'
import type { Media } from '../media/open-media.ts'
import type { Store } from '../store/open.ts'
import type { AnswerCache } from './lookup/answer-cache.ts'
import type { KnownNames } from './lookup/known-names.ts'
import type { Payments } from './payments/payments.ts'

/** Rules an operator may set; defaults are in `config.ts`. */
interface Rules {
  readonly limits: {
    readonly label: LabelLimits
    readonly records: RecordLimits
    readonly gateway: GatewayLimits
  }
  /** Milliseconds between issued-at and expiration of a signed message, at most. */
  readonly messageLifetime: number
  /** Stored challenges, at most; the oldest make room. */
  readonly maxChallenges: number
  /** Seconds for which a signed gateway answer is valid. */
  readonly answerLifetime: number
  /** Milliseconds for which a signed answer is given again while the store does not answer. */
  readonly answerStaleLimit: number
  /** Milliseconds that reading one name for a caller may take. */
  readonly readTimeout: number
  /** Whether onboarding a domain needs proof on chain that it uses the chosen resolver. */
  readonly verifyDomainControl: boolean
}

/** What every operation works with. One per process; tests and commands build their own. */
export interface CoreContext {
  readonly store: Store
  readonly chains: Chains
  /** Checks who signed a message, on the same chains. */
  readonly signatures: SignatureVerifier
  /** The only way to wherever a caller or the owner of a name says. */
  readonly outbound: GuardedFetch
  /** The key that signs gateway answers of a chain; absent when the operator set none. */
  readonly signers: ReadonlyMap<number, Signer>
  /** Signed answers that may be given again. */
  readonly answers: AnswerCache
  /** Names that were read of late, for further answers. */
  readonly names: KnownNames
  readonly media: Media
  /** Absent: resolving is not paid for. */
  readonly payments: Payments | undefined
  readonly rules: Rules
  /** Milliseconds since 1970, UTC. */
  readonly clock: () => number
}
