import fc from 'fast-check'

const firstSurrogate = 0xd800
const surrogates = 0x800

/** Any code point that UTF-8 has. The unit `binary` is the same, but keeps a map of all of them: 145 MB of each process. */
export const codePoint = fc
  .nat(0x10ffff - surrogates)
  .map((index) => String.fromCodePoint(index < firstSurrogate ? index : index + surrogates))

const pathCharacter = fc.oneof(
  fc.constantFrom(..."ABYZabyz0189-._~!$&'()*+,;=:@/"),
  codePoint.map((text) => encodeURIComponent(text)),
)

/** A URL of the web with any path (RFC 3986 §3.3), query and fragment. `fc.webUrl` keeps the same map as `binary`. */
export const webUrl = fc
  .tuple(
    fc.constantFrom('http', 'https'),
    fc.domain(),
    fc.string({ unit: pathCharacter }),
    optional('?'),
    optional('#'),
  )
  .map(([scheme, domain, path, query, fragment]) => `${scheme}://${domain}/${path}${query}${fragment}`)

function optional(prefix: string): fc.Arbitrary<string> {
  return fc.oneof(
    fc.constant(''),
    fc.string({ unit: pathCharacter }).map((text) => prefix + text),
  )
}
