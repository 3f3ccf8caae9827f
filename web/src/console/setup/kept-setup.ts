import { readStored, store } from '../stored-json.ts'

const keyOf = (workspaceId: string) => `console-setup ${workspaceId}`

/** The domain that was last chosen to be added to a workspace, in this browser. */
export function readKeptSetup(
  workspaceId: string,
): { readonly domain: string; readonly chainId: string } | undefined {
  const stored = readStored(keyOf(workspaceId))
  if (!Array.isArray(stored)) return undefined
  const [domain, chainId] = stored
  return typeof domain === 'string' && typeof chainId === 'string' ? { domain, chainId } : undefined
}

export function keepSetup(workspaceId: string, domain: string, chainId: string): void {
  store(keyOf(workspaceId), [domain, chainId])
}
