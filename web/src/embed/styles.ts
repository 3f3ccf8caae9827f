import { reachSoon } from '../api/reach.ts'
import { serviceOrigin } from '../api/service-origin.ts'
import tokens from '../tokens.css?inline'
import own from './embed.css?inline'

/** Tokens are of the page's root on pages of the service; here of the root within an element. */
function toSheet(text: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text.replaceAll(':root', '.root'))
  return sheet
}

export const sharedStyles = toSheet(tokens + own)

const accents = new Map<string, Promise<CSSStyleSheet | undefined>>()

/** The scale of an accent `#rrggbb`, as the pages have it; undefined where it cannot be read. */
export function loadAccent(color: string): Promise<CSSStyleSheet | undefined> {
  const loading = accents.get(color) ?? readAccent(color)
  accents.set(color, loading)
  return loading
}

async function readAccent(color: string): Promise<CSSStyleSheet | undefined> {
  try {
    const response = await reachSoon(`${serviceOrigin}/_/accent/${color.slice(1)}.css`)
    if (response.ok) return toSheet(await response.text())
  } catch {
    // Shown without it.
  }
  accents.delete(color)
  return undefined
}
