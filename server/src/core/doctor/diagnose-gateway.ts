import type { Hex } from 'viem'
import {
  allowsJson,
  type GatewayReply,
  isOpenToPages,
  parseSignedResponse,
  preflightOf,
  requestGateway,
} from '../../ccip/gateway.ts'
import { encodeAddressLookup } from '../../ccip/records.ts'
import { normalizeName } from '../../ens/names.ts'
import { budgetedFetch } from '../../rpc/caller.ts'
import type { OutboundRequest } from '../../rpc/ssrf-safe-fetch.ts'
import type { CoreContext } from '../context.ts'
import { type Diagnosis, type Finding, failedCase, ok, overallStatus, skipped } from './finding.ts'
import { gatewayCases } from './gateway.ts'
import { type GatewayCase, judgeCase, judgeResponseExpiry } from './judge-gateway.ts'
import { adviseReader } from './verdict.ts'

/** No service issues it. */
const unservedName = 'byname-doctor.eth'

/** Gateways ignore it (EIP-3668 clients send different ones). */
const sender = '0x0000000000000000000000000000000000000001'

/** Of one gateway, which gets as many requests as there are cases. */
const limits = { maxRequests: 32, maxConcurrent: 4, maxResponseChars: 1024 * 1024 } as const

interface GatewayOptions extends Pick<CoreContext, 'outbound' | 'clock'> {
  /** Of all requests together. */
  readonly timeoutMs: number
}

type Request = Pick<OutboundRequest, 'url' | 'method' | 'body'>

/**
 * Checks that a gateway conforms to EIP-3668 and survives what clients and attackers send. `url`: a template with `{data}`, or
 * the URL for POST. Without a name that it serves, only refusals and the transport are checked.
 */
export async function diagnoseGateway(
  { outbound, timeoutMs: totalMs, clock }: GatewayOptions,
  input: { url: string; name?: string | undefined },
): Promise<Diagnosis> {
  const name = normalizeName(input.name ?? unservedName)
  const timeoutMs = totalMs / 2
  const signal = AbortSignal.timeout(totalMs)
  const fetch = budgetedFetch(outbound, limits)
  const send = (request: Request) => requestGateway(request, { fetch, timeoutMs, signal })
  const lookup = encodeAddressLookup(name)
  const first = await send(postOf(input.url, lookup))
  const isServed = first.status === 200
  const findings: Finding[] = [transportCase('post', 'POST with {"data", "sender"}', first, isServed)]
  if (first.isRefused || first.status === null) return toDiagnosis(input.url, findings)

  const [get, anySender, preflight, ...replies] = await Promise.all([
    send(getOf(input.url, sender, lookup)),
    send(getOf(input.url, 'REDACTED', lookup)),
    send(preflightOf(postOf(input.url, lookup).url)),
    ...gatewayCases(name).map(async (each) =>
      judgeCase(each, await send(postOf(input.url, each.data)), isServed),
    ),
  ])
  findings.push(
    transportCase('get', 'GET with the call data in the path', get, isServed),
    transportCase('sender-ignored', 'GET with REDACTED as sender', anySender, isServed),
    corsCase(first, preflight),
    expiryCase(input.url, first, BigInt(Math.floor(clock() / 1000))),
    ...replies,
  )
  return toDiagnosis(input.url, findings)
}

const gatewayVerdicts = {
  ok: 'The gateway answers as clients expect.',
  warning: 'The gateway answers, with a warning.',
  failed: 'The gateway does not answer as clients expect.',
} as const

function toDiagnosis(subject: string, findings: readonly Finding[]): Diagnosis {
  const status = overallStatus(findings)
  return {
    subject,
    status,
    verdict: gatewayVerdicts[status],
    findings: findings.map((each) => adviseReader(each, true)),
  }
}

/** The URL without the path of a GET template. */
function baseOf(template: string): string {
  return template.replace(/\/?\{sender\}/, '').replace(/\/?\{data\}(\.json)?/, '')
}

function postOf(template: string, data: string): Request {
  return { url: baseOf(template), method: 'POST', body: JSON.stringify({ data, sender }) }
}

function getOf(template: string, from: string, data: Hex): Request {
  const get = template.includes('{data}')
    ? template
    : `${baseOf(template).replace(/\/$/, '')}/{sender}/{data}.json`
  return { url: get.replaceAll('{sender}', from).replaceAll('{data}', data), method: 'GET' }
}

const transportFixes = {
  post: 'Answer POST with a JSON body, as clients send where the URL has no {data}.',
  get: 'Answer GET /{sender}/{data}.json below the same URL, as clients send where the URL has {data}.',
  'sender-ignored': 'Ignore the sender in the path: proxies and batch gateways replace it.',
} as const

function transportCase(
  step: keyof typeof transportFixes,
  asked: string,
  reply: GatewayReply,
  isServed: boolean,
): Finding {
  const served: Pick<GatewayCase, 'step' | 'asked' | 'expected' | 'fix'> = {
    step,
    asked,
    expected: isServed ? 'answer' : 'answer or 4xx',
    fix: transportFixes[step],
  }
  return isServed || reply.status !== 404 || !reply.hasMessage
    ? judgeCase(served, reply, true)
    : ok({ step, asked, received: 'HTTP 404 with a message: it does not serve the name' })
}

function corsCase(reply: GatewayReply, preflight: GatewayReply): Finding {
  const observation = {
    step: 'cors',
    asked: 'access-control-allow-origin and the preflight of POST',
    received: `${reply.allowOrigin ?? 'no header'}; preflight HTTP ${preflight.status ?? 'none'}`,
  }
  if (isOpenToPages(reply) && allowsJson(preflight)) return ok(observation)
  return failedCase(observation, {
    problem: 'Pages in browsers cannot read the response.',
    fix: 'Send access-control-allow-origin: * with every response, and answer OPTIONS with access-control-allow-headers: content-type.',
  })
}

function expiryCase(url: string, { data }: GatewayReply, now: bigint): Finding {
  const response = data && parseSignedResponse(data)
  if (!response)
    return skipped('answer-expiry', 'There is no answer of the form (result, expires, signature).')
  return judgeResponseExpiry('A name', url, {
    response,
    isAccepted: false,
    signer: undefined,
    isTrusted: undefined,
    now,
  })
}
