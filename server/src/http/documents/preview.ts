import type { IncomingHttpHeaders } from 'node:http'
import type { Context } from '../../context.ts'
import { changeBranding } from '../../core/domains/change.ts'
import { AppError } from '../../errors.ts'
import type { Branding, BrandingChanges } from '../../model/branding.ts'
import { brandingInput } from '../schema/byname-domain.ts'
import type { DocumentContent, DocumentRequest, Redirect } from './document-content.ts'
import { parseNameRequest, readClaimDocument } from './read-documents.ts'

/** The claim page with branding that is not saved, in a frame of the console. */
export const previewPath = '/preview/claim/:name'

/** Without leave to show what is not saved: the page as it is stored. */
export function readPreviewDocument(
  context: Context,
  { params: { name = '' }, query, headers, urlOf }: DocumentRequest,
): Promise<DocumentContent> | Redirect {
  if (!isFrameOfThisService(headers)) return { redirectTo: claimPathOf(name, query) }
  const changes = parseBranding(query.branding)
  return readClaimDocument(context, urlOf, parseNameRequest(name, query.chainId), (stored) =>
    withChanges(stored, changes),
  )
}

/**
 * Texts of a URL are shown to their sender alone: a link to them, or a frame of another site, gets the page as it is stored. By fetch
 * metadata, which a page cannot choose.
 */
function isFrameOfThisService(headers: IncomingHttpHeaders): boolean {
  return headers['sec-fetch-dest'] === 'iframe' && headers['sec-fetch-site'] === 'same-origin'
}

/** Of the page as it is stored. */
function claimPathOf(name: string, { chainId }: DocumentRequest['query']): string {
  const path = `/claim/${encodeURIComponent(name)}`
  return typeof chainId === 'string' ? `${path}?chainId=${encodeURIComponent(chainId)}` : path
}

/** From JSON; `undefined` for what is no branding. */
function parseBranding(json: unknown): BrandingChanges | undefined {
  if (typeof json !== 'string') return undefined
  try {
    return brandingInput.safeParse(JSON.parse(json)).data
  } catch {
    return undefined
  }
}

/** What is stored, with the changes that could be saved. */
function withChanges(
  stored: Branding,
  { accent, title, words, links, offersPasskey, directory }: BrandingChanges = {},
): Branding {
  let branding = stored
  for (const change of [{ accent }, { title }, { words }, { links }, { offersPasskey }, { directory }])
    try {
      branding = changeBranding(branding, change)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
  return branding
}
