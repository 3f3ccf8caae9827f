import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, request as httpRequest, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { encodeResolve, encodeTextCall } from '../../../test/support/gateway/calls.ts'
import { toHex } from '../../crypto/hex.ts'
import { encodeBytes } from '../../gateway/abi.ts'
import { recoverResponseSigner } from '../../gateway/recover-signer.ts'
import { createLocalSigner } from '../local-signer.ts'
import { openSigners } from '../open-signers.ts'
import { digestOf } from '../signed-digest.ts'
import type { SignedFields, Signer } from '../signer.ts'
import type { SignerFailure } from '../signer-error.ts'
import { createSigningQueue } from '../signing-queue.ts'
import { formatSignRequest, maxBodyBytes, paths } from './protocol.ts'
import { type SignerServer, startSignerServer } from './signer-server.ts'
import { socketSigners } from './socket-signer.ts'

const key = createLocalSigner(`0x${'11'.repeat(32)}`)
const known = { chainId: 1, address: `0x${'22'.repeat(20)}`, scheme: 'merkle' } as const
const now = 1_800_000_000_000
const context = { scheme: 'merkle', chainId: 1, resolver: known.address } as const
const name = 'alice.demo.eth'
const textRequest = encodeResolve(name, encodeTextCall(name, 'url'))
const response = { expires: now / 1000 + 300, request: textRequest, result: encodeBytes(Buffer.from('a')) }
const one: SignedFields = { ...context, responses: [response], seed: new Uint8Array() }
const two: SignedFields = { ...context, responses: [response, response], seed: randomBytes(32) }

describe('The process at a socket', () => {
  let folder: string
  let socketPath: string
  let server: SignerServer
  const refused: string[] = []
  const signed: number[] = []
  const start = (maxPerSecond = 1000) =>
    startSignerServer({
      socketPath,
      signers: new Map([[1, [key]]]),
      resolvers: [known],
      maxPerSecond,
      onSigned: ({ fields }) => signed.push(fields.responses.length),
      onRefused: (sentence) => refused.push(sentence),
      clock: () => now,
    })
  const connect = () =>
    socketSigners({ socketPath, limits: { maxPerSecond: 1000, maxConcurrent: 2 }, timeoutMs: 5_000 })
  const openSigner = async (): Promise<Signer> => {
    const [signer] = (await connect().read()).get(1) ?? []
    if (!signer) throw new Error('The process has no key of chain 1.')
    return signer
  }
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'byname-signer-'))
    socketPath = join(folder, 'signer.sock')
    server = await start()
  })
  afterEach(() => {
    refused.length = 0
    signed.length = 0
  })
  afterAll(async () => {
    await server.stop()
    await rm(folder, { recursive: true })
  })

  test('rule: its signature is that of the key, for one response and for the root of several', async () => {
    const signer = await openSigner()
    expect(signer.address).toBe(key.address)
    for (const fields of [one, two])
      expect(toHex(await signer.sign(new Uint8Array(32), fields))).toBe(toHex(key.sign(digestOf(fields))))
    expect(signed).toEqual([1, 2])
  })

  test('rule: the queue sends it many responses at once, and each verifies', async () => {
    const signer = await openSigner()
    const queue = createSigningQueue()
    const responses = Array.from({ length: 40 }, (_, index) => ({
      ...response,
      result: encodeBytes(Buffer.alloc(32, index)),
    }))
    const signatures = await Promise.all(responses.map((each) => queue.sign(signer, context, each)))
    for (const [index, { expires, ...each }] of responses.entries())
      expect(
        recoverResponseSigner(
          context,
          { ...each, expires: BigInt(expires) },
          signatures[index] ?? new Uint8Array(),
        ),
      ).toBe(key.address.toLowerCase())
    expect(signed).toEqual([40])
  })

  test('rule: a hash instead of the fields, and any other body, is refused', async () => {
    for (const body of [
      '{}',
      'null',
      '[',
      JSON.stringify({ signer: key.address, digest: `0x${'00'.repeat(32)}` }),
    ])
      expect(await post(paths.sign, body)).toEqual([
        400,
        { error: 'The body does not have the form of a signing request.' },
      ])
    expect((await post(paths.sign, 'a'.repeat(maxBodyBytes + 1)))[0]).toBe(413)
    expect((await post(paths.sign, 'a'.repeat(maxBodyBytes)))[0]).toBe(400)
    for (const path of ['/', paths.signers]) expect((await post(path, ''))[0]).toBe(404)
  })

  test('rule: a failure inside of the process is 500, whose text is for its log alone', async () => {
    const failing = await startSignerServer({
      ...{
        socketPath: join(folder, 'failing.sock'),
        resolvers: [known],
        maxPerSecond: 1000,
        clock: () => now,
      },
      signers: new Map([[1, [{ ...key, sign: () => Promise.reject(new Error('secret')) }]]]),
      ...{ onSigned: () => signed.push(0), onRefused: (sentence) => refused.push(sentence) },
    })
    onTestFinished(() => failing.stop())
    const body = formatSignRequest({ signer: key.address, fields: one })
    expect(await post(paths.sign, body, join(folder, 'failing.sock'))).toEqual([500, { error: 'It failed.' }])
    expect([refused, signed]).toEqual([['Error: secret'], []])
  })

  test('rule: a key is known by its address in any case, of its chain alone', async () => {
    const body = (signer: string) =>
      formatSignRequest({ signer, fields: one } as Parameters<typeof formatSignRequest>[0])
    const { address } = key
    for (const signer of [address, address.toLowerCase(), `0x${address.slice(2).toUpperCase()}`])
      expect((await post(paths.sign, body(signer)))[0]).toBe(200)
    expect((await post(paths.sign, body(known.address)))[0]).toBe(404)
    expect(refused).toEqual([`${known.address} is not a signer of chain 1.`])
  })

  test('rule: the reason of a refusal is for both logs', async () => {
    const signer = await openSigner()
    await expect(signer.sign(new Uint8Array(32), { ...one, chainId: 5 })).rejects.toThrow(
      /^The signer at .+ refuses: The resolver .+ is not in SIGNER_RESOLVERS\.$/,
    )
    expect(refused).toEqual([expect.stringContaining('is not in SIGNER_RESOLVERS')])
  })

  test('rule: only its owner and its group can use the socket, and two processes cannot share it', async () => {
    expect((await stat(socketPath)).mode & 0o777).toBe(0o660)
    await expect(start()).rejects.toThrow(`Another process listens on ${socketPath}.`)
    const file = join(folder, 'file')
    await writeFile(file, '')
    await expect(
      startSignerServer({
        ...{ socketPath: file, signers: new Map(), resolvers: [], maxPerSecond: 1 },
        ...{ onSigned: () => {}, onRefused: () => {} },
      }),
    ).rejects.toThrow(`${file} is there already, and is not a socket.`)
  })

  test('rule: it makes no more signatures in a second than its limit, for all who ask together', async () => {
    await server.stop()
    server = await start(2)
    const signers = await Promise.all([openSigner(), openSigner(), openSigner(), openSigner(), openSigner()])
    const outcomes = await Promise.allSettled(signers.map((signer) => signer.sign(new Uint8Array(32), one)))
    const refusals = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [String(outcome.reason)] : [],
    )
    expect(refusals.length).toBeGreaterThanOrEqual(2)
    for (const refusal of refusals) expect(refusal).toContain('More than 2 signatures a second')
  })

  async function post(
    path: string,
    body: string,
    at = socketPath,
  ): Promise<readonly [status: number, reply: unknown]> {
    const { promise, resolve, reject } = Promise.withResolvers<readonly [number, unknown]>()
    httpRequest({ socketPath: at, path, method: 'POST' }, (reply) =>
      text(reply).then((json) => resolve([reply.statusCode ?? 0, JSON.parse(json)]), reject),
    )
      .on('error', reject)
      .end(body)
    return promise
  }
})

describe('A process that does not respond as a signer', () => {
  const local = { source: 'signer', address: key.address }
  const valid = toHex(key.sign(digestOf(one)))
  const other = toHex(createLocalSigner(`0x${'22'.repeat(32)}`).sign(digestOf(one)))
  type Reply = (response: ServerResponse) => void
  const json =
    (value: unknown, status = 200): Reply =>
    (response) =>
      response.writeHead(status).end(JSON.stringify(value))
  const endless: Reply = (response) => {
    const send = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536, ' ')));
    }
    response.on('drain', send).on('error', () => {})
    send()
  }

  test.each<[title: string, reply: Reply, failure: SignerFailure]>([
    ['a signature of another key', json({ signature: other }), 'wrong-key'],
    ...[0, 2, 64, 97].map((size): [string, Reply, SignerFailure] => [
      `${size} bytes`,
      json({ signature: toHex(Buffer.alloc(size, 1)) }),
      'malformed',
    ]),
    ['a signature of zeros', json({ signature: toHex(Buffer.alloc(65)) }), 'malformed'],
    ['a path behind the signature', json({ signature: `${valid}${'00'.repeat(32)}` }), 'malformed'],
    ['another member', json({ signature: valid, more: 1 }), 'malformed'],
    ['null', json(null), 'malformed'],
    ['HTML', (response) => response.end('<html>'), 'malformed'],
    ['HTML with 503', (response) => response.writeHead(503).end('<html>'), 'malformed'],
    ['no end', endless, 'malformed'],
    ['half of a body', (response) => response.write('{', () => response.destroy()), 'unreachable'],
    ['a closed connection', (response) => response.destroy(), 'unreachable'],
    ...[500, 502, 504].map((status): [string, Reply, SignerFailure] => [
      `${status}`,
      json({ error: 'It failed.' }, status),
      'unreachable',
    ]),
    ['more than 64 KiB', json({ signature: valid, more: ' '.repeat(65_536) }), 'malformed'],
    ['400', json({ error: 'No.' }, 400), 'refused'],
    ['499', json({ error: 'No.' }, 499), 'refused'],
    ['403', json({ error: 'No.' }, 403), 'refused'],
    ['503', json({ error: 'Too many.' }, 503), 'overloaded'],
    ['silence', () => {}, 'timeout'],
  ])(
    'rule: %s is 503 with a reason, and a valid signature after it is one',
    async (_title, reply, failure) => {
      let current = reply
      const path = join(await mkdtemp(join(tmpdir(), 'byname-signer-')), 's')
      const server = createServer((request, response) => {
        if (request.url === paths.signers) return json([{ chainId: 1, address: key.address }])(response)
        request.resume().on('end', () => current(response))
      })
      await once(server.listen(path), 'listening')
      const limits = { maxPerSecond: 1000, maxConcurrent: 2 }
      const timeoutMs = failure === 'timeout' ? 50 : 10_000
      const log = { error: vi.fn(), info: vi.fn() }
      const sources = [socketSigners({ socketPath: path, limits, timeoutMs })]
      const { signers, problems, close } = await openSigners({ sources, log, clock: () => now })
      onTestFinished(async () => {
        close()
        server.closeAllConnections()
        server.close()
        await rm(dirname(path), { recursive: true })
      })
      const sign = async () => signers.get(1)?.[0]?.sign(digestOf(one), one)
      await expect(sign()).rejects.toMatchObject({ name: 'ServiceUnavailableException' })
      expect(problems()).toEqual([
        { ...local, source: path, failure, message: expect.stringMatching(/\S/), since: now },
      ])
      expect(log.error).toHaveBeenCalledOnce()
      current = json({ signature: valid })
      if (failure === 'timeout') return
      expect(toHex((await sign()) ?? new Uint8Array())).toBe(valid)
      expect(problems()).toEqual([])
    },
  )

  test('rule: a refusal of one request leaves the signer in use, and a failure of the process three times in a row does not', async () => {
    for (const [status, mayAsk] of [
      [400, true],
      [403, true],
      [503, true],
      [500, false],
    ] as const) {
      let requests = 0
      const folder = await mkdtemp(join(tmpdir(), 'byname-signer-'))
      const server = createServer((request, response) => {
        if (request.url === paths.signers) return json([{ chainId: 1, address: key.address }])(response)
        requests++
        request.resume().on('end', () => json({ error: 'No.' }, status)(response))
      })
      await once(server.listen(join(folder, 's')), 'listening')
      const limits = { maxPerSecond: 1000, maxConcurrent: 2 }
      const sources = [socketSigners({ socketPath: join(folder, 's'), limits, timeoutMs: 60_000 })]
      const { signers, close } = await openSigners({ sources, log: { error: vi.fn(), info: vi.fn() } })
      const sign = async () => signers.get(1)?.[0]?.sign(digestOf(one), one)
      for (let index = 0; index < 4; index++)
        await expect(sign()).rejects.toMatchObject({ name: 'ServiceUnavailableException' })
      close()
      server.closeAllConnections()
      server.close()
      await rm(folder, { recursive: true })
      expect([status, requests]).toEqual([status, mayAsk ? 4 : 3])
    }
  })

  test('rule: one that is away is a problem of its place, from the first read on', async () => {
    const socketPath = join(tmpdir(), `byname-absent-${process.pid}`)
    const sources = [
      socketSigners({ socketPath, limits: { maxPerSecond: 1, maxConcurrent: 1 }, timeoutMs: 5_000 }),
    ]
    const { problems, reload, close } = await openSigners({
      ...{ sources, log: { error: vi.fn(), info: vi.fn() }, clock: () => now },
    })
    onTestFinished(close)
    await expect(reload()).rejects.toThrow('cannot be reached')
    expect(problems()).toEqual([
      ...[{ source: socketPath, failure: 'unreachable', message: expect.any(String), since: now }],
    ])
  })
})
