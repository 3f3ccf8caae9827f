import { createHash } from 'node:crypto'

/** Styles within a document, so that it is painted as soon as it has arrived. */
export interface InlineStyle {
  readonly css: string
  /** By which a content security policy allows it (CSP 3, `hash-source`). */
  readonly source: string
}

/** Throws if the text would end its element. */
export function inlineStyle(css: string): InlineStyle {
  if (/<\/style/i.test(css)) throw new Error('Styles within a document may not end their element.')
  return { css, source: `'sha256-${createHash('sha256').update(css).digest('base64')}'` }
}
