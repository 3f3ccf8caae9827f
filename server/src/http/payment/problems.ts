import type { RefusalReason } from '../../payment/refused-error.ts'

export const problems = {
  'https://paymentauth.org/problems/payment-required': 'Payment Required',
  'https://paymentauth.org/problems/payment-insufficient': 'Payment Insufficient',
  'https://paymentauth.org/problems/payment-expired': 'Payment Expired',
  'https://paymentauth.org/problems/verification-failed': 'Verification Failed',
  'https://paymentauth.org/problems/malformed-credential': 'Malformed Credential',
  'https://paymentauth.org/problems/invalid-challenge': 'Invalid Challenge',
  'https://paymentauth.org/problems/invalid-payload': 'Invalid Payload',
} as const

type ProblemType = keyof typeof problems
type ProblemName = ProblemType extends `${string}/problems/${infer Name}` ? Name : never

/** x402 uses a sentence here, unlike its other codes. */
const noMatchingRequirements = 'No matching payment requirements'

/** Problem type of MPP, error of x402 (as in its own implementation). */
const reasonMappings: Record<RefusalReason, readonly [problem: ProblemName, error: string]> = {
  required: ['payment-required', 'Payment required'],
  malformed: ['malformed-credential', 'invalid_payload'],
  unsupported: ['invalid-payload', 'unsupported_payload_type'],
  offer: ['invalid-challenge', noMatchingRequirements],
  challenge: ['invalid-challenge', noMatchingRequirements],
  'challenge-expired': ['payment-expired', 'invalid_exact_evm_payload_authorization_valid_before'],
  binding: ['verification-failed', noMatchingRequirements],
  recipient: ['verification-failed', 'invalid_exact_evm_recipient_mismatch'],
  amount: ['verification-failed', 'invalid_exact_evm_payload_authorization_value_mismatch'],
  signature: ['verification-failed', 'invalid_exact_evm_signature'],
  expired: ['payment-expired', 'invalid_exact_evm_payload_authorization_valid_before'],
  'not-yet-valid': ['verification-failed', 'invalid_exact_evm_payload_authorization_valid_after'],
  funds: ['payment-insufficient', 'invalid_exact_evm_insufficient_balance'],
  used: ['verification-failed', 'invalid_exact_evm_nonce_already_used'],
  reverts: ['verification-failed', 'invalid_exact_evm_transaction_simulation_failed'],
  spent: ['invalid-challenge', 'invalid_exact_evm_nonce_already_used'],
  'too-many': ['verification-failed', 'unexpected_verify_error'],
}

export function toProblem(reason: RefusalReason): { type: ProblemType; title: string; error: string } {
  const [name, error] = reasonMappings[reason]
  const type: ProblemType = `https://paymentauth.org/problems/${name}`
  return { type, title: problems[type], error }
}
