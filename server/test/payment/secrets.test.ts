import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished } from 'vitest'
import { connectRaw } from '../support/databases/raw-sql.ts'
import { describeOnSqlite } from '../support/databases/stores.ts'
import { decodeAuthorization } from '../support/payments/authorizations.ts'
import {
  createPaymentHeaders,
  type PaymentHeaders,
  protocols,
  resolveUrl,
} from '../support/payments/clients.ts'
import { facilitatorSettings, sendJson, startFacilitatorFor } from '../support/payments/facilitator.ts'
import { names, type PaymentFixture, startPaymentFixture } from '../support/payments/fixture.ts'
import { withChangedField } from '../support/payments/offers.ts'
import { measureSideEffects, noSideEffects, onePaymentSideEffects } from '../support/payments/side-effects.ts'
import type { Settings } from '../support/service/service.ts'

const nodeKey = 'a-secret-key-of-the-operator'
function withKey(url: string): string {
  return `${url}?apiKey=${nodeKey}`
}
const paymentSecret = 'a secret of this service and no other'

describeOnSqlite(
  'rule: no response and no log line contains a secret, for a request that is',
  (databases) => {
    let fixture: PaymentFixture
    let url: string
    let databaseUrl: string
    /** All output, and what it must not contain. */
    const seen: string[] = []
    const secrets = new Set([nodeKey, paymentSecret])
    beforeAll(async () => {
      databaseUrl = await databases.createMigrated()
      fixture = await startPaymentFixture(databaseUrl)
      for (const { privateKey } of fixture.base.accounts) secrets.add(privateKey.slice(2))
      fixture.baseRpc.onCall('eth_sendRawTransaction', ([raw]) => secrets.add(String(raw).slice(0, 60)))
      url = await start()
    })
    afterAll(() => fixture.stop())
    afterEach(() => {
      expect(seen.filter((text) => [...secrets].some((secret) => text.includes(secret)))).toEqual([])
    })

    /** Starts a service whose log is recorded, and returns the URL that resolves the first name. */
    async function start(settings: Settings = {}): Promise<string> {
      const secretSettings = {
        RPC_URL_1: withKey(fixture.namesRpc.url),
        PAYMENT_RPC_URL: withKey(fixture.baseRpc.url),
        PAYMENT_SECRET: paymentSecret,
        PAYMENT_TIMEOUT: '2',
      }
      const log = pino({ level: 'trace' }, { write: (line: string) => seen.push(line) })
      const service = await fixture.startInProcess({ ...secretSettings, ...settings }, { log })
      return resolveUrl(service.url, names[0])
    }

    /** A credential; it and its signature are secrets from now on. */
    async function newCredential(protocol: (typeof protocols)[number] = 'x402'): Promise<PaymentHeaders> {
      const credential = await createPaymentHeaders(protocol, await fixture.createPayer(), url)
      for (const text of Object.values(credential)) secrets.add(text.slice(-60))
      secrets.add(decodeAuthorization(credential).signature.slice(2, 42))
      return credential
    }

    async function ask(credential: PaymentHeaders, at = url): Promise<number> {
      const response = await fetch(at, { headers: credential })
      const headers = [...response.headers.values()]
      const readable = headers.map((value) => Buffer.from(value, 'base64').toString())
      seen.push(...headers, ...readable, await response.text())
      return response.status
    }

    it.each(protocols)('paid by %s, and repeated', async (protocol) => {
      const credential = await newCredential(protocol)
      expect([await ask(credential), await ask(credential)]).toEqual([200, 200])
    })

    it.each(protocols)('rejected by %s', async (protocol) => {
      const credential = await newCredential(protocol)
      expect(await ask({})).toBe(402)
      expect(await ask(withChangedField(credential, 'payload.signature', '0x'))).toBe(402)
      const path = protocol === 'x402' ? 'payload.authorization.validBefore' : 'payload.validBefore'
      expect(await ask(withChangedField(credential, path, '9999999999'))).toBe(402)
      expect(await ask({ ...(await newCredential('x402')), ...(await newCredential('mpp')) })).toBe(400)
    })

    /** Makes a node return everything that it knows. */
    const revealAll = (node: PaymentFixture['baseRpc'], method: string) => {
      onTestFinished(
        node.addFault({
          kind: 'error',
          code: -32_000,
          message: `${withKey(node.url)} ${[...secrets].join(' ')}`,
          method,
        }),
      )
    }

    it('sent and not confirmed', async () => {
      const credential = await newCredential()
      await fixture.control.setAutomine(false)
      expect([await ask(credential), await ask(credential)]).toEqual([502, 502])
      await fixture.control.mine({ blocks: 1 })
      await fixture.control.setAutomine(true)
    })

    it.each(['eth_call', 'eth_estimateGas', 'eth_getTransactionCount'])(
      'not sent, because the chain of the token fails %s',
      async (method) => {
        const credential = await newCredential()
        revealAll(fixture.baseRpc, method)
        const { result, sideEffects } = await measureSideEffects(fixture, () => ask(credential))
        expect(result).toBe(503)
        expect(sideEffects).toMatchObject({ ...noSideEffects, reads: expect.any(Number) })
      },
    )

    it('failed, because names cannot be read', async () => {
      const credential = await newCredential()
      revealAll(fixture.namesRpc, 'eth_call')
      const { result, sideEffects } = await measureSideEffects(fixture, () => ask(credential))
      expect(result).toBe(502)
      expect(sideEffects).toMatchObject({ ...noSideEffects, reads: expect.any(Number) })
    })

    it.each(['reserved', 'signed', 'broadcast', 'confirmed'])(
      'ended by a database that rejects the state %s; then it is paid once',
      async (state) => {
        const credential = await newCredential()
        const lines = seen.length
        const database = await connectRaw(databaseUrl)
        onTestFinished(database.close)
        const { result, sideEffects } = await measureSideEffects(fixture, async () => {
          for (const statement of rejectState[databases.dialect](state)) await database.run(statement)
          const first = await ask(credential)
          for (const statement of acceptState[databases.dialect]) await database.run(statement)
          return [first, await ask(credential)]
        })
        expect(result).toEqual([500, 200])
        expect(seen.slice(lines).join()).toContain('request failed')
        expect(sideEffects).toMatchObject({ ...onePaymentSideEffects, reads: expect.any(Number) })
      },
    )

    it('settled by a facilitator that returns everything', async () => {
      const facilitator = await startFacilitatorFor(fixture)
      onTestFinished(facilitator.close)
      const at = await start(facilitatorSettings({ ...facilitator, url: withKey(facilitator.url) }))
      const everything = () => [...secrets].join(' ')
      const credentials = [await newCredential(), await newCredential()] as const
      facilitator.override('settle', (response) =>
        sendJson(response, { success: false, errorReason: everything(), errorMessage: everything() }),
      )
      expect(await ask(credentials[0], at)).toBe(502)
      facilitator.override('verify', (response) =>
        sendJson(response, { isValid: false, invalidReason: everything(), invalidMessage: everything() }),
      )
      expect(await ask(credentials[1], at)).toBe(402)
    })

    // Until the outcome of this one is known, later payments wait for it.
    it('perhaps sent', async () => {
      const credential = await newCredential()
      revealAll(fixture.baseRpc, 'eth_sendRawTransaction')
      expect([await ask(credential), await ask(credential)]).toEqual([502, 502])
    })
  },
)

/** Statements that keep payments from entering a state. */
const rejectState = {
  sqlite: (state: string) =>
    ['insert', 'update'].map(
      (change) =>
        `create trigger refused_${change} before ${change} on payments when new.state = '${state}' ` +
        `begin select raise(abort, 'refused'); end`,
    ),
  postgres: (state: string) => [
    `alter table payments add constraint refused check (state <> '${state}') not valid`,
  ],
}

/** Statements that undo that. */
const acceptState = {
  sqlite: ['drop trigger refused_insert', 'drop trigger refused_update'],
  postgres: ['alter table payments drop constraint refused'],
}
