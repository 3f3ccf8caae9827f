import { OutboundError } from './error.ts'

/**
 * UTF-8.
 * @throws OutboundError `failed` as soon as it exceeds `maxBytes`.
 */
export async function readBody(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > maxBytes) throw new OutboundError('failed', `returned more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
