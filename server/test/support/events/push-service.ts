import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { startHttpServer } from '../http/http-server.ts'

interface ReceivedPush {
  readonly headers: IncomingHttpHeaders
  /** As the browser decrypts it. */
  readonly message: unknown
  readonly bytes: number
}

/** A browser that was subscribed at a push service. */
export interface PushBrowser {
  /** As `PushSubscription.toJSON` returns it. */
  readonly subscription: {
    readonly endpoint: string
    readonly keys: { readonly p256dh: string; readonly auth: string }
  }
  /** In the order in which they arrived, also those that were refused. */
  readonly pushes: readonly ReceivedPush[]
  /** Status of the responses; absent: 201. */
  readonly faults: { status?: number | undefined }
}

export interface PushService {
  readonly origin: string
  readonly subscribe: () => PushBrowser
  readonly close: () => Promise<void>
}

/** Starts a push service (RFC 8030) with browsers of its own, which decrypt what arrives (RFC 8291). */
export async function startPushService(): Promise<PushService> {
  const receivers = new Map<string, (headers: IncomingHttpHeaders, body: Buffer) => number>()
  const server = await startHttpServer(async (request, response) => {
    const body = await buffer(request)
    response.statusCode = receivers.get(request.url ?? '')?.(request.headers, body) ?? 404
    response.end()
  })
  return {
    origin: new URL(server.url).origin,
    subscribe: () => {
      const ecdh = createECDH('prime256v1')
      ecdh.generateKeys()
      const auth = randomBytes(16)
      const pushes: ReceivedPush[] = []
      const faults: PushBrowser['faults'] = {}
      const path = `/send/${receivers.size}`
      receivers.set(path, (headers, body) => {
        const message: unknown = JSON.parse(decrypt(body, ecdh, auth))
        pushes.push({ headers, message, bytes: body.length })
        return faults.status ?? 201
      })
      const keys = { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') }
      return { subscription: { endpoint: new URL(path, server.url).href, keys }, pushes, faults }
    },
    close: server.close,
  }
}

/** `aes128gcm` with one record. */
function decrypt(body: Buffer, ecdh: ReturnType<typeof createECDH>, auth: Uint8Array): string {
  const [salt, sender] = [body.subarray(0, 16), body.subarray(21, 21 + body.readUInt8(20))]
  const encrypted = body.subarray(21 + sender.length)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender])
  const input = derive(ecdh.computeSecret(sender), auth, info, 32)
  const key = derive(input, salt, 'Content-Encoding: aes128gcm\0', 16)
  const decipher = createDecipheriv('aes-128-gcm', key, derive(input, salt, 'Content-Encoding: nonce\0', 12))
  decipher.setAuthTag(encrypted.subarray(-16))
  const text = Buffer.concat([decipher.update(encrypted.subarray(0, -16)), decipher.final()])
  if (text.at(-1) !== 2) throw new Error('The record is not the last one.')
  return text.subarray(0, -1).toString()
}

function derive(secret: Uint8Array, salt: Uint8Array, info: string | Uint8Array, bytes: number): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, salt, info, bytes))
}
