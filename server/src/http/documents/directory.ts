import type { Context } from '../../context.ts'
import { readDirectory } from '../../core/domains/directory.ts'
import { readDomainPage } from '../../core/domains/page.ts'
import { AppError } from '../../errors.ts'
import { directoryQuery, directoryResponse, domainPageResponse } from '../operations/domain-pages.ts'
import type { DocumentContent, DocumentRequest } from './document-content.ts'
import { missingDocument } from './problem-document.ts'
import { firstChainWith, parseNameRequest } from './read-documents.ts'

export const directoryPath = '/directory/:name'

/** Names of a page: rows of one, two and three columns are full. */
const pageSize = 24

/**
 * The community of a domain with its members. Without a chain: of the first one on which the domain has a directory. A domain without
 * one has no more of a page than a path that no page has.
 */
export async function readDirectoryDocument(
  context: Context,
  { params: { name = '' }, query, urlOf }: Pick<DocumentRequest, 'params' | 'query' | 'urlOf'>,
): Promise<DocumentContent> {
  try {
    const asked = { search: given(query.search), after: given(query.after) }
    const { search, after } = directoryQuery.safeParse(asked).data ?? {}
    const request = parseNameRequest(name, query.chainId)
    const found = await firstChainWith(request.chainId, async (chainId) => {
      const at = { chainId, name: request.name }
      const directory = await readDirectory(context, { ...at, search, after, limit: pageSize })
      return { page: await readDomainPage(context, at), directory }
    })
    const { page, directory } = found
    const isWhole = search === undefined && after === undefined
    return {
      page: 'directory',
      title: page.branding.title ? `${page.branding.title} · ${page.name}` : page.name,
      description: page.branding.words ||
        page.description || { message: 'description.directory', values: { domain: page.name } },
      path: `/directory/${encodeURIComponent(page.name)}`,
      image: urlOf(`claim/${encodeURIComponent(page.name)}/card.png?chainId=${page.chainId}`),
      ...(page.branding.accent !== null && { accent: page.branding.accent }),
      isUnlisted: page.branding.directory !== 'indexed' || !isWhole,
      data: {
        domain: domainPageResponse.serialize({ page, urlOf }),
        directory: directoryResponse.serialize({ ...directory, urlOf }),
        search: search ?? '',
        isFirst: after === undefined,
        ...trailOf(query, after),
      },
    }
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return missingDocument(`/directory/${name}`)
    throw error
  }
}

/** A parameter that a form sends empty is absent; of one that is repeated, none counts. */
function given(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

/** Before the first page, in a trail. */
const start = '-'

/** Cursors of the pages that a visitor came by, in characters; of more, the oldest are forgotten, so that the address stays short. */
const maxTrailLength = 3000

const trailPattern = /^[\w-]+(?:\.[\w-]+)*$/

/** How the page leads back: a cursor, or null for the first page; absent: it does not know. `trail` is for the next page. */
function trailOf(
  { back }: DocumentRequest['query'],
  after: string | undefined,
): { readonly previous?: { readonly after: string | null; readonly trail: string }; readonly trail: string } {
  if (after === undefined) return { trail: start }
  const isTrail = typeof back === 'string' && back.length <= maxTrailLength && trailPattern.test(back)
  const trail = isTrail ? back.split('.') : []
  const last = trail.at(-1)
  return {
    ...(last !== undefined && {
      previous: { after: last === start ? null : last, trail: trail.slice(0, -1).join('.') },
    }),
    trail: shortened([...trail, after]),
  }
}

function shortened([oldest, ...trail]: readonly string[]): string {
  const whole = [oldest, ...trail].join('.')
  return whole.length <= maxTrailLength ? whole : shortened(trail)
}
