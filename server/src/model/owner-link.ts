/** One recipient without anything else: a query could fill in a message, a comma add recipients. */
const mailAddress =
  /^[^\s@:/?&#%<>()[\]\\,;"'`]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,63}$/u

/** Of the SMTP path (RFC 5321). */
const maxAddressLength = 254

/**
 * The URL of a link of a community as it is stored, of what its owner has typed: http(s), or a mail address with or without
 * `mailto:`; or what is wrong with it. Pages and the interface read it with this.
 */
export function parseOwnerLink(text: string): { readonly url: string } | { readonly problem: string } {
  const trimmed = text.trim()
  const address = trimmed.replace(/^mailto:/i, '')
  if (mailAddress.test(address))
    return address.length <= maxAddressLength
      ? { url: `mailto:${address}` }
      : { problem: `has a mail address of more than ${maxAddressLength} characters` }
  const url = URL.parse(trimmed)
  if (!url || !['https:', 'http:'].includes(url.protocol))
    return { problem: 'is not an http(s) URL or a mail address' }
  if (url.username || url.password) return { problem: 'has credentials in it' }
  return { url: url.href }
}
