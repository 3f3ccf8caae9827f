/** The path and query of a request target in absolute form, which a server must accept (RFC 9112 §3.2.2). */
export function withoutAuthority(target: string): string {
  return target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*/i, '') || '/'
}
