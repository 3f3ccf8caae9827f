import fc from 'fast-check'

const firstSurrogate = 0xd800
const surrogates = 0x800

/** Any code point that UTF-8 has. The unit `binary` is the same, but keeps a map of all of them: 145 MB of each process. */
export const codePoint = fc
  .nat(0x10ffff - surrogates)
  .map((index) => String.fromCodePoint(index < firstSurrogate ? index : index + surrogates))
