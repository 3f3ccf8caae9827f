import type { Hex } from 'viem'
import { listDomainsOfKey } from '../../core/domains/list.ts'
import { addSubname } from '../../core/subnames/add.ts'
import { batchSubnames } from '../../core/subnames/batch.ts'
import { listNamesByLabel, type NamesByLabelQuery } from '../../core/subnames/list-by-label.ts'
import { assertOnlyOfHolder } from '../../core/subnames/only-of-holder.ts'
import { putSubname, revokeByWorkspace } from '../../core/subnames/put.ts'
import { parseDomain, parseNewLabel } from '../../ens/names.ts'
import { normalizeSearchText } from '../../ens/search-text.ts'
import { AppError, BatchRejectedError } from '../../errors.ts'
import { type FacadeCaller, FacadeError, type FacadeRequest, type FacadeResponse } from '../../http/facade.ts'
import type { Domain } from '../../model/domain.ts'
import {
  assertKeyCovers,
  chainOf,
  findDomain,
  keyOf,
  requireExistingDomain,
  requireKey,
  requireKeyOfDomain,
} from './access.ts'
import {
  askOperator,
  badRequest,
  isRefusal,
  keyError,
  notAuthorized,
  textOf,
  unauthorized,
  withFacadeErrors,
} from './errors.ts'
import { assertNormalizable, isSet, queryFlag, queryText, readName, readPage, requireText } from './input.ts'
import { toListedName } from './output.ts'

const success: FacadeResponse = { body: { success: true } }

/** Order: domain, name, key, normal forms, content hash and records, then the rules of the core. */
export async function setName(request: FacadeRequest): Promise<FacadeResponse> {
  const chainId = chainOf(request)
  const domain = requireText(request.body, 'domain')
  const label = requireText(request.body, 'name')
  const { context, caller } = await requireKeyOfDomain(request, { domain, permission: 'names:write' })
  assertNormalizable([domain, label])
  const given = readName(request.body)
  await withFacadeErrors(() =>
    putSubname(context, { caller, chainId, domain: parseDomain(domain) }, { label, ...given }),
  )
  return success
}

/** Order: domain, address, name, normal forms, key. */
export async function claimName(request: FacadeRequest): Promise<FacadeResponse> {
  const chainId = chainOf(request)
  const domain = requireText(request.body, 'domain')
  requireText(request.body, 'address')
  const label = requireText(request.body, 'name')
  assertNormalizable([domain, label])
  const { context, caller } = await requireKeyOfDomain(request, { domain, permission: 'names:write' })
  const { records, holder } = readName(request.body)
  const { single_claim: inBody } = request.body
  const isOnlyOfHolder = queryFlag(request, 'single_claim') ?? isSet(inBody)
  const assertInTransaction = isOnlyOfHolder ? assertOnlyOfHolder : undefined
  const issue = { caller, chainId, records, holder, assertInTransaction, overrideSignature: true }
  await withFacadeErrors(() =>
    addSubname(context, { ...issue, label: parseNewLabel(label), domain: parseDomain(domain) }),
  )
  return success
}

/** Order: domain, name, key. */
export async function deleteName(request: FacadeRequest): Promise<FacadeResponse> {
  const chainId = chainOf(request)
  const domain = requireText(request.body, 'domain')
  const label = requireText(request.body, 'name')
  const { context, caller } = await requireKeyOfDomain(request, { domain, permission: 'names:write' })
  await withFacadeErrors(
    () => revokeByWorkspace(context, { caller, chainId, domain: parseDomain(domain) }, label),
    {
      InvalidNameException: 'Name does not exist',
    },
  )
  return success
}

const maxNames = 50

interface ListedItem {
  readonly name: string
  readonly fields: Readonly<Record<string, unknown>>
}

/** Order: domain, list, names, key, normal forms, number, then the rules of the core: all names are written or none. */
export async function setNames(request: FacadeRequest): Promise<FacadeResponse> {
  const chainId = chainOf(request)
  const domain = requireText(request.body, 'domain')
  const { names } = request.body
  const given = readItems(names)
  const { context, caller } = await requireKeyOfDomain(request, { domain, permission: 'names:write' })
  assertNormalizable([domain], 'Invalid domain ens name')
  for (const [index, { name }] of given.entries())
    assertNormalizable([name], `Invalid ens name at index ${index}: ${name.slice(0, 255)}`)
  if (given.length > maxNames) throw badRequest(`Please set ${maxNames} or less names at once.`)
  const items = given.map(
    ({ name: label, fields }) => ({ action: 'put', label, ...readName(fields) }) as const,
  )
  const batch = { caller, chainId, domain: parseDomain(domain), isAtomic: true, items }
  try {
    const results = await withFacadeErrors(() => request.within('batch', () => batchSubnames(context, batch)))
    return {
      body: {
        success: true,
        processed: results.length,
        results: results.map(({ index, label: name, outcome }) => ({
          index,
          name,
          success: true,
          ...(!(outcome instanceof AppError) && { subdomainId: outcome.subname.id }),
        })),
      },
    }
  } catch (error) {
    if (!(error instanceof BatchRejectedError)) throw error
    throw batchError(error, items.length, await findDomain(context, chainId, domain))
  }
}

function readItems(value: unknown): readonly ListedItem[] {
  if (!Array.isArray(value) || value.length === 0) throw badRequest('Missing names array or empty array')
  return value.map((item: unknown, index) => {
    // Safe: every object has members of unknown types.
    const fields = (typeof item === 'object' && item !== null ? item : {}) as ListedItem['fields']
    return { name: requireText(fields, 'name', `Missing name in names array at index ${index}`), fields }
  })
}

function batchError(rejected: BatchRejectedError, total: number, domain: Domain | undefined): FacadeError {
  const refused = rejected.errors.find(({ error }) => isRefusal(error))
  if (refused) return unauthorized(notAuthorized, refused.error)
  const isFull = rejected.errors.some(({ error }) => error.name === 'LimitReachedException')
  if (isFull && domain) {
    const limit = Math.min(domain.userChosenLimit ?? Infinity, domain.plan.maxNames ?? Infinity)
    const counts = `Current: ${domain.subnameCount}, Adding: ${total}, Limit: ${limit}`
    return badRequest(`Api name limit would be exceeded. ${counts}. ${askOperator}`, rejected)
  }
  const errors = rejected.errors.map(({ index, label: name, error }) => ({
    index,
    name,
    error: textOf(error) ?? error.message,
  }))
  return new FacadeError(400, { error: 'Batch operation failed', processed: 0, errors, total }, rejected)
}

/** A key is optional, since names are public here; without one, a domain is needed. */
export async function getNames(request: FacadeRequest): Promise<FacadeResponse> {
  const chainId = chainOf(request)
  const key = keyOf(request)
  const authenticated = key === undefined ? undefined : await requireKey(request, 'Unauthorized')
  const page = readPage(request)
  const domains = await findListedDomains(request, authenticated)
  return list(request, { chainId, domains, addresses: readAddresses(queryText(request, 'address')) }, page)
}

async function findListedDomains(
  request: FacadeRequest,
  authenticated: FacadeCaller | undefined,
): Promise<readonly Domain[]> {
  const chainId = chainOf(request)
  const { context, caller } = authenticated ?? request.anonymous
  const name = queryText(request, 'domain')
  if (name === undefined) {
    if (!authenticated) throw badRequest('Missing domain')
    return (await listDomainsOfKey(context, caller)).filter((domain) => domain.chainId === chainId)
  }
  const domain = await requireExistingDomain(context, chainId, name)
  return [domain]
}

const maxAddresses = 1000

/** Of 40 hex digits each, lower case; others match nothing. */
function readAddresses(text: string | undefined): readonly Hex[] | undefined {
  const parts = text?.split(',', maxAddresses + 1)
  if (parts && parts.length > maxAddresses) throw badRequest(`Please send ${maxAddresses} or less addresses.`)
  return parts?.flatMap((part) => {
    const digits = /^\s*0x([0-9a-f]{40})\s*$/i.exec(part)?.[1]
    return digits === undefined ? [] : [`0x${digits.toLowerCase()}` as const]
  })
}

const maxSearchChars = 255

/** Order: domain, name, page, existence of the domain, key. */
export async function searchNames(request: FacadeRequest): Promise<FacadeResponse> {
  const chainId = chainOf(request)
  const name = queryText(request, 'domain')
  if (name === undefined) throw badRequest('Missing domain')
  const text = queryText(request, 'name')
  if (text === undefined) throw badRequest('Missing name')
  if (text.length > maxSearchChars) throw badRequest(`name: has more than ${maxSearchChars} characters`)
  const page = readPage(request)
  const domain = await requireExistingDomain(request.anonymous.context, chainId, name)
  assertKeyCovers(await requireKey(request, keyError), domain, 'read', keyError)
  const is = queryFlag(request, 'exact_match') === true ? 'exactly' : 'beginning'
  const label = { is, text: normalizeSearchText(text) } as const
  return list(request, { chainId: chainOf(request), domains: [domain], label }, page)
}

/** An offset beyond it passes over many names for a page. */
const maxFreeOffset = 10_000

async function list(
  request: FacadeRequest,
  query: NamesByLabelQuery,
  page: ReturnType<typeof readPage>,
): Promise<FacadeResponse> {
  if (page.offset > maxFreeOffset) await request.countExpensive()
  const withRecords = queryFlag(request, 'text_records') !== false
  const found = await readNames(request, query, page)
  // A shorter list would end the loop of a client that reads page by page.
  if (found.isTruncated && withRecords)
    throw badRequest(
      'The records of these names are too large for one response. Send a smaller limit.',
      new AppError('PayloadTooLargeException', 'The response would be too large.'),
    )
  const items = [...found.items]
  // Without its records the response is small: what is too much for one read is read in several, each of which counts.
  for (let isTruncated = found.isTruncated; isTruncated; ) {
    await request.countExpensive()
    const rest = { offset: page.offset + items.length, limit: page.limit - items.length }
    const next = await readNames(request, query, rest)
    items.push(...next.items)
    isTruncated = next.isTruncated && next.items.length > 0
  }
  return { body: items.map((details) => toListedName(details, { withRecords })) }
}

function readNames(request: FacadeRequest, query: NamesByLabelQuery, page: ReturnType<typeof readPage>) {
  return request.within('listing', () => listNamesByLabel(request.anonymous.context, query, page))
}
