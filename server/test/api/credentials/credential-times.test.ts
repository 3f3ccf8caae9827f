import { expect, it } from 'vitest'
import type { Context } from '../../../src/context.ts'
import { ensureAdminKey, generateApiKey, staleAdminKeys } from '../../../src/core/api-keys.ts'
import { authenticateApiKey, hashKey } from '../../../src/core/auth/keys.ts'
import { authenticateSession } from '../../../src/core/auth/sessions.ts'
import {
  signInPurpose,
  toConsumedMessage,
  verifySignedMessage,
  verifySingleUseMessage,
} from '../../../src/core/auth/signed-message.ts'
import type { ExpectedAudience } from '../../../src/core/context.ts'
import {
  addOperator,
  createSetupToken,
  redeemSetupToken,
  removeOperator,
} from '../../../src/core/operators.ts'
import { AppError } from '../../../src/errors.ts'
import { deleteSetupTokens } from '../../../src/store/entities/members.ts'
import { createAdminKey, createKey } from '../../support/credentials/api-keys.ts'
import { cookieOf, sendSignIn, signIn } from '../../support/credentials/sessions.ts'
import { createWallet, type MessageFields, signMessage } from '../../support/credentials/signed-headers.ts'
import { randomHex } from '../../support/databases/entities.ts'
import { describeService } from '../../support/service/describe-service.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

describeService('The times of credentials', (service) => {
  const at = (time: number): Context => ({ ...service().context, clock: () => time })

  /** The name of the error; null for a success. */
  const errorOf = async (result: Promise<unknown>): Promise<string | null> =>
    result.then(
      () => null,
      (error: unknown) => {
        if (error instanceof AppError) return error.name
        throw error
      },
    )

  const newestSession = async () =>
    service()
      .context.store.db.selectFrom('sessions')
      .selectAll()
      .orderBy('createdAt', 'desc')
      .executeTakeFirstOrThrow()

  const tokenOf = (cookie: string) => cookie.replace(/^byname_session=/, '')

  it('rule: a key is valid until the millisecond before it expires', async () => {
    const expiresAt = Date.now() + hourMs
    const { key } = await createKey(service(), { expiresAt })
    const use = (time: number) => errorOf(authenticateApiKey(at(time), key, undefined))
    expect(await use(expiresAt - 1)).toBeNull()
    expect(await use(expiresAt)).toBe('InvalidApiKeyException')
  })

  it('rule: a new key expires after now', async () => {
    const now = Date.now()
    const rights = {
      workspaceId: service().workspaceId,
      name: 'key',
      scopes: [],
      domainIds: null,
      origins: null,
    }
    const generate = async (expiresAt: number) => generateApiKey(at(now), { ...rights, expiresAt })
    expect(await errorOf(generate(now + 1))).toBeNull()
    expect(await errorOf(generate(now))).toBe('BadRequestException')
  })

  it('rule: the last use of a key is stored when the stored one is more than a minute old', async () => {
    const { key, apiKey } = await createKey(service())
    const { db } = service().context.store
    const useAt = async (time: number) => {
      await authenticateApiKey(at(time), key, undefined)
      const row = db.selectFrom('apiKeys').select('lastUsedAt').where('id', '=', apiKey.id)
      return (await row.executeTakeFirstOrThrow()).lastUsedAt
    }
    const now = Date.now()
    expect(await useAt(now)).toBe(now)
    expect(await useAt(now + minuteMs)).toBe(now)
    expect(await useAt(now + minuteMs + 1)).toBe(now + minuteMs + 1)
  })

  it('rule: a session ends 12 hours after its last use, which is stored when it is a minute old', async () => {
    const { cookie } = await signIn(service())
    const { id, lastUsedAt } = await newestSession()
    const { db } = service().context.store
    const use = (time: number) => errorOf(authenticateSession(at(time), tokenOf(cookie)))
    const stored = async () =>
      (await db.selectFrom('sessions').select('lastUsedAt').where('id', '=', id).executeTakeFirstOrThrow())
        .lastUsedAt

    expect(await use(lastUsedAt + 12 * hourMs)).toBe('InvalidSessionException')
    expect(await use(lastUsedAt + minuteMs)).toBeNull()
    expect(await stored()).toBe(lastUsedAt)
    const later = lastUsedAt + 12 * hourMs - 1
    expect(await use(later)).toBeNull()
    expect(await stored()).toBe(later)
    expect(await use(later + 12 * hourMs - 1)).toBeNull()
  })

  it('rule: a session ends 30 days after the sign-in', async () => {
    const { cookie } = await signIn(service())
    const { id, createdAt } = await newestSession()
    const { db } = service().context.store
    await db
      .updateTable('sessions')
      .set({ lastUsedAt: createdAt + 30 * dayMs })
      .where('id', '=', id)
      .execute()
    const use = (time: number) => errorOf(authenticateSession(at(time), tokenOf(cookie)))
    expect(await use(createdAt + 30 * dayMs - 1)).toBeNull()
    expect(await use(createdAt + 30 * dayMs)).toBe('InvalidSessionException')
  })

  it('rule: the session of an admin key ends when the key expires', async () => {
    const key = await createAdminKey(service())
    const cookie = cookieOf(await sendSignIn(service(), { 'x-api-key': key }))
    const { keyId } = await newestSession()
    const expiresAt = Date.now() + minuteMs
    const { db } = service().context.store
    await db.updateTable('apiKeys').set({ expiresAt }).where('id', '=', keyId).execute()
    const use = (time: number) => errorOf(authenticateSession(at(time), tokenOf(cookie)))
    expect(await use(expiresAt - 1)).toBeNull()
    expect(await use(expiresAt)).toBe('InvalidSessionException')
  })

  it('rule: a former admin key of the settings is reported until it is revoked or expires', async () => {
    const { db } = service().context.store
    const configured = 'the former value of the setting'
    await ensureAdminKey(service().context, configured)
    const change = (changes: { expiresAt?: number; revokedAt?: number }) =>
      db.updateTable('apiKeys').set(changes).where('hash', '=', hashKey(configured)).execute()
    const reported = async (time: number) =>
      (await staleAdminKeys(at(time), 'the value of the setting')).some(
        ({ hash }) => hash === hashKey(configured),
      )
    const expiresAt = Date.now() + hourMs
    expect(await reported(expiresAt)).toBe(true)
    await change({ expiresAt })
    expect(await reported(expiresAt - 1)).toBe(true)
    expect(await reported(expiresAt)).toBe(false)
    await change({ revokedAt: 1 })
    expect(await reported(expiresAt - 1)).toBe(false)
  })

  it('rule: a setup link is not valid while there is an operator, of the settings or added', async () => {
    const { context } = service()
    const token = await createSetupToken(context)
    if (token === undefined) throw new Error('The service has no operator.')
    const redeem = (inContext: Context) =>
      errorOf(context.store.transaction((tx) => redeemSetupToken(inContext, tx, token, randomHex(20))))
    const address = randomHex(20)
    const withSetting = { ...context, rules: { ...context.rules, operators: new Set([address]) } }
    expect(await redeem(withSetting)).toBe('ForbiddenException')
    expect(await createSetupToken(withSetting)).toBeUndefined()
    await addOperator(context, { address, addedBy: null })
    expect(await redeem(context)).toBe('ForbiddenException')
    expect(await createSetupToken(context)).toBeUndefined()
    await removeOperator(context, address)
    await context.store.transaction((tx) => deleteSetupTokens(tx, Number.POSITIVE_INFINITY))
  })

  it('rule: a setup link is valid for a day, and is forgotten once it or another one was used', async () => {
    const now = Date.now()
    const { db } = service().context.store
    const stored = async () => (await db.selectFrom('setupTokens').select('hash').execute()).length
    await createSetupToken(at(now - dayMs))
    const token = await createSetupToken(at(now))
    if (token === undefined) throw new Error('The service has no operator.')
    expect(await stored()).toBe(1)
    await createSetupToken(at(now))
    expect(await stored()).toBe(2)
    const redeem = (time: number) =>
      errorOf(
        service().context.store.transaction((tx) => redeemSetupToken(at(time), tx, token, randomHex(20))),
      )
    expect(await redeem(now + dayMs)).toBe('ForbiddenException')
    expect(await redeem(now + dayMs - 1)).toBeNull()
    expect(await stored()).toBe(0)
  })

  const issuedAt = new Date('2030-01-02T03:04:05.678Z')
  const issuedMs = issuedAt.getTime()

  const verifier = async (fields: Partial<MessageFields>, audience: Partial<ExpectedAudience> = {}) => {
    const signed = await signMessage(createWallet(), { chainId: 1, issuedAt, ...fields })
    const unverified = { ...signed, admit: <T>(_: unknown, check: () => Promise<T>) => check() }
    return (time: number) =>
      errorOf(
        verifySignedMessage(
          at(time),
          { signedMessage: unverified },
          { chainId: 1, allowedOrigins: null, ...audience },
        ),
      )
  }

  it('rule: a message is valid from a minute before it was issued on, and not when it expires', async () => {
    const verifyAt = await verifier({ expirationTime: new Date(issuedMs + hourMs) })
    expect(await verifyAt(issuedMs - minuteMs - 1)).toBe('InvalidSignatureException')
    expect(await verifyAt(issuedMs - minuteMs)).toBeNull()
    expect(await verifyAt(issuedMs + hourMs - 1)).toBeNull()
    expect(await verifyAt(issuedMs + hourMs)).toBe('ChallengeExpiredException')
  })

  it('rule: `Not Before` delays a message', async () => {
    const verifyAt = await verifier({
      notBefore: new Date(issuedMs + 5 * minuteMs),
      expirationTime: new Date(issuedMs + hourMs),
    })
    expect(await verifyAt(issuedMs + 4 * minuteMs - 1)).toBe('InvalidSignatureException')
    expect(await verifyAt(issuedMs + 4 * minuteMs)).toBeNull()
  })

  it('rule: a message without expiration is valid for 24 hours', async () => {
    const verifyAt = await verifier({ expirationTime: undefined })
    expect(await verifyAt(issuedMs + dayMs - 1)).toBeNull()
    expect(await verifyAt(issuedMs + dayMs)).toBe('ChallengeExpiredException')
  })

  it('rule: a message is valid for at most 24 hours and a minute', async () => {
    const lifetime = dayMs + minuteMs
    expect(await (await verifier({ expirationTime: new Date(issuedMs + lifetime) }))(issuedMs)).toBeNull()
    const longer = await verifier({ expirationTime: new Date(issuedMs + lifetime + 1) })
    expect(await longer(issuedMs)).toBe('InvalidSignatureException')
  })

  it('rule: where a greatest age is required, an older message has expired, whatever it says', async () => {
    const verifyAt = await verifier(
      { expirationTime: new Date(issuedMs + hourMs) },
      { maxAgeMs: 10 * minuteMs },
    )
    expect(await verifyAt(issuedMs + 10 * minuteMs - 1)).toBeNull()
    expect(await verifyAt(issuedMs + 10 * minuteMs)).toBe('ChallengeExpiredException')
  })

  it('rule: a single-use message is at most ten minutes old, and is kept as used for as long', async () => {
    const signed = await signMessage(createWallet(), {
      ...{ chainId: 1, issuedAt, expirationTime: undefined },
      ...{ domain: 'byname.example', resources: [...signInPurpose] },
    })
    const signedMessage = { ...signed, admit: <T>(_: unknown, check: () => Promise<T>) => check() }
    const verifyAt = (time: number, ownOrigin?: string) =>
      verifySingleUseMessage(
        at(time),
        { signedMessage, ownOrigin },
        { chainId: 1, allowedOrigins: null },
        signInPurpose,
      )
    const site = 'https://byname.example'
    const { consumed } = await verifyAt(issuedMs + 10 * minuteMs - 1, site)
    expect(consumed.expiresAt).toBe(issuedMs + 10 * minuteMs)
    await expect(verifyAt(issuedMs + 10 * minuteMs, site)).rejects.toThrow(
      'The signed message was issued more than 10 minutes ago. Sign a new one.',
    )
    await expect(verifyAt(issuedMs, 'https://other.example')).rejects.toThrow(
      'The signed message is for byname.example, which is not allowed here.',
    )
    await expect(verifyAt(issuedMs)).rejects.toThrow(
      'No site is allowed for this message: set PUBLIC_URL, or allowed origins of the domain.',
    )
  })

  it('rule: the nonce of a single-use message has at most 255 characters', () => {
    const { address } = createWallet()
    const consume = (length: number) => {
      const message = {
        ...{ domain: 'a.example', address, statement: null, uri: 'https://a.example', chainId: 1 },
        ...{ issuedAt: 5, expirationTime: null, notBefore: null, resources: [] },
      }
      return toConsumedMessage(address, { ...message, nonce: 'n'.repeat(length) }, 7)
    }
    expect(consume(255)).toMatchObject({ nonce: 'n'.repeat(255), expiresAt: 12 })
    expect(() => consume(256)).toThrow('has more than 255 characters')
  })
})
