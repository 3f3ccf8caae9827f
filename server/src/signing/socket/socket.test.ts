import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { toHex } from '../../crypto/hex.ts'
import { recoverResponseSigner } from '../../gateway/recover-signer.ts'
import { createLocalSigner } from '../local-signer.ts'
import { digestOf } from '../signed-digest.ts'
import type { SignedFields, Signer } from '../signer.ts'
import { createSigningQueue } from '../signing-queue.ts'
import { findRefusal } from './authorize.ts'
import { maxBodyBytes, paths } from './protocol.ts'
import { type SignerServer, startSignerServer } from './signer-server.ts'
import { socketSigners } from './socket-signer.ts'

const key = createLocalSigner(`0x${'11'.repeat(32)}`)
const known = { chainId: 1, address: `0x${'22'.repeat(20)}`, scheme: 'merkle' } as const
const now = 1_800_000_000_000
const context = { scheme: 'merkle', chainId: 1, resolver: known.address } as const
const response = {
  expires: now / 1000 + 300,
  request: Buffer.from('9061b92300', 'hex'),
  result: Buffer.alloc(32, 1),
}
const one: SignedFields = { ...context, responses: [response], blinding: new Uint8Array() }
const two: SignedFields = { ...context, responses: [response, response], blinding: randomBytes(64) }

describe('What the process signs', () => {
  test.each<[title: string, fields: SignedFields, refusal: RegExp | undefined]>([
    ['a response for a known contract', one, undefined],
    ['several with one signature', two, undefined],
    ['another contract', { ...one, resolver: `0x${'33'.repeat(20)}` }, /is not in SIGNER_RESOLVERS/],
    ['another chain', { ...one, chainId: 11155111 }, /is not in SIGNER_RESOLVERS/],
    ['a digest without its chain', { ...one, scheme: 'published' }, /is not in SIGNER_RESOLVERS/],
    [
      'a long validity',
      { ...one, responses: [{ ...response, expires: now / 1000 + 3601 }] },
      /more than 3600 seconds/,
    ],
    [
      'another call',
      { ...one, responses: [{ ...response, request: Buffer.alloc(36) }] },
      /is not a call of resolve/,
    ],
    [
      'no call',
      { ...one, responses: [{ ...response, request: Buffer.alloc(0) }] },
      /is not a call of resolve/,
    ],
    ['a tree without blinding', { ...two, blinding: new Uint8Array() }, /The blinding has 32 bytes/],
  ])('%s', (_title, fields, refusal) => {
    const found = findRefusal([known], fields, now)
    if (refusal) expect(found).toMatch(refusal)
    else expect(found).toBeUndefined()
  })

  test('rule: a contract with one signature for each response gets no tree', () => {
    const bound = { ...known, scheme: 'chain-bound' } as const
    expect(findRefusal([bound], { ...two, scheme: 'chain-bound' }, now)).toMatch(
      /one signature for each response/,
    )
  })
})

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
      result: Buffer.alloc(32, index),
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
    const [status] = await post(paths.sign, 'a'.repeat(maxBodyBytes + 1))
    expect(status).toBe(413)
    expect((await post('/', ''))[0]).toBe(404)
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

  async function post(path: string, body: string): Promise<readonly [status: number, reply: unknown]> {
    const { promise, resolve, reject } = Promise.withResolvers<readonly [number, unknown]>()
    httpRequest({ socketPath, path, method: 'POST' }, (reply) =>
      text(reply).then((json) => resolve([reply.statusCode ?? 0, JSON.parse(json)]), reject),
    )
      .on('error', reject)
      .end(body)
    return promise
  }
})
