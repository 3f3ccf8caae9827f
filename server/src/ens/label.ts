import { AppError } from '../errors.ts'
import { maxLabelBytes, normalizeName } from './name.ts'

/** `characters` in code points, `bytes` in UTF-8. */
export interface LabelLimits {
  readonly characters: number
  readonly bytes: number
}

const labelLimits: LabelLimits = { characters: 63, bytes: maxLabelBytes }

/**
 * Normalizes a single non-empty label (ENSIP-15).
 * @throws InvalidNameException, also beyond the limits.
 */
export function parseLabel(text: string, limits: LabelLimits = labelLimits): string {
  if (text === '') throw new AppError('InvalidNameException', 'A label must not be empty.')
  const label = normalizeName(text)
  if (label.includes('.'))
    throw new AppError('InvalidNameException', `"${text}" is more than one label: it contains a dot.`)
  if (Buffer.byteLength(label) > limits.bytes)
    throw new AppError('InvalidNameException', `A label has at most ${limits.bytes} bytes in UTF-8.`)
  if ([...label].length > limits.characters)
    throw new AppError('InvalidNameException', `A label has at most ${limits.characters} characters.`)
  return label
}
