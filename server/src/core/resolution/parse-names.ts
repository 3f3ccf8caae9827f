import { type InteroperableName, parseInteroperableName } from '../../ens/interoperable-name.ts'
import { AppError } from '../../errors.ts'

export type ParsedName = InteroperableName | AppError

/** Parses `<name>`, `<name>@<chain>` or `<name>@<chain>#<checksum>`, without I/O. */
export function parseNames(texts: readonly string[]): readonly ParsedName[] {
  const names = texts.map(parseName)
  const [only, ...others] = names
  if (only instanceof AppError && others.length === 0) throw only
  return names
}

function parseName(text: string): ParsedName {
  try {
    return parseInteroperableName(text)
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}
