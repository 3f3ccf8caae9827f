import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import type { Address } from 'viem'
import type { z } from 'zod'
import { fromHex } from '../../crypto/hex.ts'
import type { SignerSource } from '../open-signers.ts'
import type { Signer, SignerLimits } from '../signer.ts'
import { SignerError, type SignerFailure } from '../signer-error.ts'
import { formatSignRequest, listedSignersSchema, paths, problemSchema, signatureSchema } from './protocol.ts'

interface SocketOptions {
  readonly socketPath: string
  readonly limits: SignerLimits
  readonly timeoutMs: number
}

interface Exchange {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: string
}

/** Of a response: a list of keys, a signature or a sentence. */
const maxReplyBytes = 65_536

/** The keys of the process `byname signer` at a Unix socket. */
export function socketSigners({ socketPath, limits, timeoutMs }: SocketOptions): SignerSource {
  const agent = new Agent({ keepAlive: true, maxSockets: limits.maxConcurrent + 1 })

  const send = ({ method, path, body }: Exchange, signal: AbortSignal) => {
    const { promise, resolve, reject } = Promise.withResolvers<Reply>()
    const headers = body === undefined ? {} : { 'content-type': 'application/json' }
    httpRequest({ agent, socketPath, method, path, headers, signal }, (response) =>
      readReply(response).then((text) => resolve({ status: response.statusCode ?? 0, text }), reject),
    )
      .on('error', reject)
      .end(body)
    return promise
  }
  const fail = (
    failure: SignerFailure,
    what: string,
    options?: ConstructorParameters<typeof SignerError>[2],
  ) => new SignerError(failure, `The signer at ${socketPath} ${what}`, options)
  /** @throws SignerError */
  const exchange = async <Schema extends z.ZodType>(
    request: Exchange,
    schema: Schema,
  ): Promise<z.infer<Schema>> => {
    const signal = AbortSignal.timeout(timeoutMs)
    const reply = await send(request, signal).catch((cause: unknown) => {
      if (cause instanceof OverlongReplyError) throw fail('malformed', 'returns no end of a response.')
      throw signal.aborted
        ? fail('timeout', `does not respond within ${timeoutMs} ms.`, { cause })
        : fail('unreachable', 'cannot be reached.', { cause })
    })
    const { status } = reply
    const value = parseJson(reply.text)
    if (status === 200) {
      const parsed = schema.safeParse(value)
      if (parsed.success) return parsed.data
    }
    const problem = problemSchema.safeParse(value)
    if (status === 200 || !problem.success) throw fail('malformed', 'does not respond as a signer does.')
    const { error } = problem.data
    if (status >= 500 && status !== 503) throw fail('unreachable', `fails: ${error}`)
    throw fail(status === 503 ? 'overloaded' : 'refused', `refuses: ${error}`, { isOfRequest: true })
  }
  const signerOf = (address: Address): Signer => ({
    address,
    limits,
    sign: async (_digest, fields) => {
      const body = formatSignRequest({ signer: address, fields })
      const { signature } = await exchange({ method: 'POST', path: paths.sign, body }, signatureSchema)
      return fromHex(signature)
    },
  })
  return {
    name: socketPath,
    read: async () => {
      const listed = await exchange({ method: 'GET', path: paths.signers }, listedSignersSchema)
      const byChain = Map.groupBy(listed, ({ chainId }) => chainId)
      return new Map(
        [...byChain].map(([chainId, all]) => [chainId, all.map(({ address }) => signerOf(address))]),
      )
    },
    close: () => agent.destroy(),
  }
}

interface Reply {
  readonly status: number
  readonly text: string
}

class OverlongReplyError extends Error {}

async function readReply(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response) {
    size += chunk.length
    if (size > maxReplyBytes) throw new OverlongReplyError()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** `undefined` for what is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
