/** Safe because the server has rendered the page for this chain. */
export function chainIdOf(chainId: number): 1 | 11155111 {
  return chainId as 1 | 11155111
}
