import { setAudience } from '../wallet/wallet-error.ts'
import { ClaimElement } from './ClaimElement.tsx'
import type { BynameElement } from './element.tsx'
import { type MessageFiles, setMessageFiles } from './language.ts'
import { NameElement } from './NameElement.tsx'

const elements: Readonly<Record<string, new () => BynameElement>> = {
  'byname-claim': ClaimElement,
  'byname-name': NameElement,
}

/** Called by `/embed.js`, which the server writes. A further script changes nothing, also one of another service. */
export function start(files: MessageFiles): void {
  setMessageFiles(files)
  setAudience('site')
  for (const [tag, element] of Object.entries(elements))
    if (!customElements.get(tag)) customElements.define(tag, element)
}
