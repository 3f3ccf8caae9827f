import { get, type IncomingMessage } from 'node:http'
import { apiKey } from '../databases/zone.ts'
import { type Arrivals, createArrivals } from './arrivals.ts'

export interface StreamFollower {
  readonly arrivals: Arrivals
  close(): void
}

/** Follows the stream of events from now on. */
export async function followStream(url: string): Promise<StreamFollower> {
  const arrivals = createArrivals('The stream')
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const request = get(`${url}/byname/v1/events/stream`, { headers: { 'x-api-key': apiKey } }, resolve)
  request.on('error', reject)
  const response = await promise
  if (response.statusCode !== 200) throw new Error(`The stream got status ${response.statusCode}.`)
  const started = Promise.withResolvers<void>()
  let rest = ''
  let last: string | undefined
  response.setEncoding('utf8').on('data', (chunk: string) => {
    started.resolve()
    const frames = (rest + chunk).split('\n\n')
    rest = frames.pop() ?? ''
    for (const frame of frames) {
      if (frame.startsWith('event: end')) arrivals.fail(new Error(`The stream has ended: ${frame}`))
      const event = eventIn(frame)
      if (!event) continue
      if (event.cursor === last) arrivals.fail(new Error(`The stream repeated ${frame}`))
      last = event.cursor
      arrivals.add(event.name)
    }
  })
  // Its first bytes are sent when it knows where it begins.
  await started.promise
  return { arrivals, close: () => request.destroy() }
}

/** `undefined` for comments. Safe because the service sends events so; others leave names missing, which fails the bench. */
function eventIn(frame: string) {
  const data = /^data: (.*)$/m.exec(frame)?.[1]
  if (data === undefined || !frame.startsWith('id: ')) return undefined
  return JSON.parse(data) as { readonly cursor: string; readonly name: string | null }
}
