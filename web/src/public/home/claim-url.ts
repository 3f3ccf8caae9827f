export function claimUrl(name: string, chainId: number, label = ''): string {
  const query = new URLSearchParams({ chainId: `${chainId}`, ...(label && { label }) })
  return `/claim/${encodeURIComponent(name)}?${query}`
}
