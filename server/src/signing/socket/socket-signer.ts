import { Agent, request as httpRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Address } from 'viem'
import type { z } from 'zod'
import { fromHex } from '../../crypto/hex.ts'
import type { SignerSource } from '../open-signers.ts'
import type { Signer, SignerLimits } from '../signer.ts'
import { formatSignRequest, listedSignersSchema, paths, problemSchema, signatureSchema } from './protocol.ts'

interface SocketOptions {
  readonly socketPath: string
  readonly limits: SignerLimits
  readonly timeoutMs: number
}

class SignerProcessError extends Error {}

interface Exchange {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: string
}

/** The keys of the process `byname signer` at a Unix socket. */
export function socketSigners({ socketPath, limits, timeoutMs }: SocketOptions): SignerSource {
  const agent = new Agent({ keepAlive: true, maxSockets: limits.maxConcurrent + 1 })

  const exchange = async <Schema extends z.ZodType>(
    { method, path, body }: Exchange,
    schema: Schema,
  ): Promise<z.infer<Schema>> => {
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      const { promise, resolve, reject } = Promise.withResolvers<readonly [status: number, reply: string]>()
      const headers = body === undefined ? {} : { 'content-type': 'application/json' }
      httpRequest({ agent, socketPath, method, path, headers, signal }, (response) =>
        text(response).then((reply) => resolve([response.statusCode ?? 0, reply]), reject),
      )
        .on('error', reject)
        .end(body)
      const [status, reply] = await promise
      if (status === 200) return schema.parse(JSON.parse(reply))
      const { error } = problemSchema.parse(JSON.parse(reply))
      throw new SignerProcessError(`The signer at ${socketPath} refuses: ${error}`)
    } catch (error) {
      if (error instanceof SignerProcessError) throw error
      throw new SignerProcessError(`The signer at ${socketPath} does not respond.`, { cause: error })
    }
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
