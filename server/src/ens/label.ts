import { AppError } from '../errors.ts'
import { assertNormalized, maximumLabelBytes } from './name.ts'

/** Bounds of a label: `characters` in code points, `bytes` in UTF-8. */
export interface LabelLimits {
  readonly characters: number
  readonly bytes: number
}

const labelLimits: LabelLimits = { characters: 63, bytes: maximumLabelBytes }

/**
 * Checks the label of a subname to be issued: exactly one label, not empty, normalized by ENSIP-15 (which also
 * refuses mixed scripts and confusables) and within the limits.
 *
 * @throws InvalidNameException
 */
export const parseLabel = (text: string, limits: LabelLimits = labelLimits): string => {
  if (text === '') throw new AppError('InvalidNameException', 'A label must not be empty.')
  if (Buffer.byteLength(text) > limits.bytes)
    throw new AppError('InvalidNameException', `A label has at most ${limits.bytes} bytes in UTF-8.`)
  if ([...text].length > limits.characters)
    throw new AppError('InvalidNameException', `A label has at most ${limits.characters} characters.`)
  if (text.includes('.'))
    throw new AppError('InvalidNameException', `"${text}" is more than one label: it contains a dot.`)
  assertNormalized(text)
  return text
}
