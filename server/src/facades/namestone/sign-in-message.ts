import { createHash } from 'node:crypto'
import type { Address } from 'viem'
import type { Context } from '../../context.ts'
import { formatSiweMessage } from '../../core/auth/siwe.ts'
import type { ChainId } from '../../ens/chains.ts'

/** Within this time an address gets the same message, which is valid for twice as long: it need not be stored. */
export const messagePeriodMs = 300_000

/** A plain sign-in message of EIP-4361, of the period that contains the time. */
export function composeMessage(
  publicUrl: Context['config']['publicUrl'],
  { chainId, address, time }: { readonly chainId: ChainId; readonly address: Address; readonly time: number },
): string {
  const issuedAt = Math.floor(time / messagePeriodMs) * messagePeriodMs
  const url = new URL(publicUrl ?? 'http://localhost')
  const nonce = createHash('sha256').update(`${chainId} ${address} ${issuedAt}`).digest('hex').slice(0, 32)
  return formatSiweMessage({
    domain: url.host,
    address,
    statement: 'Sign this message to access protected endpoints.',
    uri: url.origin,
    chainId,
    nonce,
    issuedAt,
    expirationTime: issuedAt + 2 * messagePeriodMs,
    notBefore: null,
    resources: [],
  })
}
