import type { Address } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  newMember,
  type SealedDomain,
  signedAddress,
  startSealedDomain,
} from '../../support/chain/sealed-members.ts'
import { addressRecord, presentSequence } from '../../support/chain/sealed-names.ts'
import { releaseHeaders, sendRelease } from '../../support/credentials/single-use.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { startTestSandbox, type TestSandbox, viemClient } from '../../support/service/sandbox.ts'

let sandbox: TestSandbox
let sealed: SealedDomain

beforeAll(async () => {
  sandbox = await startTestSandbox()
  sealed = await startSealedDomain(sandbox, 'claiming', 12)
})
afterAll(() => sandbox.stop())

const key = () => ({ 'x-api-key': sandbox.file.apiKey })

const addressOf = (name: string) => viemClient(sandbox).getEnsAddress({ name, strict: true })

interface Read {
  readonly holder: Address
  readonly sealed: { readonly state: string }
}

const read = async (name: string) =>
  dataOf<Read>(await sandbox.call('GET', `/byname/v1/names/${name}?chainId=1`))

describe('one signature', () => {
  test('claims a name that a tree seals, and gives it the records to which it resolves', async () => {
    const { name, holder, sign, claim } = sealed.nextMember()
    const outcome = dataOf<{ state: string }>(await claim(await sign()), 201)
    expect(outcome.state).toBe('issued')
    expect(await addressOf(name)).toBe(signedAddress)
    expect(await read(name)).toMatchObject({ holder: holder.address, sealed: { state: 'signed' } })
  })

  test('accepts a reservation for the holder', async () => {
    const { name, label, holder, sign, claim } = sealed.nextMember()
    const body = { username: label, ensDomain: sealed.domain.name, chainId: 1, ethAddress: holder.address }
    dataOf(await sandbox.call('POST', '/ens/v1/subname/reserve', { headers: key(), body }))
    dataOf(await claim(await sign()), 201)
    expect(await addressOf(name)).toBe(signedAddress)
    expect(await read(name)).toMatchObject({ holder: holder.address, sealed: { state: 'signed' } })
  })

  test('issues a name once: what was published does not bring it back when its holder has given it up', async () => {
    const { name, holder, sign, claim } = sealed.nextMember()
    const sequence = presentSequence()
    const response = await sign({ sequence })
    const sameNumber = await sign({ sequence, records: [addressRecord(60, holder.address)] })
    dataOf(await claim(response), 201)
    expectError(await claim(response), 409, 'SubdomainAlreadyExistsException')
    dataOf(await sendRelease(sandbox, name, await releaseHeaders(holder, name)))
    for (const each of [response, sameNumber])
      expectError(await claim(each), 401, 'ChallengeExpiredException')
    dataOf(await claim(await sign({ sequence: presentSequence() + 1n })), 201)
  })

  test.each([
    [-600n - 5n, 401],
    [-590n, 201],
    [30n, 201],
    [90n, 401],
    [-(10n ** 9n), 401],
  ])('is taken if its number is %i seconds from the present time: %i', async (offset, status) => {
    const { sign, claim } = sealed.nextMember()
    const { status: found } = await claim(await sign({ sequence: presentSequence() + offset }))
    expect(found).toBe(status)
  })

  test('is that of the holder, and follows the policy', async () => {
    const { name, sign, claim } = sealed.nextMember()
    const stranger = privateKeyToAccount(generatePrivateKey())
    expectError(await claim(await sign({ by: stranger })), 401, 'InvalidSignatureException')
    await sealed.setPolicy({ claims: 'closed' })
    expectError(await claim(await sign()), 403, 'PolicyRefusedException')
    await sealed.setPolicy({ claims: 'open', needsApproval: true })
    const { state, id } = dataOf<{ state: string; id: string }>(await claim(await sign()), 201)
    expect(state).toBe('pending')
    const path = `/byname/v1/domains/${sealed.domain.name}/claims/${id}/approve?chainId=1`
    dataOf(await sandbox.call('POST', path, { headers: key() }))
    expect((await read(name)).sealed.state).toBe('unsigned')
    await sealed.setPolicy({ needsApproval: false })
  })

  test('is for a name that is sealed', async () => {
    const holder = privateKeyToAccount(generatePrivateKey())
    const { sign, claim } = newMember(sandbox, sealed.domain, 'not-in-the-tree', holder)
    expectError(await claim(await sign()), 409, 'NotSealedException')
  })
})
