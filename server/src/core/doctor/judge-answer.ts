import type { Hex } from 'viem'
import type { SignedAnswer } from '../../ccip/signed-answer.ts'
import { type DiagnosisStep, type Finding, failed, ok, skipped, warning } from './finding.ts'
import { formatTime } from './judge-registration.ts'

export interface AnswerFacts {
  /** Undefined for another form of answer, which only its contract reads. */
  readonly answer: SignedAnswer | undefined
  /** Whether the contract's callback returns a result. */
  readonly isAccepted: boolean
  /** Undefined when the signature does not give one. */
  readonly signer: Hex | undefined
  /** Whether the contract says that it trusts the signer; undefined if it does not say. */
  readonly isTrusted: boolean | undefined
  /** Unix seconds of the newest block. */
  readonly now: bigint
}

export function judgeSignature(url: string, facts: AnswerFacts): Finding<DiagnosisStep> {
  const { answer, isAccepted, signer, isTrusted, now } = facts
  const observation = {
    step: 'signature',
    asked: `the resolver contract, to verify the answer of ${url}`,
    received: `${isAccepted ? 'accepted' : 'rejected'}, ${signer ? `signed by ${signer}` : 'signer unknown'}`,
  } as const
  if (isAccepted || isTrusted) return ok(observation)
  if (isTrusted === false)
    return failed(observation, {
      problem: `The answer is signed by ${signer}, which the resolver contract does not trust.`,
      fix: `As the owner of the resolver, add the signer ${signer} to it; or give the gateway the key of a signer that it has (SIGNER_KEY).`,
    })
  if (answer && answer.expires < now)
    return skipped('signature', 'The answer has expired, which the contract checks first.')
  return failed(observation, {
    problem:
      'The resolver contract rejects the answer: the signature is not over this chain, contract and request.',
    fix: 'Check the address, the chain and the signing scheme that the gateway has for the resolver, and that no proxy changes the call data.',
  })
}

const shortestSeconds = 30n
const longestSeconds = 86_400n

export function judgeAnswerExpiry(url: string, { answer, now }: AnswerFacts): Finding<DiagnosisStep> {
  if (!answer)
    return skipped('answer-expiry', 'The answer has another form than (result, expires, signature).')
  const left = answer.expires - now
  const observation = {
    step: 'answer-expiry',
    asked: `until when the answer of ${url} is valid`,
    received: `${formatTime(answer.expires)}, ${left} s after the newest block`,
  } as const
  if (left < 0n)
    return failed(observation, {
      problem: `The answer expired ${-left} s before the newest block: the contract rejects it.`,
      fix: 'Set the clock of the gateway by NTP, and let no cache keep its responses longer than they are valid.',
    })
  if (left < shortestSeconds)
    return warning(observation, {
      problem: `The answer is valid for ${left} s only: slow clients send it too late.`,
      fix: 'Raise the lifetime of answers at the gateway (GATEWAY_SIGNATURE_TTL), and set its clock by NTP.',
    })
  if (left > longestSeconds)
    return warning(observation, {
      problem:
        'The answer is valid for more than a day: an old one can be replayed after the record has changed.',
      fix: 'Lower the lifetime of answers at the gateway to some minutes.',
    })
  return ok(observation)
}
