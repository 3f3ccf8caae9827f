import type { Readable } from 'node:stream'
import { OutboundError } from './error.ts'

/** @throws OutboundError `failed` as soon as it exceeds `maxBytes`. */
export async function readBody(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
  encoding: 'utf8' | 'latin1' = 'utf8',
): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > maxBytes) throw new OutboundError('failed', `returned more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString(encoding)
}

const bodyStartTimeoutMs = 1_000

/**
 * The first bytes as UTF-8, as far as they come within a second; the rest is discarded. Never rejects: the status has
 * been received.
 */
export async function readBodyStart(body: Readable, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  const timer = setTimeout(() => body.destroy(), bodyStartTimeoutMs)
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      size += chunk.length
      if (size > maxBytes) break
    }
  } catch {
    // What was received is returned.
  } finally {
    clearTimeout(timer)
    body.destroy()
  }
  return Buffer.concat(chunks).subarray(0, maxBytes).toString('utf8')
}
