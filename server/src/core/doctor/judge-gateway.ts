import { allowsJson, type GatewayReply, isOpenToPages } from '../../ccip/request-gateway.ts'
import { isPublicHost } from '../../rpc/outbound/is-public-host.ts'
import { type DiagnosisStep, type Finding, failed, ok, skipped, warning } from './finding.ts'

/** Replies of one gateway URL of a lookup. */
export interface GatewayExchange {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly reply: GatewayReply
  /** Absent for GET, which needs none. */
  readonly preflight: GatewayReply | undefined
}

const slowMs = 2_000

const setUrls = 'As the owner of the resolver, set a URL that works: byname resolvers set-urls'

/** `hasOther`: another URL of the resolver returns a response, so that most clients go on to it. */
export function judgeGateway(
  exchange: GatewayExchange,
  hasOther: boolean,
): readonly [url: Finding<DiagnosisStep>, answer: Finding<DiagnosisStep>, cors: Finding<DiagnosisStep>] {
  const urlFinding = judgeUrl(exchange, hasOther)
  if (urlFinding.status !== 'ok')
    return [
      urlFinding,
      skipped('gateway-answer', 'The URL cannot be called.'),
      skipped('gateway-cors', 'The URL cannot be called.'),
    ]
  return [urlFinding, judgeAnswer(exchange, hasOther), judgeCors(exchange)]
}

function judgeUrl({ url, reply }: GatewayExchange, hasOther: boolean): Finding<DiagnosisStep> {
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
    fix: `${setUrls}, with https, on a public host, without credentials.`,
  })
}

function judgeAnswer({ url, method, reply }: GatewayExchange, hasOther: boolean): Finding<DiagnosisStep> {
  const observation = {
    step: 'gateway-answer',
    asked: `${method} ${url}`,
    received: describeReply(reply),
  } as const
  const report = hasOther ? warning : failed
  if (reply.status === null)
    return report(observation, {
      problem: `The gateway ${reply.failure}.`,
      fix: `Start the gateway, or open its port and its certificate to the internet. ${setUrls}.`,
    })
  if (reply.status === 405 || reply.status === 501)
    return report(observation, {
      problem: `The gateway does not accept ${method}, which its URL asks clients for (EIP-3668: ${method === 'POST' ? 'no {data}' : '{data}'} in it).`,
      fix:
        method === 'POST'
          ? 'Let the gateway answer POST, or put {sender} and {data} in its URL: byname resolvers set-urls.'
          : 'Let the gateway answer GET, or leave {data} out of its URL: byname resolvers set-urls.',
    })
  if (reply.status !== 200)
    return report(observation, {
      problem: `The gateway answers HTTP ${reply.status} for this name.`,
      fix:
        reply.status === 404
          ? 'Onboard the domain at the service behind the gateway, or correct the path of the URL: byname resolvers set-urls.'
          : 'Read the log of the gateway for this request, and mend what it says.',
    })
  if (!reply.data)
    return report(observation, {
      problem: 'The response is not {"data":"0x…"} (EIP-3668).',
      fix: `Check that the URL leads to the gateway and not to a page before it. ${setUrls}.`,
    })
  if (reply.ms <= slowMs) return ok(observation)
  return warning(observation, {
    problem: `The gateway takes ${reply.ms} ms; many clients give up after some seconds.`,
    fix: 'Run the gateway nearer to its database, or with more memory and cores.',
  })
}

function describeReply({ status, data, ms, failure }: GatewayReply): string {
  if (status === null) return `no response: it ${failure}`
  return `HTTP ${status}${data ? ' with data' : ''} in ${ms} ms`
}

function judgeCors({ url, reply, preflight }: GatewayExchange): Finding<DiagnosisStep> {
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
    fix:
      'Let the gateway, or the proxy before it, send access-control-allow-origin: * with every response, and answer OPTIONS ' +
      'with 204, the same header and access-control-allow-headers: content-type.',
  })
}
