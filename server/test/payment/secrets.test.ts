import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished } from 'vitest'
import { connectRaw } from '../store/raw-sql.ts'
import { decodeAuthorization } from '../support/decode-authorization.ts'
import { sendJson } from '../support/facilitator.ts'
import { facilitatorSettings, startFacilitatorFor } from '../support/facilitator-settings.ts'
import {
  createPaymentHeaders,
  type PaymentHeaders,
  protocols,
  resolveUrl,
} from '../support/payment-clients.ts'
import { names, type PaymentFixture, startPaymentFixture } from '../support/payment-fixture.ts'
import { withChangedField } from '../support/payment-offers.ts'
import type { Settings } from '../support/service.ts'
import { measureSideEffects, noSideEffects, onePaymentSideEffects } from '../support/side-effects.ts'
import { describeOnSqlite } from '../support/stores.ts'

const nodeKey = 'a-secret-key-of-the-operator'
function withKey(url: string): string {
  return `${url}?apiKey=${nodeKey}`
}
const paymentSecret = 'a secret that nobody else may ever know'

describeOnSqlite(
  'rule: no response and no log line contains a secret, for a request that is',
  (databases) => {
    let scene: PaymentFixture
    let url: string
    let databaseUrl: string
    /** Everything that got out, and what must not. */
    const seen: string[] = []
    const secrets = new Set([nodeKey, paymentSecret])
    beforeAll(async () => {
      databaseUrl = await databases.createMigrated()
      scene = await startPaymentFixture(databaseUrl)
      for (const { privateKey } of scene.base.accounts) secrets.add(privateKey.slice(2))
      scene.baseRpc.onCall('eth_sendRawTransaction', ([raw]) => secrets.add(String(raw).slice(0, 60)))
      url = await start()
    })
    afterAll(() => scene.stop())
    afterEach(() => {
      expect(seen.filter((text) => [...secrets].some((secret) => text.includes(secret)))).toEqual([])
    })

    /** Starts a service whose log is seen, and gives where it resolves the first name. */
    async function start(settings: Settings = {}): Promise<string> {
      const secretive = {
        RPC_URL_1: withKey(scene.namesRpc.url),
        PAYMENT_RPC_URL: withKey(scene.baseRpc.url),
        PAYMENT_SECRET: paymentSecret,
        PAYMENT_TIMEOUT: '2',
      }
      const log = pino({ level: 'trace' }, { write: (line: string) => seen.push(line) })
      const service = await scene.startInProcess({ ...secretive, ...settings }, { log })
      return resolveUrl(service.url, names[0])
    }

    /** A proof; itself and the signature in it are secrets from now on. */
    async function newProof(protocol: (typeof protocols)[number] = 'x402'): Promise<PaymentHeaders> {
      const proof = await createPaymentHeaders(protocol, await scene.createPayer(), url)
      for (const text of Object.values(proof)) secrets.add(text.slice(-60))
      secrets.add(decodeAuthorization(proof).signature.slice(2, 42))
      return proof
    }

    async function ask(proof: PaymentHeaders, at = url): Promise<number> {
      const response = await fetch(at, { headers: proof })
      const headers = [...response.headers.values()]
      const readable = headers.map((value) => Buffer.from(value, 'base64').toString())
      seen.push(...headers, ...readable, await response.text())
      return response.status
    }

    it.each(protocols)('paid by %s, and repeated', async (protocol) => {
      const proof = await newProof(protocol)
      expect([await ask(proof), await ask(proof)]).toEqual([200, 200])
    })

    it.each(protocols)('rejected by %s', async (protocol) => {
      const proof = await newProof(protocol)
      expect(await ask({})).toBe(402)
      expect(await ask(withChangedField(proof, 'payload.signature', '0x'))).toBe(402)
      const path = protocol === 'x402' ? 'payload.authorization.validBefore' : 'payload.validBefore'
      expect(await ask(withChangedField(proof, path, '9999999999'))).toBe(402)
      expect(await ask({ ...(await newProof('x402')), ...(await newProof('mpp')) })).toBe(400)
    })

    /** Has a node say everything that it knows. */
    const telling = (node: PaymentFixture['baseRpc'], method: string) => {
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
      const proof = await newProof()
      await scene.control.setAutomine(false)
      expect([await ask(proof), await ask(proof)]).toEqual([502, 502])
      await scene.control.mine({ blocks: 1 })
      await scene.control.setAutomine(true)
    })

    it.each(['eth_call', 'eth_estimateGas', 'eth_getTransactionCount'])(
      'not sent, because the chain of the token fails %s',
      async (method) => {
        const proof = await newProof()
        telling(scene.baseRpc, method)
        const { result, traces } = await measureSideEffects(scene, () => ask(proof))
        expect(result).toBe(503)
        expect(traces).toMatchObject({ ...noSideEffects, reads: expect.any(Number) })
      },
    )

    it('failed, because names cannot be read', async () => {
      const proof = await newProof()
      telling(scene.namesRpc, 'eth_call')
      const { result, traces } = await measureSideEffects(scene, () => ask(proof))
      expect(result).toBe(502)
      expect(traces).toMatchObject({ ...noSideEffects, reads: expect.any(Number) })
    })

    it.each(['claimed', 'signed', 'broadcast', 'confirmed'])(
      'ended by a database that rejects the state %s; then it is paid once',
      async (state) => {
        const proof = await newProof()
        const lines = seen.length
        const database = await connectRaw(databaseUrl)
        onTestFinished(database.close)
        const { result, traces } = await measureSideEffects(scene, async () => {
          for (const statement of rejectState[databases.dialect](state)) await database.run(statement)
          const first = await ask(proof)
          for (const statement of acceptState[databases.dialect]) await database.run(statement)
          return [first, await ask(proof)]
        })
        expect(result).toEqual([500, 200])
        expect(seen.slice(lines).join()).toContain('request failed')
        expect(traces).toMatchObject({ ...onePaymentSideEffects, reads: expect.any(Number) })
      },
    )

    it('settled by a facilitator that returns everything', async () => {
      const facilitator = await startFacilitatorFor(scene)
      onTestFinished(facilitator.close)
      const at = await start(facilitatorSettings({ ...facilitator, url: withKey(facilitator.url) }))
      const everything = () => [...secrets].join(' ')
      const proofs = [await newProof(), await newProof()] as const
      facilitator.override('settle', (response) =>
        sendJson(response, { success: false, errorReason: everything(), errorMessage: everything() }),
      )
      expect(await ask(proofs[0], at)).toBe(502)
      facilitator.override('verify', (response) =>
        sendJson(response, { isValid: false, invalidReason: everything(), invalidMessage: everything() }),
      )
      expect(await ask(proofs[1], at)).toBe(402)
    })

    // Until it is known what has become of this one, payments after it wait for it.
    it('perhaps sent', async () => {
      const proof = await newProof()
      telling(scene.baseRpc, 'eth_sendRawTransaction')
      expect([await ask(proof), await ask(proof)]).toEqual([502, 502])
    })
  },
)

/** Statements after which a payment cannot enter a state. */
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

/** Statements after which it can again. */
const acceptState = {
  sqlite: ['drop trigger refused_insert', 'drop trigger refused_update'],
  postgres: ['alter table payments drop constraint refused'],
}
