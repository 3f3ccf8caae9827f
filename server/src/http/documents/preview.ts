import type { IncomingHttpHeaders } from 'node:http'
import { changeBranding } from '../../core/domains/change.ts'
import { AppError } from '../../errors.ts'
import type { Branding, BrandingChanges } from '../../model/branding.ts'
import { brandingInput } from '../schema/byname-domain.ts'

/** The claim page with branding that is not saved, in a frame of the console. */
export const previewPath = '/preview/claim/:name'

export interface ClaimPreview {
  /** In place of what is stored. */
  readonly branding?: BrandingChanges | undefined
}

/**
 * Texts of a URL are shown to their sender alone: a link to them, or a frame of another site, gets the page as it is stored. By fetch
 * metadata, which a page cannot choose.
 */
export function isFrameOfThisService(headers: IncomingHttpHeaders): boolean {
  return headers['sec-fetch-dest'] === 'iframe' && headers['sec-fetch-site'] === 'same-origin'
}

/** Of the page as it is stored. */
export function claimPathOf(
  { name = '' }: Readonly<Record<string, string>>,
  query: { chainId?: unknown },
): string {
  const path = `/claim/${encodeURIComponent(name)}`
  return typeof query.chainId === 'string' ? `${path}?chainId=${encodeURIComponent(query.chainId)}` : path
}

/** From JSON; `undefined` for what is no branding. */
export function parseBranding(json: unknown): BrandingChanges | undefined {
  if (typeof json !== 'string') return undefined
  try {
    return brandingInput.safeParse(JSON.parse(json)).data
  } catch {
    return undefined
  }
}

/** What is stored, with the changes that could be saved. */
export function withChanges(
  stored: Branding,
  { accent, title, words, links }: BrandingChanges = {},
): Branding {
  let branding = stored
  for (const change of [{ accent }, { title }, { words }, { links }])
    try {
      branding = changeBranding(branding, change)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
  return branding
}
