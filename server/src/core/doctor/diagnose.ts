import { AppError } from '../../errors.ts'
import { OutboundError } from '../../rpc/outbound/error.ts'
import type { SsrfSafeFetch } from '../../rpc/ssrf-safe-fetch.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { diagnoseGateway } from './diagnose-gateway.ts'
import { type Diagnosis, diagnoseName } from './diagnose-name.ts'

export interface Diagnose {
  readonly caller: Caller
  readonly name?: string | undefined
  readonly gateway?: string | undefined
  readonly chainId: number
  /** Of callers without a credential. */
  readonly quota: DiagnosisQuota
}

interface DiagnosisQuota {
  readonly consume: () => Promise<void>
  /** Counts a request to a host, of all callers together; false at the limit. */
  readonly admitTarget: (host: string) => boolean
}

/**
 * Of a gateway if one is given, which needs a credential, because its host is the caller's choice; the name is then one
 * that it serves. Without a credential, a name is diagnosed within a quota, and its gateways get a bounded number of
 * requests from all such callers together.
 */
export async function diagnose(
  context: CoreContext,
  { caller, name, gateway, chainId, quota }: Diagnose,
): Promise<Diagnosis> {
  const isAnonymous = !caller.apiKey && !caller.session
  if (gateway !== undefined) {
    if (isAnonymous)
      throw new AppError(
        'InvalidApiKeyException',
        'A check of a gateway sends it some twenty requests, so it needs an API key or a session. A name can be diagnosed without.',
      )
    const timeoutMs = context.rules.resolveTimeoutMs
    return diagnoseGateway({ ...context, timeoutMs }, { url: gateway, name })
  }
  if (name !== undefined) {
    if (!isAnonymous) return diagnoseName(context, { caller, name, chainId })
    await quota.consume()
    const outbound = boundedByTarget(context.outbound, quota.admitTarget)
    return diagnoseName({ ...context, outbound }, { caller, name, chainId })
  }
  throw new AppError('BadRequestException', 'Give a name, or the URL of a gateway.')
}

/** Requests to hosts that are not admitted fail without being sent. */
export function boundedByTarget(fetch: SsrfSafeFetch, admit: DiagnosisQuota['admitTarget']): SsrfSafeFetch {
  return async (request) => {
    const host = URL.parse(request.url)?.hostname
    if (host !== undefined && !admit(host))
      throw new OutboundError(
        'budget-exhausted',
        'was not contacted: diagnoses without an API key have sent it as many requests as they may in a minute',
      )
    return fetch(request)
  }
}
