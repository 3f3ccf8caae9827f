import { AppError } from '../errors.ts'
import { normalizeName } from './name.ts'

/** A name, and the chain on which its address is requested (ERC-7828, ENSIP-27). */
export interface InteroperableName {
  /** Normalized. */
  readonly name: string
  /** The part after the `@`, in lower case; absent: all chains. */
  readonly chain: string | undefined
  /** Eight upper-case hex digits over chain and address (ERC-7930), if given. */
  readonly checksum: string | undefined
}

/** Longest chain label that is parsed. */
const maxChainCharacters = 100

/**
 * Parses `<name>`, `<name>@<chain>` or `<name>@<chain>#<checksum>`. No normalized name contains an `@`, so the last one
 * separates.
 *
 * @throws AppError `InvalidNameException`.
 */
export function parseInteroperableName(text: string): InteroperableName {
  const at = text.lastIndexOf('@')
  if (at === -1) return { name: normalizeName(text), chain: undefined, checksum: undefined }
  const [, chain = '', checksum] = /^([-:.\w]+)(?:#(.*))?$/s.exec(text.slice(at + 1)) ?? []
  if (chain === '' || chain.length > maxChainCharacters)
    throw new AppError(
      'InvalidNameException',
      'The @ of a name must be followed by a chain: its id, eip155:<id> or a label such as base.',
    )
  if (checksum !== undefined && !/^[0-9A-F]{8}$/.test(checksum))
    throw new AppError(
      'InvalidNameException',
      'The # of a name must be followed by a checksum: eight upper-case hex digits (ERC-7828).',
    )
  return { name: normalizeName(text.slice(0, at)), chain: chain.toLowerCase(), checksum }
}
