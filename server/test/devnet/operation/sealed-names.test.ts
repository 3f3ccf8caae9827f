import { concat, type Hex } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scanSeals } from '../../../src/core/seals/scan-seals.ts'
import { addName, type OnboardedDomain, onboardNewDomain } from '../../support/chain/onboard-domain.ts'
import {
  addressRecord,
  nextMonth,
  type SealedRecord,
  sealName,
  sendAsOwner,
  signDelegation,
  signSet,
  textRecord,
} from '../../support/chain/sealed-names.ts'
import { claimHeaders, sendClaim } from '../../support/entities/claims.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { startTestSandbox, type TestSandbox, viemClient } from '../../support/service/sandbox.ts'

const signed = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const first = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const records = { addresses: [{ coinType: 60, address: first }] }

let sandbox: TestSandbox
let domain: OnboardedDomain
const issuer = privateKeyToAccount(generatePrivateKey())

beforeAll(async () => {
  sandbox = await startTestSandbox()
  domain = await onboardNewDomain(sandbox, { label: 'sealing', scheme: 'merkle', form: 'GET' })
  await sendAsOwner(sandbox, domain, { functionName: 'setIssuer', args: [issuer.address] })
})
afterAll(() => sandbox.stop())

interface SealedName {
  readonly name: string
  readonly holder: PrivateKeyAccount
  sign(sequence: bigint, records: readonly SealedRecord[], validUntil?: bigint): Promise<Hex>
  put(response: Hex): ReturnType<TestSandbox['call']>
}

/** A name that is issued here, and sealed on chain. */
async function newSealedName(label: string): Promise<SealedName> {
  await addName(sandbox, domain, label, records)
  const name = `${label}.${domain.name}`
  const holder = privateKeyToAccount(generatePrivateKey())
  await sealName(sandbox, { ...domain, name, issuer, holder })
  return {
    name,
    holder,
    sign: (sequence, signedRecords, validUntil = nextMonth()) =>
      signSet(domain, { name, sequence, validUntil, records: signedRecords }, holder),
    put: (response) =>
      sandbox.call('PUT', `/byname/v1/names/${name}/sealed-set?chainId=1`, { body: { response } }),
  }
}

const addressOf = (name: string) => viemClient(sandbox).getEnsAddress({ name, strict: true })
const textOf = (name: string, key: string) => viemClient(sandbox).getEnsText({ name, key, strict: true })

describe('a name that is sealed in storage', () => {
  test('resolves to what its holder has signed, from a constant response, and to nothing before', async () => {
    const { name, sign, put } = await newSealedName('alice')
    await expect(addressOf(name)).rejects.toThrow()
    const response = await sign(1n, [addressRecord(60, signed), textRecord('url', 'https://a.example')])
    const stored = dataOf<{ sealed: { sequence: string }; records: unknown }>(await put(response))
    expect(stored.sealed.sequence).toBe('1')
    expect(await addressOf(name)).toBe(signed)
    expect(await textOf(name, 'url')).toBe('https://a.example')
    expect(JSON.stringify(stored.records)).toContain(signed)
  })

  test('is changed by sets with greater numbers alone', async () => {
    const { name, sign, put } = await newSealedName('bob')
    dataOf(await put(await sign(5n, [addressRecord(60, signed)])))
    for (const sequence of [4n, 5n])
      expectError(
        await put(await sign(sequence, [addressRecord(60, first)])),
        ...([409, 'SequenceTooLowException'] as const),
      )
    expect(await addressOf(name)).toBe(signed)
    dataOf(await put(await sign(6n, [addressRecord(60, first)])))
    expect(await addressOf(name)).toBe(first)
  })

  test('is not changed more often than a wallet may write', async () => {
    const { holder, sign, put } = await newSealedName('busy')
    const full = { writesUntil: Date.now() + 86_400_000, bytesUntil: Date.now() + 86_400_000 }
    const id = `wallet ${holder.address.toLowerCase()}`
    await sandbox.context.store.db
      .insertInto('writeBudgets')
      .values({ id, ...full })
      .execute()
    expectError(await put(await sign(1n, [addressRecord(60, signed)])), 429, 'TooManyRequestsException')
  })

  test('takes texts of a delegate, which the holder can neither lose nor be given others by an older one', async () => {
    const { name, holder, sign, put } = await newSealedName('carol')
    const delegate = privateKeyToAccount(generatePrivateKey())
    const set = await sign(2n, [addressRecord(60, signed), textRecord('url', 'https://own.example')])
    const validUntil = nextMonth()
    const delegation = await signDelegation(
      domain,
      { name, delegate: delegate.address, sequence: 1n, validUntil },
      holder,
    )
    const withTexts = async (sequence: bigint, value: string) =>
      concat([
        ...[set, delegation],
        await signSet(
          domain,
          { name, sequence, validUntil, records: [textRecord('avatar', value), textRecord('url', value)] },
          delegate,
        ),
      ])
    dataOf(await put(await withTexts(7n, 'https://seven.example')))
    expect(await textOf(name, 'avatar')).toBe('https://seven.example')
    expect(await textOf(name, 'url')).toBe('https://own.example')
    for (const older of [set, await withTexts(6n, 'https://six.example')])
      expectError(await put(older), 409, 'SequenceTooLowException')
    dataOf(await put(await withTexts(8n, 'https://eight.example')))
    expect(await textOf(name, 'avatar')).toBe('https://eight.example')
    expect(await addressOf(name)).toBe(signed)
  })

  test('keeps nothing that its contract rejects, that has ended, or that no name may have', async () => {
    const { name, sign, put } = await newSealedName('dave')
    const good = [addressRecord(60, signed)]
    const set = { name, sequence: 1n, validUntil: nextMonth(), records: good }
    const stranger = privateKeyToAccount(generatePrivateKey())
    const { holder } = await newSealedName('dave-of-another')
    const elsewhere = { chainId: 1, resolver: signed } as const
    const rejected = [
      [401, 'InvalidSignatureException', await signSet(domain, set, stranger)],
      [401, 'InvalidSignatureException', await signSet(domain, set, holder)],
      [401, 'InvalidSignatureException', await signSet(elsewhere, set, stranger)],
      [401, 'InvalidSignatureException', await signSet({ ...domain, chainId: 11155111 }, set, stranger)],
      [400, 'BadRequestException', await sign(1n, good, 1n)],
      [400, 'BadRequestException', await sign(1n, good, nextMonth() + 800n * 86_400n)],
      [400, 'BadRequestException', await sign(1n, [textRecord('url', 'x'), ...good])],
      [400, 'BadRequestException', '0x00'],
      [400, 'BadRequestException', `${await sign(1n, good)}00`],
      [400, 'InvalidRecordException', await sign(1n, [...good, textRecord('a'.repeat(300), 'x')])],
      [400, 'InvalidRecordException', await sign(1n, [addressRecord(60, '0x1234')])],
      [409, 'SequenceTooLowException', await sign(0n, good)],
    ] as const
    for (const [status, error, response] of rejected) expectError(await put(response), status, error)
    const anyBit = await sign(1n, good)
    for (let at = 2; at < anyBit.length; at += 7) {
      const digit = ((Number.parseInt(anyBit[at] ?? '0', 16) ^ 1) >>> 0).toString(16)
      const { status } = await put(`${anyBit.slice(0, at)}${digit}${anyBit.slice(at + 1)}` as Hex)
      expect([400, 401, 409]).toContain(status)
    }
    await expect(addressOf(name)).rejects.toThrow()
    dataOf(await put(anyBit))
    expect(await addressOf(name)).toBe(signed)
  })

  test('is withheld once it is revoked, with its set, and can be issued again to its holder alone', async () => {
    const { name, holder, sign, put } = await newSealedName('erin')
    const response = await sign(1n, [addressRecord(60, signed)])
    dataOf(await put(response))
    const label = 'erin'
    const path = '/byname/v1/names/batch?chainId=1'
    const headers = { 'x-api-key': sandbox.file.adminKey }
    const batch = (...items: readonly object[]) =>
      sandbox.call('POST', path, { headers, body: { domain: domain.name, mode: 'atomic', items } })
    expectError(await batch({ action: 'put', label, ...records }), 422, 'BatchRejectedException')
    dataOf(await batch({ action: 'revoke', label }))
    await expect(addressOf(name)).rejects.toThrow()
    expectError(await put(response), 404, 'SubnameNotFoundException')
    expectError(await batch({ action: 'issue', label, ...records }), 422, 'BatchRejectedException')
    dataOf(await batch({ action: 'issue', label, addresses: [{ coinType: 60, address: holder.address }] }))
    await expect(addressOf(name)).rejects.toThrow()
    dataOf(await put(response))
    expect(await addressOf(name)).toBe(signed)
  })

  test('is known without being told, by the events of its contract', async () => {
    const { name } = await newSealedName('frank')
    await scanSeals(sandbox.context)
    const { sealed } = dataOf<{ sealed: unknown }>(
      await sandbox.call('GET', `/byname/v1/names/${name}?chainId=1`),
    )
    expect(sealed).toMatchObject({ kind: 'account', sequence: null, validUntil: null })
    const headers = { 'x-api-key': sandbox.file.apiKey }
    const body = { username: 'frank', ensDomain: domain.name, chainId: 1, ...records }
    const refused = await sandbox.call('POST', '/ens/v1/subname/update', { headers, body })
    expect([401, 409]).toContain(refused.status)
  })

  test('is in an export with its set, which an import takes over if its contract accepts it', async () => {
    const { name, holder, sign, put } = await newSealedName('heidi')
    const response = await sign(1n, [addressRecord(60, signed)])
    dataOf(await put(response))
    const headers = { 'x-api-key': sandbox.file.adminKey }
    const path = `/byname/v1/domains/${domain.name}`
    const file = await fetch(`${sandbox.file.url}${path}/export?chainId=1`, { headers })
    const lines = (await file.text()).split('\n').filter((line) => line.includes('"label":"heidi"'))
    const { type: _, ...exported } = JSON.parse(lines[0] ?? '') as { readonly type: string }
    expect(exported).toMatchObject({ sealedSet: response.toLowerCase(), holder: holder.address })
    const importOf = (names: readonly object[]) =>
      sandbox.call('POST', `${path}/import?chainId=1`, { headers, body: { rule: 'replace', names } })
    const resultOf = async (entry: object) =>
      dataOf<{ results: { outcome: string; notes: string[] }[] }>(await importOf([entry])).results[0]
    expect(await resultOf(exported)).toMatchObject({ outcome: 'unchanged', notes: [] })
    const body = { domain: domain.name, mode: 'atomic', items: [{ action: 'revoke', label: 'heidi' }] }
    dataOf(await sandbox.call('POST', '/byname/v1/names/batch?chainId=1', { headers, body }))
    const damaged = { ...exported, sealedSet: `${response.slice(0, -2)}00` }
    const refused = await resultOf(damaged)
    expect(refused).toMatchObject({ outcome: 'added' })
    expect(refused?.notes.join()).toContain('is not taken over')
    await expect(addressOf(name)).rejects.toThrow()
    const next = await sign(2n, [addressRecord(60, first)])
    expect(await resultOf({ ...exported, sealedSet: next })).toMatchObject({ notes: [] })
    expect(await addressOf(name)).toBe(first)
  })

  test('has no set to read before its holder has sent one', async () => {
    const { name, sign, put } = await newSealedName('ivan')
    await scanSeals(sandbox.context)
    const read = () => sandbox.call('GET', `/byname/v1/names/${name}/sealed-set?chainId=1`)
    expectError(await read(), 404, 'NotFoundException')
    const response = await sign(1n, [addressRecord(60, signed)])
    dataOf(await put(response))
    expect(dataOf(await read())).toMatchObject({ name, response: response.toLowerCase() })
  })

  test('takes no set while it is only reserved, and is accepted by its holder alone', async () => {
    const [holder, other] = [generatePrivateKey(), generatePrivateKey()].map((key) =>
      privateKeyToAccount(key),
    )
    if (!holder || !other) throw new Error('Two keys were made.')
    const headers = { 'x-api-key': sandbox.file.apiKey }
    for (const [username, { address: ethAddress }] of [
      ['judy', holder],
      ['kim', other],
    ] as const) {
      const body = { username, ensDomain: domain.name, chainId: 1, ethAddress }
      dataOf(await sandbox.call('POST', '/ens/v1/subname/reserve', { headers, body }))
      await sealName(sandbox, { ...domain, name: `${username}.${domain.name}`, issuer, holder })
    }
    const name = `judy.${domain.name}`
    const set = { name, sequence: 1n, validUntil: nextMonth(), records: [addressRecord(60, signed)] }
    const response = await signSet(domain, set, holder)
    const path = `/byname/v1/names/${name}/sealed-set?chainId=1`
    expectError(await sandbox.call('PUT', path, { body: { response } }), 409, 'NotClaimedException')
    const accept = async (label: string, wallet: PrivateKeyAccount) =>
      sendClaim(sandbox, domain, label, await claimHeaders(wallet, domain, label))
    await scanSeals(sandbox.context)
    expectError(await accept('kim', other), 409, 'SealedNameException')
    dataOf(await accept('judy', holder), 201)
    await expect(addressOf(name)).rejects.toThrow()
    dataOf(await sandbox.call('PUT', path, { body: { response } }))
    expect(await addressOf(name)).toBe(signed)
  })

  test('needs a seal on chain: a signature alone does not seal it', async () => {
    await addName(sandbox, domain, 'grace', records)
    const name = `grace.${domain.name}`
    const holder = privateKeyToAccount(generatePrivateKey())
    const set = { name, sequence: 1n, validUntil: nextMonth(), records: [addressRecord(60, signed)] }
    const body = { response: await signSet(domain, set, holder) }
    expectError(
      await sandbox.call('PUT', `/byname/v1/names/${name}/sealed-set?chainId=1`, { body }),
      ...([409, 'NotSealedException'] as const),
    )
    expect(await addressOf(name)).toBe(first)
  })
})
