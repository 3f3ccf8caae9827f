const names: Readonly<Record<number, string>> = { 1: 'Ethereum', 11155111: 'Sepolia' }

export function networkName(chainId: number): string {
  return names[chainId] ?? `Chain ${chainId}`
}
