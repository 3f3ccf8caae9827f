/**
 * The gateway URLs (EIP-3668) of a resolver contract, for a service that clients reach under `publicUrl`: POST first, because
 * it carries a call of any length, then GET.
 */
export function gatewayUrls(publicUrl: string, resolverId: string): string[] {
  const url = `${publicUrl.replace(/\/+$/, '')}/ccip/${resolverId}`
  return [url, `${url}/{sender}/{data}`]
}
