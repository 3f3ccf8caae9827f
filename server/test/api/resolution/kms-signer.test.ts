import { randomBytes } from 'node:crypto'
import { decodeAbiParameters, getAddress, type Hex, parseAbiParameters, toHex, zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { readConfig } from '../../../src/config/config.ts'
import { createResolver, resolverDefaults } from '../../../src/core/resolvers/resolvers.ts'
import { fromHex } from '../../../src/crypto/hex.ts'
import { recoverResponseSigner } from '../../../src/gateway/recover-signer.ts'
import type { Resolver } from '../../../src/model/resolver.ts'
import { guardSigner } from '../../../src/signing/guarded-signer.ts'
import { openKms } from '../../../src/signing/kms-signer.ts'
import { kmsSigners } from '../../../src/signing/kms-source.ts'
import { openSigners } from '../../../src/signing/open-signers.ts'
import type { SignedFields } from '../../../src/signing/signer.ts'
import type { SignerFailure } from '../../../src/signing/signer-error.ts'
import { createFolder } from '../../support/folders.ts'
import { encodeTextCall } from '../../support/gateway/calls.ts'
import { decodeResponse, encodeLookup, postLookup } from '../../support/gateway/client.ts'
import { runCommand } from '../../support/service/command.ts'
import { startTestService, type TestService, testEnvironment } from '../../support/service/service.ts'
import {
  type KmsFault,
  kmsAccount,
  kmsCredentials,
  kmsSettings,
  startKms,
  type TestKms,
} from '../../support/signers/kms-server.ts'

let kms: TestKms
beforeAll(async () => {
  for (const [name, value] of Object.entries(kmsCredentials)) vi.stubEnv(name, value)
  kms = await startKms()
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await kms.stop()
  expect(kms.violations).toEqual([])
})

function requestOf(label: string): Hex {
  const name = `${label}.demo.eth`
  return encodeLookup(name, encodeTextCall(name, 'url'))
}

describe('A service whose key is in AWS KMS', () => {
  let service: TestService
  let key: ReturnType<TestKms['addKey']>
  beforeAll(async () => {
    key = kms.addKey('names')
    service = await startTestService(undefined, { ...kmsSettings(kms, key), SIGNER_KEY: '' })
  })
  afterAll(() => service.stop())

  const lookUp = (label: string, resolver: Pick<Resolver, 'id'> = service.resolvers[1]['chain-bound']) =>
    postLookup(service, resolver, requestOf(label))

  it('rule: it signs lookups, once for equal ones, and its public key is read once', async () => {
    const resolver = service.resolvers[1]['chain-bound']
    const before = key.counts.Sign
    for (const label of ['a', 'b', 'c', 'a'])
      await decodeResponse(resolver, requestOf(label), await lookUp(label), key.address)
    await service.context.reloadSigners()
    expect(key.counts).toEqual({ Sign: before + 3, GetPublicKey: 1 })
  })

  it('rule: while it cannot be reached, lookups are 503 at once or from the cache, and then it signs again', async () => {
    await lookUp('kept')
    key.fault = 'AccessDeniedException'
    const refused = await Promise.all(['d', 'e', 'f'].map((label) => lookUp(label)))
    const begun = key.counts.Sign
    refused.push(await lookUp('g'))
    expect(key.counts.Sign).toBe(begun)
    for (const { status, headers, body } of refused) {
      expect([status, headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)])
      expect(JSON.stringify(body)).toContain('The signer refuses to sign. Retry after 1 second.')
      expect(JSON.stringify(body)).not.toContain(kmsAccount)
    }
    expect((await lookUp('kept')).status).toBe(200)
    key.fault = undefined
    await expect.poll(async () => (await lookUp('g')).status).toBe(200)
    expect(service.context.signerProblems()).toEqual([])
  })

  it('rule: a signature of another key is 503 with its reason, is not kept, and is a problem of its source', async () => {
    const resolver = service.resolvers[1]['chain-bound']
    key.fault = 'signature of another key'
    const { status, body, headers } = await lookUp('wrong')
    expect([status, headers.get('cache-control')]).toEqual([503, 'no-store'])
    expect(JSON.stringify(body)).toContain('The signer returns a signature of another key.')
    expect(service.context.signerProblems()).toEqual([
      {
        ...{ source: `AWS KMS, ${key.alias}`, address: key.address, failure: 'wrong-key' },
        ...{ message: expect.any(String), since: expect.any(Number) },
      },
    ])
    key.fault = undefined
    await decodeResponse(resolver, requestOf('wrong'), await lookUp('wrong'), key.address)
    expect(service.context.signerProblems()).toEqual([])
  })

  it('rule: a response that was signed while the keys changed is not kept', async () => {
    const { responseCache } = service.context
    kms.latencyMs = 300
    const before = key.counts.Sign
    const looking = lookUp('meanwhile')
    await vi.waitUntil(() => key.counts.Sign > before)
    responseCache.clear()
    expect((await looking).status).toBe(200)
    expect(responseCache.size().entries).toBe(0)
    kms.latencyMs = 0
    await lookUp('meanwhile')
    expect(responseCache.size().entries).toBe(1)
  })

  it('rule: lookups at the same time share its signatures, which stay within the limit', async () => {
    const { context } = service
    const merkle = await createResolver(context, {
      ...resolverDefaults(1),
      chainId: 1,
      address: getAddress(toHex(randomBytes(20))),
      signingScheme: 'merkle',
    })
    const { name } = await service.onboard()
    await context.store.transaction((tx) =>
      tx.updateTable('domains').set({ resolverId: merkle.id }).where('name', '=', name).execute(),
    )
    kms.latencyMs = 30
    const before = key.counts.Sign
    const begun = performance.now()
    const clients = Array.from({ length: 32 }, async (_, client) => {
      for (let count = 0; count < 5; count++) {
        const label = `n${client}-${count}.${name}`
        const callData = encodeLookup(label, encodeTextCall(label, 'url'))
        const { status, body } = await postLookup(service, merkle, callData)
        expect(status, JSON.stringify(body)).toBe(200)
        const { data } = body as { data: Hex }
        const [result, expires, signature] = decodeAbiParameters(
          parseAbiParameters('bytes, uint64, bytes'),
          data,
        )
        const unsigned = { expires, request: fromHex(callData), result: fromHex(result) }
        const signingContext = { scheme: 'merkle', chainId: 1, resolver: merkle.address } as const
        expect(recoverResponseSigner(signingContext, unsigned, fromHex(signature))).toBe(
          key.address.toLowerCase(),
        )
      }
    })
    await Promise.all(clients)
    kms.latencyMs = 0
    const made = key.counts.Sign - before
    const seconds = (performance.now() - begun) / 1000
    expect(made).toBeLessThanOrEqual(25 * seconds + 1)
    expect(made).toBeLessThan(160)
  })
})

describe('A key in AWS KMS', () => {
  const settings = () => ({
    region: 'eu-central-1',
    endpoint: kms.url,
    // Also on a busy machine, only what gets no answer takes it.
    timeoutMs: 4_000,
    limits: { maxPerSecond: 1_000, maxConcurrent: 8 },
  })
  const digest = Buffer.alloc(32, 1)
  const fields: SignedFields = {
    scheme: 'chain-bound',
    chainId: 1,
    resolver: zeroAddress,
    responses: [],
    seed: new Uint8Array(),
  }

  it('rule: its failures have the name of the error alone, and it signs again', async () => {
    const isNone = {
      failure: 'wrong-key',
      problem: /it returns what is not a signature of this key/,
    } as const
    const faults: Readonly<Record<KmsFault, { failure: SignerFailure; problem: RegExp }>> = {
      AccessDeniedException: { failure: 'refused', problem: /AccessDeniedException/ },
      DisabledException: { failure: 'refused', problem: /DisabledException/ },
      NotFoundException: { failure: 'refused', problem: /NotFoundException/ },
      ThrottlingException: { failure: 'overloaded', problem: /ThrottlingException/ },
      KMSInternalException: { failure: 'unreachable', problem: /KMSInternalException/ },
      html: { failure: 'malformed', problem: /\w+/ },
      'html with 200': { failure: 'malformed', problem: /SyntaxError/ },
      'endless body': { failure: 'malformed', problem: /it returns no end of a response/ },
      // The SDK names it so.
      'lost socket': { failure: 'timeout', problem: /\w+/ },
      'no answer': { failure: 'timeout', problem: /TimeoutError/ },
      'no signature': isNone,
      'signature of another key': isNone,
      'signature of another digest': isNone,
      'signature with a trailing byte': isNone,
      'signature of zeros': isNone,
      'signature above the order': isNone,
      'signature with negative numbers': isNone,
    }
    const opened = openKms(settings())
    onTestFinished(opened.close)
    const fail = async (fault: KmsFault) => {
      const { failure, problem } = faults[fault]
      const key = kms.addKey(`fault-${fault.replaceAll(' ', '-')}`)
      const signer = await opened.openSigner(key.alias)
      expect(signer.address).toBe(key.address)
      const ignore = () => {}
      const guard = { onSign: ignore, onFailure: ignore, onRecovery: ignore, clock: Date.now }
      const guarded = guardSigner(signer, guard)
      key.fault = fault
      const asked = [1, 2, 3].map(() =>
        expect(async () => guarded.sign(digest, fields)).rejects.toMatchObject({
          name: 'ServiceUnavailableException',
        }),
      )
      await Promise.all(asked)
      expect(guarded.problem(), fault).toMatchObject({
        failure,
        message: expect.stringMatching(new RegExp(`^AWS KMS: (?!.*${kmsAccount})${problem.source}$`)),
      })
      expect(guarded.assertAvailable).toThrow('Retry after 1 second')
      key.fault = undefined
      await expect.poll(async () => guarded.sign(digest, fields)).toHaveLength(65)
    }
    // An endless body takes the time of this process, which the others need.
    const others = Object.keys(faults).filter((fault) => fault !== 'endless body')
    await Promise.all(others.map((fault) => fail(fault as KmsFault)))
    await fail('endless body')
    // What buffers of both ends hold beside the limit of one response, three times with a second attempt.
    expect(kms.endlessBytes).toBeLessThan(64 * 1_048_576)
  })

  it('rule: one that cannot be opened is left out, and tried again later', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const [late, usable] = [kms.addKey('late'), kms.addKey('usable')]
    late.fault = 'AccessDeniedException'
    const log = { error: vi.fn(), info: vi.fn() }
    const { signers, reload, close } = await openSigners({
      sources: kmsSigners({ ...settings(), keys: { 1: [late.alias, usable.alias] } }),
      log,
    })
    onTestFinished(close)
    const addresses = () => signers.get(1)?.map(({ address }) => address)
    expect(addresses()).toEqual([usable.address])
    late.fault = undefined
    await expect(reload()).rejects.toThrow(`${late.alias} cannot be used: AWS KMS: AccessDeniedException.`)
    expect(late.counts.GetPublicKey).toBe(1)
    vi.advanceTimersByTime(10_001)
    await reload()
    expect(addresses()).toEqual([late.address, usable.address])
    expect(log.error).toHaveBeenCalledOnce()
    expect(usable.counts.GetPublicKey).toBe(1)
  })

  it('rule: one of another kind is no signer', async () => {
    const key = kms.addKey('p256')
    key.spec = 'ECC_NIST_P256'
    const opened = openKms(settings())
    onTestFinished(opened.close)
    await expect(opened.openSigner(key.alias)).rejects.toThrow('is not of the kind ECC_SECG_P256K1')
  })

  it('rule: commands print its address, or why it cannot be used', async () => {
    const key = kms.addKey('command')
    const settings = { ...kmsSettings(kms, key), ...kmsCredentials, SIGNER_KEY: '' }
    const environment = testEnvironment(await createFolder('kms'), undefined, settings)
    const { output } = await runCommand(['signers', 'address', '--json'], environment)
    expect(JSON.parse(output)).toEqual([{ chainId: 1, address: key.address, from: `AWS KMS, ${key.alias}` }])
    key.fault = 'AccessDeniedException'
    const { code, errors } = await runCommand(['signers', 'address'], environment)
    expect({ code, errors }).toEqual({ code: 1, errors: expect.stringContaining('AccessDeniedException') })
    expect(errors).not.toContain(kmsAccount)
  })

  it('rule: its settings are checked', () => {
    const problemOf = (settings: Readonly<Record<string, string>>) => () => void readConfig(settings)
    expect(problemOf({ SIGNER_KMS_KEY_1: 'alias/names' })).toThrow(
      'SIGNER_KMS_REGION is missing, and SIGNER_KMS_KEY_1 needs it',
    )
    for (const invalid of ['names', `0x${'11'.repeat(32)}`, 'arn:aws:s3:::bucket', 'alias/'])
      expect(problemOf({ SIGNER_KMS_KEY_1: invalid, SIGNER_KMS_REGION: 'eu-central-1' })).toThrow(
        'SIGNER_KMS_KEY_1 is not a list of key ids',
      )
    expect(
      problemOf({
        SIGNER_KMS_KEY_1: `alias/names/1, arn:aws:kms:eu-central-1:${kmsAccount}:key/mrk-${'a'.repeat(32)}, 1234abcd-12ab-34cd-56ef-1234567890ab`,
        SIGNER_KMS_REGION: 'us-gov-west-1',
      }),
    ).not.toThrow()
  })
})
