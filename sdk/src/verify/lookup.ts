import { fromHex, type Hex, isHex, toHex } from './bytes.ts'
import { VerifyError } from './error.ts'
import { FileWalk } from './files.ts'
import { fetchJson, type HttpLimits } from './http.ts'
import { member } from './rpc.ts'
import type { HashTree } from './state.ts'

export interface Fetched {
  readonly url: string
  readonly data: Hex
}

const maxHosts = 8

interface GatewayCall {
  readonly urls: readonly string[]
  readonly sender: Hex
  readonly callData: Hex
}

/**
 * As EIP-3668 has it: GET where the URL has the call in it, else POST; the next URL where one does not answer.
 * @throws VerifyError `NoAnswer`.
 */
export async function askGateway(
  { urls, sender, callData }: GatewayCall,
  limits: HttpLimits,
): Promise<Fetched> {
  return firstOf(urls, async (template) => {
    const url = template
      .replaceAll('{sender}', sender.toLowerCase())
      .replaceAll('{data}', callData.toLowerCase())
    if (template.includes('{data}')) return fetchData(url, {}, limits)
    const body = JSON.stringify({ data: callData, sender })
    return fetchData(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body }, limits)
  })
}

/** The files that lead from a root to the bucket of a node, each from the first host that has it. */
export async function readFiles(
  {
    zone,
    node,
    bases,
  }: { readonly zone: HashTree; readonly node: Uint8Array; readonly bases: readonly string[] },
  limits: HttpLimits,
): Promise<readonly Fetched[]> {
  const walk = new FileWalk(zone, node)
  const files: Fetched[] = []
  for (let hash = walk.next; hash !== undefined; hash = walk.next) {
    const file = await firstOf(bases, (base) =>
      fetchData(`${base.replace(/\/+$/, '')}/${hash.slice(2)}.json`, {}, limits),
    )
    walk.read(fromHex(file.data))
    files.push(file)
  }
  return files
}

async function firstOf(urls: readonly string[], ask: (url: string) => Promise<Fetched>): Promise<Fetched> {
  const failures: string[] = []
  for (const url of urls.slice(0, maxHosts)) {
    try {
      return await ask(url)
    } catch (error) {
      if (!(error instanceof VerifyError)) throw error
      failures.push(error.message)
    }
  }
  throw new VerifyError(
    'NoAnswer',
    failures.length > 0 ? failures.join(' ') : 'The contract has no URL to ask.',
  )
}

async function fetchData(url: string, init: RequestInit, limits: HttpLimits): Promise<Fetched> {
  const reply = await fetchJson(url, init, limits)
  const data = member(reply, 'data')
  if (!isHex(data)) throw new VerifyError('NoAnswer', `${url.slice(0, 200)} answered without "data" in hex.`)
  return { url, data: toHex(fromHex(data)) }
}
