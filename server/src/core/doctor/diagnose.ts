import type { Address } from 'viem'
import { localBatchGatewayUrl } from '../../ccip/gateway.ts'
import { readAddressLookup } from '../../ccip/records.ts'
import { findNameResolver, type NameResolver, readResolverInterfaces } from '../../ccip/resolver.ts'
import { openReadSession } from '../../ccip/session.ts'
import type { ChainId } from '../../ens/chains.ts'
import { normalizeName } from '../../ens/names.ts'
import { AppError } from '../../errors.ts'
import { budgetedFetch, budgetedRpc, withAbort } from '../../rpc/caller.ts'
import { type ChainClient, chainClientOf } from '../../rpc/operator.ts'
import { OutboundError } from '../../rpc/outbound/error.ts'
import type { SsrfSafeFetch } from '../../rpc/ssrf-safe-fetch.ts'
import { isAdministrator } from '../auth/access.ts'
import { type Caller, type CoreContext, settleAppError } from '../context.ts'
import type { AnchorSettings } from '../domains/anchor.ts'
import { diagnoseDomain } from './diagnose-domain.ts'
import { diagnoseGateway } from './diagnose-gateway.ts'
import {
  type Diagnosis,
  type DiagnosisStep,
  diagnosisSteps,
  domainSteps,
  type Finding,
  failed,
  overallStatus,
  skipped,
} from './finding.ts'
import { exchangeWithGateways, verifyResponse } from './gateway.ts'
import { judgeInstance } from './instance.ts'
import { judgeGateway, judgeResponseExpiry, judgeSignature } from './judge-gateway.ts'
import {
  judgeChain,
  judgeConfigured,
  judgeExpiry,
  judgeInterfaces,
  judgeLookup,
  judgeNormalization,
  judgeRecords,
  judgeRegistry,
  judgeResolver,
  judgeRetiredService,
  judgeUniversalResolver,
  judgeWildcardClient,
} from './judge-name.ts'
import {
  type Instance,
  type RegistrationFacts,
  readInstance,
  readPresentRecords,
  readRegistration,
  resolveAsWildcardClient,
} from './read.ts'
import { adviseReader, verdictOf, withoutRepeats } from './verdict.ts'

interface Diagnose {
  readonly caller: Caller
  /** In any spelling. */
  readonly name?: string | undefined
  readonly gateway?: string | undefined
  readonly chainId: ChainId
  /** As the settings of the service name them. */
  readonly settings: AnchorSettings | undefined
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
  { caller, name, gateway, chainId, settings, quota }: Diagnose,
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
    if (!isAnonymous) return diagnoseName(context, { caller, name, chainId, settings })
    await quota.consume()
    const outbound = boundedByTarget(context.outbound, quota.admitTarget)
    return diagnoseName({ ...context, outbound }, { caller, name, chainId, settings })
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

/** Budget of one diagnosis, for its requests to gateways, and its calls of the operator's RPC. */
const limits = { maxRequests: 32, maxConcurrent: 8, maxResponseChars: 1024 * 1024 } as const
const maxRpcCalls = 120

interface Run {
  readonly context: CoreContext
  readonly chain: ChainClient
  readonly chainId: ChainId
  readonly name: string
  readonly instance: Instance
  readonly timeoutMs: number
  readonly signal: AbortSignal
  readonly add: (...findings: readonly Finding<DiagnosisStep>[]) => void
}

/**
 * Follows a name from its normal form to its records, as clients do, and says where it ends. Never returns records, which
 * other operations charge for; of a domain of this service, only callers that may read it see why it is withheld. A step that
 * fails ends those that need it.
 */
export async function diagnoseName(
  context: CoreContext,
  input: { caller: Caller; name: string; chainId: ChainId; settings: AnchorSettings | undefined },
): Promise<Diagnosis> {
  const { chainId } = input
  const configured = chainClientOf(context.chains, chainId)
  const findings: Finding<DiagnosisStep>[] = []
  const add: Run['add'] = (...added) => findings.push(...added)
  const name = await settleAppError(async () => normalizeName(input.name))
  if (name instanceof AppError)
    add(
      failed(
        { step: 'normalization', asked: 'the normal form of the name (ENSIP-15)', received: 'none' },
        invalidName(input.name, name),
      ),
    )
  else {
    add(judgeNormalization(input.name, name))
    const { resolveTimeoutMs } = context.rules
    const signal = AbortSignal.timeout(resolveTimeoutMs)
    const rpc = budgetedRpc(
      withAbort(configured.rpc, signal),
      maxRpcCalls,
      'The diagnosis takes too many RPC calls.',
    )
    const openChain = () => {
      const timeoutMs = resolveTimeoutMs / 2
      const session = openReadSession({ chainId, rpc, fetch: context.outbound, timeoutMs, signal })
      return { ...session.chain, rpc, contracts: configured.contracts }
    }
    const instance = await readInstance(context, { caller: input.caller, chainId, name })
    const { domain } = instance
    const timeoutMs = resolveTimeoutMs / 3
    const ofName = diagnoseNormalized({
      context: { ...context, outbound: budgetedFetch(context.outbound, limits) },
      ...{ chain: openChain(), chainId, name, instance, timeoutMs, signal, add },
    })
    const { settings } = input
    const ofDomain = domain
      ? diagnoseDomain(context, { domain, settings, chain: openChain(), timeoutMs, signal })
      : []
    const [found] = await Promise.all([ofDomain, ofName])
    add(...found)
  }
  const missing = diagnosisSteps.filter((step) => !findings.some((finding) => finding.step === step))
  add(...missing.map((step) => skipped(step, 'Not reached: a step before it failed.')))
  const isOperator = isAdministrator(input.caller)
  const inOrder = withoutRepeats(
    [...diagnosisSteps, ...domainSteps].flatMap((step) =>
      findings.filter((finding) => finding.step === step),
    ),
  ).map((finding) => adviseReader(finding, isOperator))
  const subject = name instanceof AppError ? input.name : name
  return { subject, status: overallStatus(inOrder), verdict: verdictOf(subject, inOrder), findings: inOrder }
}

function invalidName(text: string, { message }: AppError) {
  return {
    problem: message,
    fix: 'Correct the spelling; a name is written as ENSIP-15 allows.',
    verdict: `${text} is not a valid name.`,
  }
}

async function diagnoseNormalized(run: Run): Promise<void> {
  const { chain, name, instance, add } = run
  const { facts, expectedResolver, otherChainId } = instance
  const registration = await attempt(run, 'registry', () => readRegistration(chain, name))
  if (!registration) return
  const inChain = { ...registration, name, chainId: run.chainId, otherChainId }
  const onChain = judgeChain(inChain)
  add(onChain, judgeExpiry(inChain, registration.now))
  if (onChain.status === 'failed') return
  const inRegistry = judgeRegistry(inChain)
  add(inRegistry)
  if (inRegistry.status === 'failed') return
  const found = await attempt(run, 'resolver', () => findNameResolver(chain, name))
  if (!found) return
  const resolverFinding = judgeResolver(name, found, expectedResolver)
  const { resolver } = found
  if (resolver === null) return add(resolverFinding)
  add(resolverFinding)
  const retired = judgeRetiredService(name, resolver, expectedResolver)
  add(retired)
  if (retired.status === 'failed') return
  const configured = judgeConfigured(name, found, facts?.domain, expectedResolver)
  add(configured)
  if (configured.status === 'failed') return
  await diagnoseResolver(run, { ...found, resolver }, registration)
}

async function diagnoseResolver(
  run: Run,
  found: NameResolver & { readonly resolver: Address },
  registration: RegistrationFacts,
): Promise<void> {
  const { chain, name, add, instance } = run
  const interfaces = await attempt(run, 'resolver-interfaces', () =>
    readResolverInterfaces(chain, found.resolver),
  )
  if (!interfaces) return
  const finding = judgeInterfaces(name, found, interfaces)
  add(finding)
  if (finding.status === 'failed') return
  const lookup = interfaces.isExtended
    ? await attempt(run, 'lookup', async () => ({
        found: await readAddressLookup(chain, found.resolver, name),
      }))
    : { found: undefined }
  if (!lookup) return
  add(judgeLookup(name, found.resolver, lookup.found?.urls))
  const isBatch = lookup.found?.urls.includes(localBatchGatewayUrl) ?? false
  const areGatewaysFine =
    lookup.found && !isBatch
      ? await diagnoseGateways(run, found.resolver, lookup.found, registration.now)
      : skipGateways(run, isBatch)
  const isWithheld = instance.facts?.isBlocked || instance.facts?.isDeleted
  const records = areGatewaysFine
    ? await diagnoseClients(run, interfaces.isExtended, isWithheld === true)
    : undefined
  add(judgeInstance(name, instance.facts, records?.address))
}

function skipGateways({ add }: Run, isBatch: boolean): boolean {
  const reason = isBatch
    ? 'Clients look up the batch themselves (ENSIP-21): the steps of clients below do.'
    : 'The resolver has its records on chain.'
  const steps = ['gateway-url', 'gateway-answer', 'gateway-cors', 'signature', 'answer-expiry'] as const
  add(...steps.map((step) => skipped(step, reason)))
  return true
}

/** Whether one of them works, so that clients can resolve the name. */
async function diagnoseGateways(
  run: Run,
  resolver: Address,
  lookup: NonNullable<Awaited<ReturnType<typeof readAddressLookup>>>,
  now: bigint,
): Promise<boolean> {
  const { context, chain, name, timeoutMs, signal, add } = run
  const exchanges = await exchangeWithGateways(lookup, { fetch: context.outbound, timeoutMs, signal })
  const answering = exchanges.filter(({ reply }) => reply.data !== undefined)
  const outcomes = await Promise.all(
    exchanges.map(async (exchange) => {
      add(
        ...judgeGateway(
          name,
          exchange,
          answering.some((other) => other !== exchange),
        ),
      )
      const { data } = exchange.reply
      if (data === undefined) return false
      const facts = await attempt(run, 'signature', () =>
        verifyResponse(chain, { resolver, lookup, data, now }),
      )
      if (!facts) return false
      add(judgeSignature(name, exchange.url, facts), judgeResponseExpiry(name, exchange.url, facts))
      return facts.isAccepted
    }),
  )
  return outcomes.includes(true)
}

async function diagnoseClients(
  { context, chain, chainId, name, timeoutMs, signal, add }: Run,
  isExtended: boolean,
  isWithheld: boolean,
) {
  const openSession = () => {
    const session = openReadSession({ chainId, rpc: chain.rpc, fetch: context.outbound, timeoutMs, signal })
    return { ...session, chain: { ...session.chain, contracts: chain.contracts } }
  }
  const [resolution, wildcard] = await Promise.all([
    settleAppError(() => readPresentRecords(openSession(), name)),
    settleAppError(() => resolveAsWildcardClient(openSession(), name, isExtended)),
  ])
  const isResolved = resolution !== null && !(resolution instanceof AppError)
  add(judgeUniversalResolver(name, resolution), judgeWildcardClient(name, wildcard, isResolved))
  if (resolution === null || resolution instanceof AppError) return undefined
  add(
    isWithheld
      ? skipped('records', 'This service withholds the names of the domain.')
      : judgeRecords(name, resolution),
  )
  return resolution
}

/** A failure of a node becomes a finding. */
async function attempt<T>(
  { add, chainId, name }: Run,
  step: DiagnosisStep,
  read: () => Promise<T>,
): Promise<T | undefined> {
  const result = await settleAppError(read)
  if (!(result instanceof AppError)) return result
  add(
    failed(
      { step, asked: `the RPC of chain ${chainId}`, received: 'no result' },
      {
        problem: result.message,
        fix: 'Examine it again in a minute; if it stays so, tell the operator of this service.',
        operatorFix: 'Repeat the diagnosis; if it stays so, check the RPC of the chain (RPC_URL).',
        verdict: `${name} could not be examined: the network did not answer.`,
      },
    ),
  )
  return undefined
}
