import { webLink } from '../../ui/web-link.ts'
import type { Name } from '../page-data.ts'
import { coinTitle } from './coin-titles.ts'
import { textOf } from './records.ts'
import { isEmail } from './text-rules.ts'
import { composeVcard } from './vcard.ts'

/** Downloads the profile as a contact, which phones open in their address book. */
export function saveContact(name: Name): void {
  const { ens, records } = name
  const email = textOf(name, 'email')
  const site = webLink(textOf(name, 'url') ?? '')
  const addresses = records.addresses.map(({ id, name: coin, value }) => `${coinTitle(id) ?? coin}: ${value}`)
  const card = composeVcard({
    name: textOf(name, 'name') ?? ens,
    email: email !== undefined && isEmail(email) ? email : undefined,
    urls: [new URL(`/n/${encodeURIComponent(ens)}`, location.origin).href, ...(site ? [site] : [])],
    note: [ens, textOf(name, 'description'), ...addresses].filter(Boolean).join('\n'),
  })
  const url = URL.createObjectURL(new Blob([card], { type: 'text/vcard' }))
  Object.assign(document.createElement('a'), { href: url, download: `${ens}.vcf` }).click()
  URL.revokeObjectURL(url)
}
