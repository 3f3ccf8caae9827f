export {
  type AnswerInput,
  type AnswerRequest,
  type Check,
  type Verdict,
  type VerifiedEntry,
  verifyAnswer,
  type Word,
} from './verify/answer.ts'
export type { Hex } from './verify/bytes.ts'
export type { VerifyFault } from './verify/error.ts'
export type { RefusalReason } from './verify/refusal.ts'
export type { AskedRecords, VerifiedRecord } from './verify/report.ts'
export type { Block, Transport } from './verify/rpc.ts'
export type {
  AccountSignature,
  Callback,
  HashTree,
  IsValidSignature,
  ResolverState,
  Seal,
} from './verify/state.ts'
export { type NameReport, type VerifyOptions, verify } from './verify/verify-name.ts'
