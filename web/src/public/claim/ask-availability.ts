import { ApiError } from '../../api/api-error.ts'
import type { paths } from '../../api/openapi-types.ts'
import { reach } from '../../api/reach.ts'

const path = '/ens/v1/subname/available'

type Envelope = paths[typeof path]['get']['responses'][200]['content']['application/json']

export type Availability = Envelope['result']['data']

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

/** Without the client of the whole interface, so that the first script stays small. @throws ApiError */
export async function askAvailability(
  name: string,
  { chainId, signal }: { readonly chainId: number; readonly signal: AbortSignal },
): Promise<Availability> {
  const url = urlOf(name, chainId)
  const asked = early?.get(url)
  early = undefined
  const response = (await asked?.catch(() => undefined)) ?? (await reach(url, { signal }))
  const body: unknown = await response.json().catch(() => undefined)
  if (!response.ok) throw ApiError.fromEnvelope(body, response)
  // Safe because this is the documented response.
  return (body as Envelope).result.data
}

function urlOf(subname: string, chainId: number): string {
  return `${path}?${new URLSearchParams({ subname, chainId: `${chainId}`, suggestions: '3' })}`
}
