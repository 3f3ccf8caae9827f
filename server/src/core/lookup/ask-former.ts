import type { ChainId } from '../../ens/chains.ts'
import { AppError } from '../../errors.ts'
import { encodeBytesArray } from '../../gateway/abi.ts'
import { encodeUnsupported, maxResultBytes } from '../../gateway/encode-result.ts'
import { decodeItems, isErrorResult, splitMulticall } from '../../gateway/former-result.ts'
import type { RecordCall } from '../../gateway/record-call.ts'
import type { GatewayRequest } from '../../gateway/request.ts'
import type { FormerLookup } from '../../store/lookup.ts'
import { FormerGatewayError, type FormerGateways, type FormerResponse } from './former-gateways.ts'

export interface FormerRequest {
  readonly former: FormerLookup
  readonly chainId: ChainId
  readonly query: GatewayRequest['query']
  readonly callData: Uint8Array
  /** Whether what the gateway refuses is an error in the result; absent: for what most gateways do not know. */
  readonly toleratesRefusals?: boolean
}

/** For gateways that response no multicall. */
const maxSplitCalls = 64

/** A multicall that the gateway does not answer is asked call by call. */
export async function askAsWhole(
  formerGateways: FormerGateways,
  { former, chainId, query, callData, toleratesRefusals = false }: FormerRequest,
): Promise<FormerResponse> {
  const ask = (data: Uint8Array, asked: GatewayRequest['query']) =>
    formerGateways.ask({ former, chainId, callData: data, query: asked })
  if (query.type !== 'multicall') return ask(callData, query)
  const whole = await ask(callData, query).catch(returnIfRefused)
  if (!(whole instanceof AppError) && isAnswerOf(query.calls, whole)) return whole
  const parts = splitMulticall(callData) ?? []
  if (parts.length > maxSplitCalls)
    throw whole instanceof AppError
      ? whole
      : new FormerGatewayError(former, 'does not answer multicalls', 'question')
  const answers = await Promise.all(
    query.calls.map((call, index) =>
      ask(parts[index] ?? callData, call).catch((error: unknown) =>
        unsupportedIfOptional(call, error, toleratesRefusals),
      ),
    ),
  )
  return joinAnswers(former, answers)
}

function returnIfRefused(error: unknown): FormerGatewayError {
  if (error instanceof FormerGatewayError && error.fault === 'question') return error
  throw error
}

function isAnswerOf(calls: readonly RecordCall[], { result }: FormerResponse): boolean {
  return !isErrorResult(result) && decodeItems(result)?.length === calls.length
}

const optionalCalls: ReadonlySet<RecordCall['type']> = new Set([
  ...(['textKeys', 'recordList', 'unset', 'unsupported', 'hasAddress'] as const),
])

/** Functions that most gateways do not know get the error of an unknown one. */
function unsupportedIfOptional(call: RecordCall, error: unknown, toleratesRefusals: boolean): FormerResponse {
  const isRefused = error instanceof FormerGatewayError && error.fault === 'question'
  const isOptional = toleratesRefusals || optionalCalls.has(call.type)
  if (!isRefused || !isOptional) throw error
  const selector = call.type === 'unsupported' ? call.selector : 0
  return { result: encodeUnsupported(selector), expires: Number.MAX_SAFE_INTEGER, hasRecords: false }
}

function joinAnswers(former: FormerLookup, answers: readonly FormerResponse[]): FormerResponse {
  const result = encodeBytesArray(answers.map((answer) => answer.result))
  if (result.length > maxResultBytes)
    throw new FormerGatewayError(former, `returned results of more than ${maxResultBytes} bytes`, 'invalid')
  return {
    result,
    expires: Math.min(...answers.map(({ expires }) => expires)),
    hasRecords: answers.some((answer) => answer.hasRecords),
  }
}
