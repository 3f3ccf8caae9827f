interface Instance {
  readonly chainIds: readonly number[]
  readonly isSandbox: boolean
}

/** What the server has written into the document. */
export const instance: Instance = readInstance(document.getElementById('page')?.textContent ?? '')

/** Safe because `add-console.ts` writes it. */
function readInstance(json: string): Instance {
  return JSON.parse(json) as Instance
}

const names: Readonly<Record<number, string>> = { 1: 'Ethereum', 11155111: 'Sepolia' }

export function networkName(chainId: number): string {
  return names[chainId] ?? `Chain ${chainId}`
}
