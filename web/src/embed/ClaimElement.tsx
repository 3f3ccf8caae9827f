import type { ReactNode } from 'react'
import { ClaimName } from './ClaimName.tsx'
import { BynameElement } from './element.tsx'

/** `<byname-claim>`: claims a name of a domain on a site that the domain allows. */
export class ClaimElement extends BynameElement {
  static readonly observedAttributes = ['domain', 'chain-id', 'label', 'invitation', 'lang', 'theme']

  protected override readonly needs = 'domain'

  protected override content(): ReactNode {
    const domain = this.read('domain')
    if (domain === undefined) return null
    return (
      <ClaimName
        key={`${domain} ${this.chainId}`}
        host={this}
        domain={domain}
        chainId={this.chainId}
        label={this.read('label') ?? ''}
        invitation={this.read('invitation')}
      />
    )
  }
}
