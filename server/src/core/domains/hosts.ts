import type { ChainId } from '../../ens/chains.ts'
import type { EnsName } from '../../ens/names.ts'
import { AppError } from '../../errors.ts'
import type { Certificate } from '../../model/certificate.ts'
import type { Domain } from '../../model/domain.ts'
import { type DomainHost, originOfHost } from '../../model/domain-host.ts'
import { OutboundError } from '../../rpc/outbound/error.ts'
import { isPublicHost } from '../../rpc/outbound.ts'
import { selectCertificates } from '../../store/entities/certificates.ts'
import {
  deleteDomainHost,
  findDomainByKey,
  findDomainHost,
  findDomainOfHost,
  lockDomainHosts,
  saveHostCheck,
  selectDomainHosts,
  selectHostsToCheck,
  writeDomainHost,
} from '../../store/entities/domain-hosts.ts'
import { appendEvents } from '../../store/entities/events.ts'
import { assertDomainAccess } from '../auth/access.ts'
import type { Caller, CoreContext } from '../context.ts'
import { domainHostEvent } from '../events/entity-events.ts'
import { type CursorPage, type CursorRequest, readPageOfAll } from '../page.ts'
import { assertDomainWriteAccess, requireDomain } from './rules.ts'

interface DomainOfCaller {
  readonly caller: Caller
  readonly chainId: ChainId
  readonly name: EnsName
}

interface HostRef extends DomainOfCaller {
  readonly host: string
}

/** Where the owner of a host says which domain it shows: one of the two is enough. */
interface HostProof {
  /** Of both; names the domain by its id. */
  readonly value: string
  /** Of a TXT record. */
  readonly dnsName: string
  /** Of a file that has the value as its text. */
  readonly url: string
}

export interface DescribedHost {
  readonly host: string
  readonly proof: HostProof
  /** Null: the host is not shown. */
  readonly entry: DomainHost | null
  /** Null: none was asked for yet, or a proxy has it. */
  readonly certificate: HostCertificate | null
}

/** As its owner sees it. */
type HostCertificate = Pick<Certificate, 'expiresAt' | 'dueAt' | 'problem'>

/** In the order of their names. */
export async function listHosts(
  context: CoreContext,
  { caller, chainId, name, ...request }: DomainOfCaller & CursorRequest,
): Promise<CursorPage<DescribedHost>> {
  const domain = await requireDomain(context, chainId, name)
  assertDomainAccess(caller, domain)
  const entries = await selectDomainHosts(context.store.db, domain)
  const list = {
    list: ['domain hosts', domain.id],
    positionOf: ({ host }: DescribedHost) => [host],
    all: await describeAll(context, domain, entries),
  }
  return readPageOfAll(context, list, request)
}

/** Also of a host that is not shown yet: how to prove it. */
export async function getHost(context: CoreContext, { host: text, ...ref }: HostRef): Promise<DescribedHost> {
  const domain = await requireDomain(context, ref.chainId, ref.name)
  assertDomainAccess(ref.caller, domain)
  const host = parseHost(context, text)
  const entry = await findDomainHost(context.store.db, host)
  return describeOne(context, domain, host, entry?.domainKey === domain.key ? entry : null)
}

export const maxHosts = 10

/**
 * Shows the domain at a host of its owner, after a look for the proof. A host that showed another domain shows this one
 * from then on: who controls the host decides.
 *
 * @throws AppError `HostNotProvenException`, `LimitReachedException`.
 */
export async function addHost(context: CoreContext, { host: text, ...ref }: HostRef): Promise<DescribedHost> {
  const domain = await requireDomain(context, ref.chainId, ref.name)
  assertDomainWriteAccess(ref.caller, domain)
  const host = parseHost(context, text)
  const problem = await findProofProblem(context, domain, host, AbortSignal.timeout(proofTimeoutMs))
  if (problem !== undefined) throw new AppError('HostNotProvenException', problem)
  const now = context.clock()
  return context.store.inTurn('hosts').plainTransaction(async (tx) => {
    await lockDomainHosts(tx)
    const before = await findDomainHost(tx, host)
    const isOwn = before?.domainKey === domain.key
    if (!isOwn && (await selectDomainHosts(tx, domain)).length >= maxHosts)
      throw new AppError('LimitReachedException', `A domain has at most ${maxHosts} hosts.`)
    const provenAt = isOwn ? before.provenAt : now
    const entry = { host, domainKey: domain.key, provenAt, checkedAt: now, missingSince: null }
    await writeDomainHost(tx, entry)
    const previous = before && !isOwn ? await findDomainByKey(tx, before.domainKey) : undefined
    await appendEvents(
      tx,
      ...(previous ? [domainHostEvent(context, 'domain.host_removed', previous, host)] : []),
      ...(isOwn ? [] : [domainHostEvent(context, 'domain.host_added', domain, host)]),
    )
    return describe(domain, host, entry)
  })
}

/** @throws AppError `HostNotFoundException`. */
export async function removeHost(
  context: CoreContext,
  { host: text, ...ref }: HostRef,
): Promise<DescribedHost> {
  const domain = await requireDomain(context, ref.chainId, ref.name)
  assertDomainWriteAccess(ref.caller, domain)
  const host = parseHost(context, text)
  return context.store.inTurn(domain.id).plainTransaction(async (tx) => {
    if (!(await deleteDomainHost(tx, domain, host))) throw hostNotFoundError(host)
    await appendEvents(tx, domainHostEvent(context, 'domain.host_removed', domain, host))
    return describe(domain, host, null)
  })
}

/** The domain that a host shows; also a blocked one. `undefined` for other hosts. */
export async function readDomainOfHost(
  { store }: Pick<CoreContext, 'store'>,
  host: string,
): Promise<Domain | undefined> {
  return host.length > maxHostLength ? undefined : findDomainOfHost(store.read, host.toLowerCase())
}

/** For a proxy that gets certificates on demand. @throws AppError `HostNotFoundException`. */
export async function assertHostShown(context: CoreContext, host: string): Promise<void> {
  const isOfService = new URL(originOfHost(context.rules)).hostname === host
  if (!isOfService && !(await readDomainOfHost(context, host))) throw hostNotFoundError(host)
}

const checkIntervalMs = 86_400_000
const missingGraceMs = 7 * checkIntervalMs
const checkBatchSize = 20

/**
 * Looks again for proofs that were last seen a day ago. A host whose proof has been missing for a week is not shown any
 * more: it may have another owner, who could use what wallets sign there. A failing DNS counts as a missing proof, because
 * the owner of a zone can make it fail.
 */
export async function checkHosts(context: CoreContext, signal: AbortSignal): Promise<void> {
  const { store, clock } = context
  const now = clock()
  const due = await selectHostsToCheck(store.db, {
    before: now - checkIntervalMs,
    now,
    limit: checkBatchSize,
  })
  await Promise.all(due.map((entry) => checkHost(context, entry, signal)))
}

async function checkHost(context: CoreContext, entry: DomainHost, signal: AbortSignal): Promise<void> {
  const { store, clock } = context
  const domain = await findDomainByKey(store.db, entry.domainKey)
  if (!domain) return
  const ending = AbortSignal.any([signal, AbortSignal.timeout(proofTimeoutMs)])
  const isProven = (await findProofProblem(context, domain, entry.host, ending)) === undefined
  // What was cut off by a shutdown proves nothing.
  if (signal.aborted) return
  const now = clock()
  // Not a later time, of before the clock was set back.
  const missingSince = isProven ? null : Math.min(entry.missingSince ?? now, now)
  if (missingSince === null || now - missingSince < missingGraceMs)
    return saveHostCheck(store.db, { ...entry, checkedAt: now, missingSince })
  await store.inTurn(domain.id).plainTransaction(async (tx) => {
    if (await deleteDomainHost(tx, domain, entry.host))
      await appendEvents(tx, domainHostEvent(context, 'domain.host_removed', domain, entry.host))
  })
}

async function describeAll(
  { store, tls }: Pick<CoreContext, 'store' | 'tls'>,
  domain: Domain,
  entries: readonly DomainHost[],
): Promise<readonly DescribedHost[]> {
  const hosts = entries.map(({ host }) => host)
  const certificates = tls && hosts.length > 0 ? await selectCertificates(store.db, hosts) : []
  return entries.map((entry) =>
    describe(
      domain,
      entry.host,
      entry,
      certificates.find(({ host }) => host === entry.host),
    ),
  )
}

async function describeOne(
  context: Pick<CoreContext, 'store' | 'tls'>,
  domain: Domain,
  host: string,
  entry: DomainHost | null,
): Promise<DescribedHost> {
  const [described] = entry ? await describeAll(context, domain, [entry]) : []
  return described ?? describe(domain, host, null)
}

function describe(
  domain: Domain,
  host: string,
  entry: DomainHost | null,
  certificate: HostCertificate | null = null,
): DescribedHost {
  return { host, proof: proofOf(domain, host), entry, certificate }
}

function proofOf({ id }: Pick<Domain, 'id'>, host: string): HostProof {
  return {
    value: `byname-domain=${id}`,
    dnsName: `_byname.${host}`,
    url: `http://${host}/.well-known/byname-domain`,
  }
}

const maxProofBytes = 1_000
const proofTimeoutMs = 5_000

/** A sentence for the owner; `undefined` when the proof is there. */
async function findProofProblem(
  { outbound, resolveTxt }: Pick<CoreContext, 'outbound' | 'resolveTxt'>,
  domain: Domain,
  host: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { dnsName, url, value } = proofOf(domain, host)
  const [texts, file] = await Promise.all([
    settle(resolveTxt(dnsName, signal)),
    settle(
      outbound({
        url,
        method: 'GET',
        accept: 'text/plain',
        acceptsHttp: true,
        maxBytes: maxProofBytes,
        timeoutMs: proofTimeoutMs,
        signal,
      }),
    ),
  ])
  if (!(texts instanceof OutboundError) && texts.some((text) => text.trim() === value)) return undefined
  if (!(file instanceof OutboundError) && file.status === 200 && file.body.trim() === value) return undefined
  const seenInDns =
    texts instanceof OutboundError
      ? `the DNS ${texts.message}`
      : texts.length === 0
        ? 'there is no such record'
        : 'it has another value'
  const seenInFile =
    file instanceof OutboundError
      ? `it ${file.message}`
      : file.status === 200
        ? 'it has another text'
        : `its status is ${file.status}`
  return (
    `${host} does not name this domain yet. Set the TXT record ${dnsName} to "${value}" (${seenInDns}), or serve ` +
    `that text at ${url} (${seenInFile}). A new record can take some minutes to be seen.`
  )
}

function settle<Result>(promise: Promise<Result>): Promise<Result | OutboundError> {
  return promise.catch((error: unknown) => {
    if (error instanceof OutboundError) return error
    throw error
  })
}

/** RFC 1035 §2.3.4. */
export const maxHostLength = 253

/** The last label has a letter: others are addresses (RFC 3696 §2). */
const isHostName = /^([a-z0-9-]+\.)+[a-z0-9-]*[a-z][a-z0-9-]*$/

/** Letters of other scripts become A-labels. @throws AppError `BadRequestException`. */
function parseHost({ rules }: Pick<CoreContext, 'rules'>, text: string): string {
  const url = URL.parse(`https://${text}/`)
  const host = url?.hostname ?? ''
  const isPlain = url !== null && url.href === `https://${host}/` && isHostName.test(host)
  if (!isPlain || host.length > maxHostLength)
    throw new AppError(
      'BadRequestException',
      `host: "${text}" is not the name of a host, such as names.example.com.`,
    )
  if (!isPublicHost(url.href))
    throw new AppError('BadRequestException', `host: ${host} is not a name of the public DNS.`)
  if (new URL(originOfHost(rules)).hostname === host)
    throw new AppError('BadRequestException', `host: ${host} is the host of this service itself.`)
  return host
}

function hostNotFoundError(host: string) {
  return new AppError('HostNotFoundException', `${host} shows no domain of this service.`)
}
