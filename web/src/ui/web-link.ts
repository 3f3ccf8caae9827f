/** The URL when it is one of the web; else undefined, so that a record never becomes a script or a file. */
export function webLink(text: string): string | undefined {
  const trimmed = text.trim()
  return /^https?:\/\//i.test(trimmed) && URL.canParse(trimmed) ? new URL(trimmed).href : undefined
}
