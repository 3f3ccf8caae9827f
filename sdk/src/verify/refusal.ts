/**
 * Why an answer is refused. Names that the contract has too (docs/format.md) mean the same here; the others are of what a
 * client does before it calls the contract.
 */
export type RefusalReason =
  | 'AnswerExpired'
  | 'InvalidName'
  | 'InvalidRecordSet'
  | 'InvalidSealProof'
  | 'InvalidSignatureLength'
  | 'InvalidSignatureS'
  | 'InvalidSignatureV'
  | 'InvalidTile'
  | 'LifetimeTooLong'
  | 'MalformedCall'
  | 'MalformedResponse'
  | 'MalformedSet'
  | 'NestedLookup'
  | 'NodeMismatch'
  | 'NoZone'
  | 'NotSignedByDelegate'
  | 'NotSignedByHolder'
  | 'PathTooDeep'
  | 'SetExpired'
  | 'SetSuperseded'
  | 'UnorderedKey'
  | 'UnrecoverableSignature'
  | 'UnsupportedKind'
  | 'UntrustedSigner'
  | 'WrongCallback'
  | 'WrongFile'
  | 'WrongNumberOfFiles'

/** Thrown inside; `verifyAnswer` returns it as a verdict. */
export class Refused extends Error {
  readonly reason: RefusalReason

  constructor(reason: RefusalReason, detail: string) {
    super(detail)
    this.reason = reason
  }
}

/** @throws Refused unless the condition holds. */
export function assertHolds(condition: boolean, reason: RefusalReason, detail: string): asserts condition {
  if (!condition) throw new Refused(reason, detail)
}
