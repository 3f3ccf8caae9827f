import { describe, expect, it } from 'vitest'
import { createWallet, signMessage } from '../../test/support/credentials/signed-headers.ts'
import type { Session } from '../model/session.ts'
import { callerScope, type RequestSource } from './idempotency.ts'

const nothing: RequestSource = {
  ...{ apiKey: undefined, session: undefined, signedMessage: undefined, client: '192.0.2.1' },
}

const session: Session = {
  ...{ id: 's1', hash: '0x01', address: '0xaa', keyId: null, userAgent: '', client: null },
  ...{ createdAt: 1, lastUsedAt: 1, expiresAt: 9 },
}

const ofAdminKey: Session = { ...session, address: null, keyId: 'k1' }

describe('The scope of an idempotency key', () => {
  it('rule: an API key comes first, then a session, then a signed message, then the client', async () => {
    const wallet = createWallet()
    const signedMessage = await signMessage(wallet, { chainId: 1 })
    const all = { ...nothing, apiKey: 'byname_a', session, signedMessage }
    const address = wallet.address.toLowerCase()
    expect(callerScope(all)).toEqual(['api-key', 'byname_a'])
    expect(callerScope({ ...all, apiKey: undefined })).toEqual(['member', '0xaa'])
    expect(callerScope({ ...nothing, signedMessage })).toEqual(['address', address])
    expect(callerScope(nothing)).toEqual(['client', '192.0.2.1'])
  })

  it('rule: sessions of one member share it, those of admin keys do not', () => {
    expect(callerScope({ ...nothing, session: { ...session, id: 's2' } })).toEqual(['member', '0xaa'])
    expect(callerScope({ ...nothing, session: ofAdminKey })).toEqual(['session', 's1'])
  })

  it('rule: messages of one wallet share it', async () => {
    const wallet = createWallet()
    const [first, second] = [
      await signMessage(wallet, { chainId: 1 }),
      await signMessage(wallet, { chainId: 1 }),
    ]
    expect(first.message).not.toBe(second.message)
    expect(callerScope({ ...nothing, signedMessage: second })).toEqual(
      callerScope({ ...nothing, signedMessage: first }),
    )
  })

  it('attack: an address that did not sign shares nothing with the wallet', async () => {
    const { address } = createWallet()
    const signed = await signMessage(createWallet(), { chainId: 1 })
    const { message, signature } = signed
    expect(callerScope({ ...nothing, signedMessage: { ...signed, address } })).toEqual([
      ...['signed-message', address, message, signature],
    ])
    expect(callerScope({ ...nothing, signedMessage: { ...signed, signature: 'no hex' } })).toEqual([
      ...['signed-message', signed.address, message, 'no hex'],
    ])
  })
})
