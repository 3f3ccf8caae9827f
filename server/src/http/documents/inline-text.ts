import { createHash } from 'node:crypto'

/** Styles or a script within a document, so that they take effect as soon as it has arrived. */
export interface InlineText {
  readonly text: string
  /** By which a content security policy allows it (CSP 3, `hash-source`). */
  readonly source: string
}

/** Throws if the text would end its element. */
export function inlineText(element: 'style' | 'script', text: string): InlineText {
  if (text.toLowerCase().includes(`</${element}`))
    throw new Error(`A ${element} within a document may not end its element.`)
  return { text, source: `'sha256-${createHash('sha256').update(text).digest('base64')}'` }
}
