import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { importMessages, importMessagesPatiently } from '../text/import-messages.ts'
import { setMessages } from '../text/messages.ts'
import { Accent } from '../ui/accent.ts'
import { repeatEarlyClick } from './early/click.ts'

/** Takes over the document that the server has rendered with the same component, in its language. */
export async function hydrate<Data extends object>(Screen: ComponentType<Data>): Promise<void> {
  const root = document.getElementById('root')
  const content = document.getElementById('page')?.textContent
  if (!root || !content) throw new Error('The document has no page.')
  const { data, accent, messages } = parseContent<Data>(content)
  const late = () => importMessages(messages.late)
  // Without a connection the page stays as the server has rendered it.
  setMessages(document.documentElement.lang, await importMessagesPatiently(messages.first), late)
  hydrateRoot(
    root,
    <TakenOver>
      <Accent value={accent}>
        <Screen {...data} />
      </Accent>
    </TakenOver>,
  )
}

/** Repeats the early click when what the first effects of the page have set is rendered, such as the label of its URL. */
function TakenOver({ children }: { readonly children: ReactNode }) {
  const [isRendered, setIsRendered] = useState(false)
  useEffect(() => {
    if (isRendered) repeatEarlyClick()
    else setIsRendered(true)
  }, [isRendered])
  return children
}

interface Content<Data> {
  readonly data: Data
  readonly accent?: string
  /** URLs of the files of the document's language: what the page shows first, and what its later parts show. */
  readonly messages: { readonly first: string; readonly late: string }
}

/** Safe because the server writes the content of the page whose entry it links to. */
function parseContent<Data>(content: string): Content<Data> {
  return JSON.parse(content) as Content<Data>
}
