/** Accepts the absolute form, as a server must (RFC 9112 §3.2.2). */
export function withoutAuthority(target: string): string {
  return target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*/i, '') || '/'
}

export function pathWithoutQuery(url: string): string {
  return url.split('?', 1)[0] ?? url
}
