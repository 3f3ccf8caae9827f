import { type Hex, size } from 'viem'
import { isHexBytes } from '../ens/hex.ts'
import { AppError } from '../errors.ts'
import type { GuardedAnswer, GuardedFetch } from './guarded-fetch.ts'
import type { Lookup } from './lookup.ts'
import { asAppError } from './outbound/as-app-error.ts'
import { OutboundError } from './outbound/error.ts'
import { readingLimits } from './reading-limits.ts'

interface AskOptions {
  readonly fetch: GuardedFetch
  /** Milliseconds for one gateway. */
  readonly timeout: number
  readonly signal: AbortSignal
  /**
   * Gateways, by their URL, that did not answer in time or are nowhere they may be, and with what they failed. They are not
   * asked again, which would take as long again.
   */
  readonly unreachable: Map<string, AppError>
}

const gateway = "The name's gateway"

/**
 * Asks the gateways of a lookup, in turn: the client's part of EIP-3668. The first few that are on the web are tried;
 * one that answers 4xx knows that there is nothing, so no other one is asked.
 *
 * @throws AppError `UpstreamException`, `UpstreamTimeoutException`, `ServiceUnavailableException`: what came of the
 * last one that was asked.
 */
export async function askGateway(lookup: Lookup, options: AskOptions): Promise<Hex> {
  if (size(lookup.data) > readingLimits.callData)
    throw new AppError('UpstreamException', `${gateway} would be asked more than fits into a question.`)
  let failure: AppError | undefined
  for (const url of lookup.urls.filter(isWebUrl).slice(0, readingLimits.urls)) {
    const outcome = await askOne(lookup, url, options)
    if ('data' in outcome) return outcome.data
    failure = outcome.failure
    if (outcome.isFinal) break
  }
  throw (
    failure ??
    new AppError('UpstreamException', 'The resolver of the name says no gateway that is on the web.')
  )
}

/** Other schemes are for other clients, such as ones that can ask a second chain. */
const isWebUrl = (url: string): boolean => /^https?:\/\//i.test(url)

type Outcome = { readonly data: Hex } | { readonly failure: AppError; readonly isFinal: boolean }

async function askOne(lookup: Lookup, url: string, options: AskOptions): Promise<Outcome> {
  const { fetch, timeout, signal, unreachable } = options
  const known = unreachable.get(url)
  if (known) return { failure: known, isFinal: false }
  try {
    const answer = await fetch({
      ...gatewayRequest(lookup, url),
      maxBytes: readingLimits.gatewayAnswer,
      timeout,
      signal,
    })
    const data = gatewayData(answer)
    return data
      ? { data }
      : { failure: faultOf(answer), isFinal: answer.status >= 400 && answer.status < 500 }
  } catch (error) {
    const failure = asAppError(error, gateway)
    const isRefused = error instanceof OutboundError && error.fault === 'refused'
    if (isRefused || failure.name === 'UpstreamTimeoutException') unreachable.set(url, failure)
    return { failure, isFinal: error instanceof OutboundError && error.fault === 'spent' }
  }
}

/** The request that a URL template stands for (EIP-3668): GET where it has a place for the data, else POST. */
export function gatewayRequest({ sender, data }: Lookup, template: string) {
  const url = template.replaceAll('{sender}', sender.toLowerCase())
  return url.includes('{data}')
    ? ({ url: url.replaceAll('{data}', data), method: 'GET' } as const)
    : ({ url, method: 'POST', body: JSON.stringify({ data, sender }) } as const)
}

/** The `data` of an answer; one with a status of failure has none, whatever its body says. */
export function gatewayData({ status, body }: GuardedAnswer): Hex | undefined {
  if (status !== 200) return undefined
  try {
    const answer: unknown = JSON.parse(body)
    const isObject = typeof answer === 'object' && answer !== null
    return isObject && 'data' in answer && isHexBytes(answer.data) ? answer.data : undefined
  } catch {
    return undefined
  }
}

const faultOf = ({ status }: GuardedAnswer): AppError =>
  new AppError(
    'UpstreamException',
    `${gateway} ${status === 200 ? 'gave an answer that is none (EIP-3668)' : `answered HTTP ${status}`}.`,
  )
