import { pipeline, Readable, Transform } from 'node:stream'

/** Of a response: a public key, a signature, or an error. */
const maxBodyBytes = 65_536

export class OverlongBodyError extends Error {}

/** Replaces the body of an HTTP response of the SDK, which collects any number of bytes, by one that fails above the limit. */
export function limitBody(response: unknown): void {
  if (typeof response !== 'object' || response === null) return
  if (!('body' in response) || !(response.body instanceof Readable)) return
  let size = 0
  const limited = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      size += chunk.length
      if (size > maxBodyBytes) return done(new OverlongBodyError())
      done(null, chunk)
    },
  })
  pipeline(response.body, limited, () => {})
  response.body = limited
}
