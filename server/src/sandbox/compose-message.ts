import { randomBytes } from 'node:crypto'

const lifetimeMs = 3_600_000

/** EIP-4361, as an application on this machine would request it. */
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
