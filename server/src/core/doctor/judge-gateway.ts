import type { Hex } from 'viem'
import { allowsJson, type GatewayReply, isOpenToPages, type SignedResponse } from '../../ccip/gateway.ts'
import { isPublicHost } from '../../rpc/outbound.ts'
import { type DiagnosisStep, type Finding, failed, failedCase, ok, skipped, warning } from './finding.ts'
import { formatTime } from './judge-name.ts'

/** Replies of one gateway URL of a lookup. */
export interface GatewayExchange {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly reply: GatewayReply
  /** Absent for GET, which needs none. */
  readonly preflight: GatewayReply | undefined
}

const slowMs = 2_000

const letSetUrls = 'Let the owner of the resolver contract set a URL that works'
const setUrls = 'As the owner of the resolver, set a URL that works: byname resolvers set-urls'
const tellOperator = 'Tell the operator of the gateway: only they can mend it.'

function gatewayVerdict(name: string, hasOther: boolean, cause: string): string {
  return hasOther
    ? `${name} resolves, but one of its gateways ${cause}.`
    : `${name} does not resolve because its gateway ${cause}.`
}

/** `hasOther`: another URL of the resolver returns a response, so that most clients go on to it. */
export function judgeGateway(
  name: string,
  exchange: GatewayExchange,
  hasOther: boolean,
): readonly [url: Finding<DiagnosisStep>, response: Finding<DiagnosisStep>, cors: Finding<DiagnosisStep>] {
  const urlFinding = judgeUrl(name, exchange, hasOther)
  if (urlFinding.status !== 'ok')
    return [
      urlFinding,
      skipped('gateway-answer', 'The URL cannot be called.'),
      skipped('gateway-cors', 'The URL cannot be called.'),
    ]
  return [urlFinding, judgeResponse(name, exchange, hasOther), judgeCors(name, exchange)]
}

function judgeUrl(name: string, { url, reply }: GatewayExchange, hasOther: boolean): Finding<DiagnosisStep> {
  const observation = {
    step: 'gateway-url',
    asked: `the gateway URL ${url}`,
    received: reply.isRefused
      ? `not called: it ${reply.failure}`
      : isPublicHost(url)
        ? 'a public URL'
        : 'a URL of this machine or network, which this service may call',
  } as const
  if (!reply.isRefused) return ok(observation)
  return (hasOther ? warning : failed)(observation, {
    problem: `This gateway ${reply.failure}: clients on the internet cannot call it.`,
    fix: `${letSetUrls}, with https, on a public host, without credentials.`,
    operatorFix: `${setUrls}, with https, on a public host, without credentials.`,
    verdict: gatewayVerdict(name, hasOther, 'is at an address that the internet cannot reach'),
  })
}

function judgeResponse(
  name: string,
  { url, method, reply }: GatewayExchange,
  hasOther: boolean,
): Finding<DiagnosisStep> {
  const observation = {
    step: 'gateway-answer',
    asked: `${method} ${url}`,
    received: describeReply(reply),
  } as const
  const report = hasOther ? warning : failed
  const verdict = gatewayVerdict(
    name,
    hasOther,
    reply.status === null ? 'does not answer' : 'answers wrongly',
  )
  if (reply.status === null)
    return report(observation, {
      problem: `The gateway ${reply.failure}.`,
      fix: tellOperator,
      operatorFix: `Start the gateway, or open its port and its certificate to the internet. ${setUrls}.`,
      verdict,
    })
  if (reply.status === 405 || reply.status === 501)
    return report(observation, {
      problem: `The gateway does not accept ${method}, which its URL asks clients for (EIP-3668: ${method === 'POST' ? 'no {data}' : '{data}'} in it).`,
      verdict,
      fix: tellOperator,
      operatorFix:
        method === 'POST'
          ? 'Let the gateway answer POST, or put {sender} and {data} in its URL: byname resolvers set-urls.'
          : 'Let the gateway answer GET, or leave {data} out of its URL: byname resolvers set-urls.',
    })
  if (reply.status !== 200)
    return report(observation, {
      problem: `The gateway answers HTTP ${reply.status} for this name.`,
      verdict,
      fix: tellOperator,
      operatorFix:
        reply.status === 404
          ? 'Onboard the domain at the service behind the gateway, or correct the path of the URL: byname resolvers set-urls.'
          : 'Read the log of the gateway for this request, and mend what it says.',
    })
  if (!reply.data)
    return report(observation, {
      problem: 'The response is not {"data":"0x…"} (EIP-3668).',
      fix: tellOperator,
      operatorFix: `Check that the URL leads to the gateway and not to a page before it. ${setUrls}.`,
      verdict,
    })
  if (reply.ms <= slowMs) return ok(observation)
  return warning(observation, {
    problem: `The gateway takes ${reply.ms} ms; many clients give up after some seconds.`,
    fix: tellOperator,
    operatorFix: 'Run the gateway nearer to its database, or with more memory and cores.',
    verdict: `${name} resolves, but slowly: its gateway takes ${reply.ms} ms.`,
  })
}

function describeReply({ status, data, ms, failure }: GatewayReply): string {
  if (status === null) return `no response: it ${failure}`
  return `HTTP ${status}${data ? ' with data' : ''} in ${ms} ms`
}

function judgeCors(name: string, { url, reply, preflight }: GatewayExchange): Finding<DiagnosisStep> {
  if (!reply.data) return skipped('gateway-cors', 'The gateway does not answer the request.')
  const origin = reply.allowOrigin ?? 'no header'
  const observation = {
    step: 'gateway-cors',
    asked: `the CORS headers of ${url}, as a page in a browser`,
    received: `access-control-allow-origin: ${origin}${preflight ? `; preflight: HTTP ${preflight.status ?? 'none'}, ${preflight.allowOrigin ?? 'no header'}` : ''}`,
  } as const
  const isOpen = isOpenToPages(reply) && (!preflight || allowsJson(preflight))
  if (isOpen) return ok(observation)
  return failed(observation, {
    problem: 'Pages in browsers cannot read the response: names do not resolve in web applications.',
    verdict: `${name} does not resolve on websites because its gateway does not let them read its answers.`,
    fix: tellOperator,
    operatorFix:
      'Let the gateway, or the proxy before it, send access-control-allow-origin: * with every response, and answer OPTIONS ' +
      'with 204, the same header and access-control-allow-headers: content-type.',
  })
}

export interface ResponseFacts {
  /** Undefined for another form of answer, which only its contract reads. */
  readonly response: SignedResponse | undefined
  /** Whether the contract's callback returns a result. */
  readonly isAccepted: boolean
  /** Undefined when the signature does not give one. */
  readonly signer: Hex | undefined
  /** Whether the contract says that it trusts the signer; undefined if it does not say. */
  readonly isTrusted: boolean | undefined
  /** Unix seconds of the newest block. */
  readonly now: bigint
}

export function judgeSignature(name: string, url: string, facts: ResponseFacts): Finding<DiagnosisStep> {
  const { response, isAccepted, signer, isTrusted, now } = facts
  const observation = {
    step: 'signature',
    asked: `the resolver contract, to verify the answer of ${url}`,
    received: `${isAccepted ? 'accepted' : 'rejected'}, ${signer ? `signed by ${signer}` : 'signer unknown'}`,
  } as const
  if (isAccepted || isTrusted) return ok(observation)
  if (isTrusted === false)
    return failed(observation, {
      problem: `The answer is signed by ${signer}, which the resolver contract does not trust.`,
      fix: `Let the owner of the resolver contract add the signer ${signer} to it.`,
      operatorFix: `As the owner of the resolver, add the signer ${signer} to it; or give the gateway the key of a signer that it has (SIGNER_KEY).`,
      verdict: `${name} does not resolve because the contract does not know this server's signer.`,
    })
  if (response && response.expires < now)
    return skipped('signature', 'The answer has expired, which the contract checks first.')
  return failed(observation, {
    problem:
      'The resolver contract rejects the answer: the signature is not over this chain, contract and request.',
    fix: tellOperator,
    operatorFix:
      'Check the address, the chain and the signing scheme that the gateway has for the resolver, and that no proxy changes the call data.',
    verdict: `${name} does not resolve because the contract rejects the signature of its gateway.`,
  })
}

const shortestSeconds = 30n
const longestSeconds = 86_400n

export function judgeResponseExpiry(
  name: string,
  url: string,
  { response, now }: ResponseFacts,
): Finding<DiagnosisStep> {
  if (!response)
    return skipped('answer-expiry', 'The answer has another form than (result, expires, signature).')
  const left = response.expires - now
  const observation = {
    step: 'answer-expiry',
    asked: `until when the answer of ${url} is valid`,
    received: `${formatTime(response.expires)}, ${left} s after the newest block`,
  } as const
  if (left < 0n)
    return failed(observation, {
      problem: `The answer expired ${-left} s before the newest block: the contract rejects it.`,
      fix: tellOperator,
      operatorFix:
        'Set the clock of the gateway by NTP, and let no cache keep its responses longer than they are valid.',
      verdict: `${name} does not resolve because the answers of its gateway have expired.`,
    })
  if (left < shortestSeconds)
    return warning(observation, {
      problem: `The answer is valid for ${left} s only: slow clients send it too late.`,
      fix: tellOperator,
      operatorFix:
        'Raise the lifetime of answers at the gateway (GATEWAY_SIGNATURE_TTL), and set its clock by NTP.',
      verdict: `${name} resolves, but answers for it end too early for slow wallets.`,
    })
  if (left > longestSeconds)
    return warning(observation, {
      problem:
        'The answer is valid for more than a day: an old one can be replayed after the record has changed.',
      fix: tellOperator,
      operatorFix: 'Lower the lifetime of answers at the gateway to some minutes.',
      verdict: `${name} resolves, but answers for it stay valid for more than a day.`,
    })
  return ok(observation)
}

/** @param isServed Whether the gateway answers for the name. */
export function judgeCase(
  { step, asked, expected, fix }: Pick<GatewayCase, 'step' | 'asked' | 'expected' | 'fix'>,
  reply: GatewayReply,
  isServed: boolean,
): Finding {
  const observation = { step, asked, received: describeCaseReply(reply) }
  if (reply.status === 404 && !isServed && expected !== '4xx')
    return skipped(step, 'The gateway does not serve the name: give one that it serves.')
  if (isExpected(expected, reply)) return ok(observation)
  return failedCase(observation, { problem: problemOf(expected, reply), fix })
}

function isRefusal({ status, hasMessage }: GatewayReply): boolean {
  return status !== null && status >= 400 && status < 500 && hasMessage
}

function isResponse({ status, data }: GatewayReply): boolean {
  return status === 200 && data !== undefined
}

function isExpected(expected: ExpectedReply, reply: GatewayReply): boolean {
  if (expected === 'answer') return isResponse(reply)
  if (expected === '4xx') return isRefusal(reply)
  return isResponse(reply) || isRefusal(reply)
}

function problemOf(expected: ExpectedReply, { status, data, hasMessage, failure }: GatewayReply): string {
  if (status === null) return `The gateway ${failure}.`
  if (status >= 500) return `HTTP ${status}: clients take the gateway for down and call the next one.`
  if (status >= 400 && !hasMessage) return `HTTP ${status} without a JSON message, which EIP-3668 asks for.`
  if (expected === '4xx') return 'The gateway answers a request that is malformed.'
  return status === 200 && !data
    ? 'The response is not {"data":"0x…"} (EIP-3668).'
    : `The gateway refuses with HTTP ${status}.`
}

function describeCaseReply({ status, data, hasMessage, failure, ms }: GatewayReply): string {
  if (status === null) return `no response: it ${failure}`
  const content = data ? ' with data' : hasMessage ? ' with a message' : ''
  return `HTTP ${status}${content} in ${ms} ms`
}

/**
 * What a gateway should return:
 *
 * - `answer`: 200 with `data`; 404 if it does not serve the name
 * - `answer or 4xx`: the same, or a refusal in words
 * - `4xx`: a refusal in words, never 5xx, after which clients call the next gateway
 */
type ExpectedReply = 'answer' | 'answer or 4xx' | '4xx'

export interface GatewayCase {
  /** Stable id. */
  readonly step: string
  readonly asked: string
  /** Hex, or what is sent in its place. */
  readonly data: string
  readonly expected: ExpectedReply
  readonly fix: string
}
