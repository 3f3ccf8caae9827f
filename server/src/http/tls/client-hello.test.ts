import { Duplex } from 'node:stream'
import { type ConnectionOptions, connect } from 'node:tls'
import { describe, expect, it } from 'vitest'
import { maxHelloBytes, readClientHello } from './client-hello.ts'

/** What Node's TLS client says first. */
function helloOf(options: ConnectionOptions): Promise<Buffer> {
  return new Promise((resolve) => {
    const socket = new Duplex({
      read: () => {},
      write: (chunk: Buffer, _encoding, done) => {
        resolve(chunk)
        done()
      },
    })
    connect({ ...options, socket }).on('error', () => {})
  })
}

describe('A ClientHello', () => {
  it('says the host and the protocols', async () => {
    const hello = await helloOf({ servername: 'Names.Example', ALPNProtocols: ['h2', 'http/1.1'] })
    expect(readClientHello(hello)).toEqual({ host: 'names.example', protocols: ['h2', 'http/1.1'] })
    expect(readClientHello(await helloOf({}))).toEqual({ host: undefined, protocols: [] })
    const challenge = await helloOf({ servername: 'a.example', ALPNProtocols: ['acme-tls/1'] })
    expect(readClientHello(challenge)).toEqual({ host: 'a.example', protocols: ['acme-tls/1'] })
  })

  it('is incomplete at every length before its end, and complete with what follows', async () => {
    const hello = await helloOf({ servername: 'names.example', ALPNProtocols: ['h2'] })
    for (let length = 0; length < hello.length; length++)
      expect(readClientHello(hello.subarray(0, length))).toBe('incomplete')
    expect(readClientHello(Buffer.concat([hello, hello]))).toEqual(readClientHello(hello))
  })

  it('is parsed or throws a RangeError, whichever byte is changed', async () => {
    const hello = await helloOf({ servername: 'names.example', ALPNProtocols: ['h2', 'http/1.1'] })
    for (let at = 0; at < hello.length; at++)
      for (const value of [0, 1, 127, 255]) {
        const changed = Buffer.from(hello)
        changed[at] = value
        try {
          readClientHello(changed)
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError)
        }
      }
  })

  it('is no longer than a record', () => {
    const endless = Buffer.alloc(maxHelloBytes + 1)
    endless.set([22, 3, 1, 0xff, 0xff])
    expect(() => readClientHello(endless)).toThrow(RangeError)
    expect(() => readClientHello(Buffer.from('GET / HTTP/1.1\r\n\r\n'))).toThrow(RangeError)
  })
})
