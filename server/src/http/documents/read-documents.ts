import type { Context } from '../../context.ts'
import { readFaces } from '../../core/domains/directory.ts'
import { listDomainsWithOpenClaims } from '../../core/domains/list.ts'
import { hasPasskeys, readDomainPage } from '../../core/domains/page.ts'
import { requireSupportedChain } from '../../core/require-supported-chain.ts'
import { getSealableName } from '../../core/seals/read-set.ts'
import { explainAbsence } from '../../core/subnames/absence.ts'
import { type ChainId, chainIds, mainnetId } from '../../ens/chains.ts'
import { type EnsName, parseDomain } from '../../ens/names.ts'
import { AppError } from '../../errors.ts'
import type { Branding } from '../../model/branding.ts'
import { domainPageResponse, openDomainsResponse, serializeFaces } from '../operations/domain-pages.ts'
import { sealableNameEtag, sealableNameResponse } from '../schema/names.ts'
import type { DocumentContent, Redirect } from './document-content.ts'
import { absenceDocument } from './problem-document.ts'

/** Reads on the chain, or else on the first chain that has what is read. Throws what the last chain throws. */
export async function firstChainWith<Result>(
  chainId: ChainId | undefined,
  read: (chainId: ChainId) => Promise<Result>,
): Promise<Result> {
  const [first = mainnetId, ...others] = chainId === undefined ? chainIds : [chainId]
  let result = read(first)
  for (const id of others)
    result = result.catch((error) => {
      if (error instanceof AppError && error.status === 404) return read(id)
      throw error
    })
  return result
}

/** `undefined` for what is no number. @throws AppError `UnsupportedChainException`. */
function parseChainId(text: unknown): ChainId | undefined {
  return typeof text === 'string' && /^\d{1,15}$/.test(text) ? requireSupportedChain(Number(text)) : undefined
}

interface NameRequest {
  readonly name: EnsName
  readonly chainId: ChainId | undefined
}

/** Of the path and the query. @throws AppError `InvalidNameException`, `UnsupportedChainException`. */
export function parseNameRequest(name: string | undefined, chainId: unknown): NameRequest {
  return { name: parseDomain(name ?? ''), chainId: parseChainId(chainId) }
}

/** For what no chain has: a page that says why, of the chain on which most can be done. Rethrows other errors. */
async function explain(
  context: Context,
  error: unknown,
  { name, chainId, path }: NameRequest & { readonly path: string },
): Promise<DocumentContent> {
  if (!(error instanceof AppError) || error.status !== 404) throw error
  const found = await Promise.all(
    (chainId === undefined ? chainIds : [chainId]).map(async (id) => ({
      chainId: id,
      absence: await explainAbsence(context, { chainId: id, name }),
    })),
  )
  const best = (['claimable', 'refused', 'blocked-domain'] as const)
    .map((kind) => found.find(({ absence }) => absence.kind === kind))
    .find((each) => each !== undefined)
  const { absence, chainId: id } = best ?? found[0] ?? {}
  if (!absence || id === undefined) throw error
  return absenceDocument({ absence, chainId: id, path })
}

/** The oldest ones; more do not fit a page. */
const maxDomains = 50

export async function readHomeDocument(
  context: Context,
  urlOf: (reference: string) => string,
): Promise<DocumentContent> {
  const found = await listDomainsWithOpenClaims(context, { limit: maxDomains })
  return {
    page: 'home',
    title: 'Byname',
    description: { message: 'description.home' },
    path: '/',
    data: { openDomains: openDomainsResponse.serialize({ ...found, urlOf }) },
  }
}

/** Without a chain: the first one that has the domain. */
export async function readClaimDocument(
  context: Context,
  urlOf: (reference: string) => string,
  { name, chainId }: NameRequest,
  brandingOf = (stored: Branding) => stored,
): Promise<DocumentContent> {
  const path = `/claim/${encodeURIComponent(name)}`
  const stored = await firstChainWith(chainId, (id) => readDomainPage(context, { chainId: id, name })).catch(
    (error: unknown) => explain(context, error, { name, chainId, path }),
  )
  if ('page' in stored) return stored
  const branding = brandingOf(stored.branding)
  const domain = { ...stored, branding }
  const faces = await readFaces(context, domain)
  return {
    page: 'claim',
    title: branding.title
      ? `${branding.title} · ${domain.name}`
      : { message: 'claim.heading', values: { place: domain.name } },
    description: branding.words ||
      domain.description || { message: 'description.claim', values: { domain: domain.name } },
    path: `/claim/${encodeURIComponent(domain.name)}`,
    image: urlOf(`claim/${encodeURIComponent(domain.name)}/card.png?chainId=${domain.chainId}`),
    ...(branding.accent !== null && { accent: branding.accent }),
    offersPasskey: stored.branding.offersPasskey && branding.offersPasskey,
    data: {
      domain: domainPageResponse.serialize({ page: domain, urlOf }),
      isSandbox: context.sandboxAccounts !== undefined,
      ...(faces && { members: serializeFaces(faces, urlOf) }),
    },
  }
}

/** Without a chain: the first one that has the name. A domain has its claim page. */
export async function readNameDocument(
  context: Context,
  urlOf: (reference: string) => string,
  { name, chainId }: NameRequest,
): Promise<DocumentContent | Redirect> {
  const details = await firstChainWith(chainId, (id) =>
    getSealableName(context, { chainId: id, name }),
  ).catch((error: unknown) => redirectToDomain(context, { name, chainId }, error))
  if ('redirectTo' in details || 'page' in details) return details
  const { subname, domain } = details
  const textOf = (key: string) => subname.records.texts.find((text) => text.key === key)?.value
  return {
    page: 'name',
    title: subname.name,
    description: textOf('description') ?? { message: 'description.name', values: { name: subname.name } },
    path: `/n/${encodeURIComponent(subname.name)}`,
    image: urlOf(`n/${encodeURIComponent(subname.name)}/card.png?chainId=${subname.chainId}`),
    ...(domain.branding.accent !== null && { accent: domain.branding.accent }),
    offersPasskey: hasPasskeys(context, domain),
    data: {
      name: sealableNameResponse.serialize(details),
      etag: sealableNameEtag(details),
      isSandbox: context.sandboxAccounts !== undefined,
    },
  }
}

/** The claim page of a domain; else a page that says why there is no such name. */
async function redirectToDomain(
  context: Context,
  { name, chainId }: NameRequest,
  notFound: unknown,
): Promise<Redirect | DocumentContent> {
  const domain = await firstChainWith(chainId, (id) => readDomainPage(context, { chainId: id, name })).catch(
    () => undefined,
  )
  if (!domain) return explain(context, notFound, { name, chainId, path: `/n/${encodeURIComponent(name)}` })
  return { redirectTo: `/claim/${encodeURIComponent(domain.name)}?chainId=${domain.chainId}` }
}

/** The document is the same for all; the script lists the names of the connected wallet. */
export function readMyNamesDocument(context: Context): DocumentContent {
  return {
    page: 'my-names',
    title: { message: 'my-names' },
    description: { message: 'description.my-names' },
    path: '/me',
    offersPasskey: chainIds.some((chainId) =>
      hasPasskeys(context, { chainId, branding: { offersPasskey: true } }),
    ),
    data: { chainIds: [...chainIds], isSandbox: context.sandboxAccounts !== undefined },
  }
}
