import type { ComponentType } from 'react'
import { hydrateRoot } from 'react-dom/client'

/** Takes over the document that the server has rendered with the same component. */
export function hydrate<Data extends object>(Screen: ComponentType<Data>): void {
  const root = document.getElementById('root')
  const content = document.getElementById('page')?.textContent
  if (!root || !content) throw new Error('The document has no page.')
  hydrateRoot(root, <Screen {...parseData<Data>(content)} />)
}

/** Safe because the server writes the data of the page whose entry it links to. */
function parseData<Data>(content: string): Data {
  return (JSON.parse(content) as { data: Data }).data
}
