import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSiweMessage } from '../../core/auth/siwe.ts'
import { checksumAddress } from '../../crypto/evm-address.ts'
import { composeMessage, messagePeriodMs } from './sign-in-message.ts'

const minutes = 60_000
const wallets = fc.uint8Array({ minLength: 20, maxLength: 20 })
const addresses = wallets.map((bytes) => checksumAddress(`0x${Buffer.from(bytes).toString('hex')}`))
const chainIds = fc.constantFrom(1, 11155111)
const periods = fc.nat(1_000_000)

const site = 'https://names.example:8443'

test('property: a message is of one chain, one address and one period of 5 minutes, and is valid for 10', () => {
  expect(messagePeriodMs).toBe(5 * minutes)
  fc.assert(
    fc.property(addresses, addresses, chainIds, periods, (address, other, chainId, period) => {
      const of = { chainId, address, time: period * 5 * minutes }
      const text = composeMessage(site, of)
      expect(composeMessage(site, { ...of, time: of.time + 5 * minutes - 1 })).toBe(text)
      const message = parseSiweMessage(text)
      expect(message).toMatchObject({
        domain: 'names.example:8443',
        address,
        statement: 'Sign this message to access protected endpoints.',
        uri: site,
        chainId,
        issuedAt: of.time,
        expirationTime: of.time + 10 * minutes,
        notBefore: null,
        resources: [],
      })
      expect(message?.nonce).toMatch(/^[0-9a-f]{32}$/)
      const changes = [
        { time: of.time + 5 * minutes },
        { chainId: chainId === 1 ? 11155111 : 1 } as const,
        ...(other === address ? [] : [{ address: other }]),
      ]
      for (const change of changes)
        expect(parseSiweMessage(composeMessage(site, { ...of, ...change }))?.nonce).not.toBe(message?.nonce)
    }),
  )
})

test('the message of a known wallet, without a public URL', () => {
  const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  expect(composeMessage(undefined, { chainId: 1, address, time: 1_700_000_100_000 }).split('\n')).toEqual([
    'localhost wants you to sign in with your Ethereum account:',
    address,
    '',
    'Sign this message to access protected endpoints.',
    '',
    'URI: http://localhost',
    'Version: 1',
    'Chain ID: 1',
    'Nonce: f5cfc99030307580ca953067e821e4a9',
    'Issued At: 2023-11-14T22:15:00.000Z',
    'Expiration Time: 2023-11-14T22:25:00.000Z',
  ])
})
