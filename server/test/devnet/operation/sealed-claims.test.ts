import type { Address, Hex } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addSealTree } from '../../../src/core/seals/add-tree.ts'
import { scanSeals } from '../../../src/core/seals/scan-seals.ts'
import { lowerCaseHex } from '../../../src/crypto/hex.ts'
import { normalizeName } from '../../../src/ens/names.ts'
import { type OnboardedDomain, onboardNewDomain } from '../../support/chain/onboard-domain.ts'
import {
  addressRecord,
  nextMonth,
  presentSequence,
  sendAsOwner,
  signSet,
  textRecord,
} from '../../support/chain/sealed-names.ts'
import { releaseHeaders, sendRelease } from '../../support/credentials/single-use.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { startTestSandbox, type TestSandbox, viemClient } from '../../support/service/sandbox.ts'

const signed = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const holders = Array.from({ length: 12 }, () => privateKeyToAccount(generatePrivateKey()))

let sandbox: TestSandbox
let domain: OnboardedDomain

beforeAll(async () => {
  sandbox = await startTestSandbox()
  domain = await onboardNewDomain(sandbox, { label: 'claiming', scheme: 'merkle', form: 'GET' })
  const leaves = holders.map(({ address }, index) => ({
    ...{ name: nameOf(`member-${index}`), holder: lowerCaseHex(address) },
    kind: 'account' as const,
  }))
  const { root, depth } = await addSealTree(sandbox.context, leaves)
  await sendAsOwner(sandbox, domain, { functionName: 'addSealTree', args: [root, depth] })
  await scanSeals(sandbox.context)
  await setPolicy({ claims: 'open' })
})
afterAll(() => sandbox.stop())

const nameOf = (label: string) => normalizeName(`${label}.${domain.name}`)
const key = () => ({ 'x-api-key': sandbox.file.apiKey })

async function setPolicy(body: object): Promise<void> {
  const path = `/byname/v1/domains/${domain.name}/policy?chainId=1`
  dataOf(await sandbox.call('PATCH', path, { headers: key(), body }))
}

interface Member {
  readonly name: string
  readonly label: string
  readonly holder: PrivateKeyAccount
  readonly sign: (sequence?: bigint, holder?: PrivateKeyAccount) => Promise<Hex>
  readonly claim: (response: Hex) => ReturnType<TestSandbox['call']>
}

let taken = 0

/** Of the tree; each is used once. */
function nextMember(): Member {
  const index = taken++
  const holder = holders[index]
  if (!holder) throw new Error('The tree has no more names.')
  const label = `member-${index}`
  const name = nameOf(label)
  const records = [addressRecord(60, signed), textRecord('url', 'https://member.example')]
  return {
    ...{ name, label, holder },
    sign: (sequence = presentSequence(), by = holder) =>
      signSet(domain, { name, sequence, validUntil: nextMonth(), records }, by),
    claim: (response) =>
      sandbox.call('POST', `/byname/v1/names/${name}/sealed-set?chainId=1`, { body: { response } }),
  }
}

const addressOf = (name: string) => viemClient(sandbox).getEnsAddress({ name, strict: true })

interface Read {
  readonly holder: Address
  readonly sealed: { readonly state: string }
}

const read = async (name: string) =>
  dataOf<Read>(await sandbox.call('GET', `/byname/v1/names/${name}?chainId=1`))

describe('one signature', () => {
  test('claims a name that a tree seals, and gives it the records to which it resolves', async () => {
    const { name, holder, sign, claim } = nextMember()
    const outcome = dataOf<{ state: string }>(await claim(await sign()), 201)
    expect(outcome.state).toBe('issued')
    expect(await addressOf(name)).toBe(signed)
    expect(await read(name)).toMatchObject({ holder: holder.address, sealed: { state: 'signed' } })
  })

  test('accepts a reservation for the holder', async () => {
    const { name, label, holder, sign, claim } = nextMember()
    const body = { username: label, ensDomain: domain.name, chainId: 1, ethAddress: holder.address }
    dataOf(await sandbox.call('POST', '/ens/v1/subname/reserve', { headers: key(), body }))
    dataOf(await claim(await sign()), 201)
    expect(await addressOf(name)).toBe(signed)
    expect(await read(name)).toMatchObject({ holder: holder.address, sealed: { state: 'signed' } })
  })

  test('issues a name once: what was published does not bring it back when its holder has given it up', async () => {
    const { name, holder, sign, claim } = nextMember()
    const response = await sign()
    dataOf(await claim(response), 201)
    expectError(await claim(response), 409, 'SubdomainAlreadyExistsException')
    dataOf(await sendRelease(sandbox, name, await releaseHeaders(holder, name)))
    expectError(await claim(response), 401, 'ChallengeExpiredException')
    dataOf(await claim(await sign(presentSequence() + 1n)), 201)
  })

  test.each([
    [-600n - 5n, 401],
    [-590n, 201],
    [30n, 201],
    [90n, 401],
    [-(10n ** 9n), 401],
  ])('is taken if its number is %i seconds from the present time: %i', async (offset, status) => {
    const { sign, claim } = nextMember()
    const { status: found } = await claim(await sign(presentSequence() + offset))
    expect(found).toBe(status)
  })

  test('is that of the holder, and follows the policy', async () => {
    const { name, sign, claim } = nextMember()
    const stranger = privateKeyToAccount(generatePrivateKey())
    expectError(await claim(await sign(undefined, stranger)), 401, 'InvalidSignatureException')
    await setPolicy({ claims: 'closed' })
    expectError(await claim(await sign()), 403, 'PolicyRefusedException')
    await setPolicy({ claims: 'open', needsApproval: true })
    const { state, id } = dataOf<{ state: string; id: string }>(await claim(await sign()), 201)
    expect(state).toBe('pending')
    const path = `/byname/v1/domains/${domain.name}/claims/${id}/approve?chainId=1`
    dataOf(await sandbox.call('POST', path, { headers: key() }))
    expect((await read(name)).sealed.state).toBe('unsigned')
    await setPolicy({ needsApproval: false })
  })

  test('is for a name that is sealed', async () => {
    const name = nameOf('not-in-the-tree')
    const [holder] = holders
    if (!holder) throw new Error('There are holders.')
    const records = [addressRecord(60, signed)]
    const set = { name, sequence: presentSequence(), validUntil: nextMonth(), records }
    const body = { response: await signSet(domain, set, holder) }
    expectError(
      await sandbox.call('POST', `/byname/v1/names/${name}/sealed-set?chainId=1`, { body }),
      ...([409, 'NotSealedException'] as const),
    )
  })
})
