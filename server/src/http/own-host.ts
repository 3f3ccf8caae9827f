/** As in URLs. */
export const loopbackHosts = ['localhost', '127.0.0.1', '[::1]']

/**
 * Host and port of the pages of this service: of the public URL, else of the request on this machine. Clients choose
 * the header Host, so any other is not trusted.
 */
export function ownHostOf(
  publicUrl: string | undefined,
  requestHost: string | undefined,
): string | undefined {
  if (publicUrl !== undefined) return URL.parse(publicUrl)?.host
  const url = requestHost === undefined ? null : URL.parse(`http://${requestHost}`)
  return url && loopbackHosts.includes(url.hostname) ? url.host : undefined
}
