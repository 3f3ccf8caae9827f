import { OutboundError } from './error.ts'

/** A lookup of 64 KiB in hex, and some more. */
export const maxUrlChars = 163_840

/** What stands for a placeholder, by the placeholder. */
type TemplateValues = Readonly<Record<string, string>>

/**
 * Replaces the placeholders. A text of some kilobytes may contain thousands, so the length is compared before.
 *
 * @throws OutboundError `refused` above `maxChars`.
 */
export function fillUrlTemplate(template: string, values: TemplateValues, maxChars = maxUrlChars): string {
  let url = template
  for (const [placeholder, value] of Object.entries(values)) {
    if (url.length > maxChars) throw urlTooLongError(maxChars)
    const parts = url.split(placeholder)
    const added = (parts.length - 1) * (value.length - placeholder.length)
    if (url.length + added > maxChars) throw urlTooLongError(maxChars)
    url = parts.join(value)
  }
  return url
}

export function urlTooLongError(maxChars: number) {
  return new OutboundError('refused', `has a URL of more than ${maxChars} characters`)
}
