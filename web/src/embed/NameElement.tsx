import type { ReactNode } from 'react'
import { importPart } from '../api/import-part.ts'
import { t } from '../text/messages.ts'
import { BynameElement } from './element.tsx'
import type { NameCardProps } from './NameCard.tsx'
import { Failed, Placeholder } from './parts.tsx'
import { useLoaded } from './use-loaded.ts'

/** `<byname-name>`: the picture, the words and the links of a name. */
export class NameElement extends BynameElement {
  static readonly observedAttributes = ['name', 'chain-id', 'lang', 'theme']

  protected override readonly needs = 'name'

  protected override content(): ReactNode {
    const name = this.read('name')
    if (name === undefined) return null
    return <LateNameCard key={`${name} ${this.chainId}`} host={this} name={name} chainId={this.chainId} />
  }
}

/** In a file of its own: pages that claim names only do without it. */
function LateNameCard(props: NameCardProps) {
  const part = useLoaded('', () => importPart(() => import('./NameCard.tsx')))
  if (part.kind === 'loading') return <Placeholder />
  if (part.kind === 'failed')
    return (
      <Failed
        host={props.host}
        title={t('embed.name-not-loaded')}
        lastingTitle={t('embed.name-unavailable')}
        error={part.error}
        retry={part.retry}
      />
    )
  return <part.value.NameCard {...props} />
}
