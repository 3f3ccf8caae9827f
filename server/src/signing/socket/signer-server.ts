import { once } from 'node:events'
import { chmod, lstat, unlink } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { toHex } from '../../crypto/hex.ts'
import { errorCode, OperatorError } from '../../errors.ts'
import { digestOf } from '../signed-digest.ts'
import type { SignedFields, Signer } from '../signer.ts'
import { findRefusal, type KnownResolver } from './authorize.ts'
import { maxBodyBytes, parseSignRequest, paths, type SignRequest } from './protocol.ts'

interface SignerServerOptions {
  readonly socketPath: string
  /** By chain id; read again for each request. */
  readonly signers: ReadonlyMap<number, readonly Signer[]>
  readonly resolvers: readonly KnownResolver[]
  /** Takes a contract of a chain that has none in `resolvers`, which lists it then. Absent: no contract is taken. */
  readonly takeFirst?: ((resolver: KnownResolver) => Promise<void>) | undefined
  readonly maxPerSecond: number
  readonly onSigned: (request: SignRequest) => void
  readonly onRefused: (sentence: string) => void
  readonly clock?: () => number
}

export interface SignerServer {
  /** Completes requests first. */
  readonly stop: () => Promise<void>
}

/** Requests above the rate wait this long at most. */
const maxWaitMs = 1_000

/** Each may send a body. */
const maxConnections = 32

/** A refusal with its status. */
class Refusal extends Error {
  readonly status: number

  constructor(status: number, sentence: string) {
    super(sentence)
    this.status = status
  }
}

/**
 * Serves signatures on a Unix socket that its owner and its group can use.
 * @throws OperatorError when another process listens there, or the path is unusable.
 */
export async function startSignerServer(options: SignerServerOptions): Promise<SignerServer> {
  const { socketPath, onRefused } = options
  const sign = createSign(options)
  const respond = async (request: IncomingMessage): Promise<unknown> => {
    const { method, url } = request
    if (method === 'GET' && url === paths.signers) return listSigners(options.signers)
    if (method !== 'POST' || url !== paths.sign) throw new Refusal(404, `There is no ${method} ${url}.`)
    return sign(parse(await readBody(request)))
  }
  const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
    respond(request).then(
      (value) => send(response, 200, value),
      (error: unknown) => {
        const [status, sentence] =
          error instanceof Refusal ? [error.status, error.message] : [500, 'It failed.']
        onRefused(error instanceof Refusal ? sentence : String(error))
        send(response, status, { error: sentence })
      },
    )
  })
  server.maxConnections = maxConnections
  await removeStale(socketPath)
  try {
    await once(server.listen(socketPath), 'listening')
    await chmod(socketPath, 0o660)
  } catch (error) {
    throw new OperatorError(`The signer cannot listen on ${socketPath} (${errorCode(error)}).`, {
      cause: error,
    })
  }
  return {
    stop: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeIdleConnections()
      await closed
    },
  }
}

function createSign(options: SignerServerOptions) {
  const { signers, resolvers, takeFirst, maxPerSecond, onSigned, clock = Date.now } = options
  let nextAt = 0
  const takeTurn = async () => {
    const now = performance.now()
    const at = Math.max(now, nextAt)
    if (at - now > maxWaitMs)
      throw new Refusal(503, `More than ${maxPerSecond} signatures a second are asked for.`)
    nextAt = at + 1000 / maxPerSecond
    if (at > now) await delay(at - now)
  }
  return async (request: SignRequest) => {
    const { fields } = request
    const wanted = request.signer.toLowerCase()
    const signer = signers.get(fields.chainId)?.find(({ address }) => address.toLowerCase() === wanted)
    if (takeFirst && signer) await takeFirstOf(resolvers, takeFirst, fields, clock())
    const refusal = findRefusal(resolvers, fields, clock())
    if (refusal !== undefined) throw new Refusal(403, refusal)
    if (!signer) throw new Refusal(404, `${request.signer} is not a signer of chain ${fields.chainId}.`)
    await takeTurn()
    const signature = await signer.sign(digestOf(fields), fields)
    onSigned(request)
    return { signature: toHex(signature) }
  }
}

/** Of a request that would be signed for it. */
async function takeFirstOf(
  resolvers: readonly KnownResolver[],
  take: (resolver: KnownResolver) => Promise<void>,
  fields: SignedFields,
  now: number,
): Promise<void> {
  const { chainId, resolver: address, scheme } = fields
  if (resolvers.some((known) => known.chainId === chainId)) return
  const first = { chainId, address, scheme }
  if (findRefusal([first], fields, now) === undefined) await take(first)
}

function listSigners(signers: ReadonlyMap<number, readonly Signer[]>) {
  return [...signers].flatMap(([chainId, all]) => all.map(({ address }) => ({ chainId, address })))
}

function parse(body: string): SignRequest {
  try {
    return parseSignRequest(body)
  } catch {
    throw new Refusal(400, 'The body does not have the form of a signing request.')
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > maxBodyBytes) throw new Refusal(413, `The body has more than ${maxBodyBytes} bytes.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function send(response: ServerResponse, status: number, value: unknown): void {
  const body = JSON.stringify(value)
  // What is left of a refused body is not read.
  const connection = status === 413 ? { connection: 'close' } : {}
  response.writeHead(status, { 'content-type': 'application/json', ...connection }).end(body)
}

/** A process that was killed leaves its socket. */
async function removeStale(path: string): Promise<void> {
  const stat = await lstat(path).catch(() => undefined)
  if (!stat) return
  if (!stat.isSocket()) throw new OperatorError(`${path} is there already, and is not a socket.`)
  const probe = connect(path)
  const isUsed = await once(probe, 'connect').then(
    () => true,
    () => false,
  )
  probe.destroy()
  if (isUsed) throw new OperatorError(`Another process listens on ${path}.`)
  await unlink(path)
}
