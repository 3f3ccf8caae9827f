import { randomBytes } from 'node:crypto'

/** Lifetime of the message in milliseconds. */
const lifetimeMs = 3_600_000

/** The message that an application on this machine would request from a wallet (EIP-4361). */
export async function composeSiweMessage(address: `0x${string}`, chainId: number): Promise<string> {
  const { createSiweMessage } = await import('viem/siwe')
  const issuedAt = new Date()
  return createSiweMessage({
    domain: 'localhost',
    uri: 'http://localhost/',
    version: '1',
    statement: 'Sign in to manage your names.',
    nonce: randomBytes(8).toString('hex'),
    address,
    chainId,
    issuedAt,
    expirationTime: new Date(issuedAt.getTime() + lifetimeMs),
  })
}
