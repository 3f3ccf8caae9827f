import { apiKey } from '../databases/zone.ts'
import type { Client } from '../load/client.ts'
import { getRequest } from '../load/requests.ts'

/** The most that the service takes. */
const pageSize = 1000

export interface PagesRead {
  readonly seconds: number
  /** Events about a name. */
  readonly named: number
}

/** Reads all events by pages, one after the other. */
export async function readPages(client: Client): Promise<PagesRead> {
  const begin = performance.now()
  let named = 0
  let cursor = ''
  for (;;) {
    const path = `/byname/v1/events?limit=${pageSize}${cursor}`
    const { status, body } = await client.send(getRequest(path, { 'x-api-key': apiKey }))
    if (status !== 200) throw new Error(`A page of events got status ${status}: ${body}`)
    const { data, next, isCaughtUp } = pageIn(body)
    named += data.filter(({ type }) => type === 'subname.issued').length
    if (isCaughtUp) return { seconds: (performance.now() - begin) / 1000, named }
    cursor = `&after=${next}`
  }
}

interface EventPage {
  readonly data: readonly { readonly type: string }[]
  readonly next: string | null
  readonly isCaughtUp: boolean
}

/** Safe because the service responds so; other pages have no events, which are counted. */
function pageIn(body: string): EventPage {
  const response = JSON.parse(body) as { readonly result: { readonly data: EventPage } }
  return response.result.data
}
