/** EIP-3668. POST first, for calls of any length. */
export function gatewayUrls(publicUrl: string, resolverId: string): string[] {
  const url = `${publicUrl.replace(/\/+$/, '')}/ccip/${resolverId}`
  return [url, `${url}/{sender}/{data}`]
}
