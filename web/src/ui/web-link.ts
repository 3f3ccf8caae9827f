/**
 * The URL when it is one of the web; else undefined, so that a record never becomes a script or a file, or a link that seems
 * to lead to the host before an `@`.
 */
export function webLink(text: string): string | undefined {
  const trimmed = text.trim()
  const url = /^https?:\/\//i.test(trimmed) ? URL.parse(trimmed) : null
  return url && url.username === '' && url.password === '' ? url.href : undefined
}
