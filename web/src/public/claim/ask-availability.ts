import { reachSoon } from '../../api/reach.ts'
import { dataOfResponse, type ReadData } from '../../api/read-data.ts'
import { serviceOrigin } from '../../api/service-origin.ts'

const path = '/ens/v1/subname/available'

export type Availability = ReadData<typeof path>

/** Requests of the early script; absent once the page is taken over. */
let early: Map<string, Promise<Response>> | undefined = new Map()

/** Asks for what is typed before the page is taken over. */
export function askEarly(name: string, chainId: number): void {
  const url = urlOf(name, chainId)
  if (!early || early.has(url)) return
  const request = fetch(url)
  // Its failure is handled where it is taken.
  request.catch(() => undefined)
  early.set(url, request)
}

/** @throws ApiError */
export async function askAvailability(
  name: string,
  { chainId, signal }: { readonly chainId: number; readonly signal: AbortSignal },
): Promise<Availability> {
  const url = urlOf(name, chainId)
  const asked = early?.get(url)
  early = undefined
  const response = (await asked?.catch(() => undefined)) ?? (await reachSoon(url, signal))
  return dataOfResponse<typeof path>(response)
}

function urlOf(subname: string, chainId: number): string {
  return `${serviceOrigin}${path}?${new URLSearchParams({ subname, chainId: `${chainId}`, suggestions: '3' })}`
}
