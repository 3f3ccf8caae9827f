import { type Hex, toHex } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requireDomain } from '../../../src/core/domains/rules.ts'
import { findZoneSeals } from '../../../src/core/seals/find-seals.ts'
import { scanSeals } from '../../../src/core/seals/scan-seals.ts'
import { normalizeName } from '../../../src/ens/names.ts'
import { sealByTree } from '../../support/chain/seal-labels.ts'
import {
  type Member,
  newMember,
  type SealedDomain,
  signedAddress,
  startSealedDomain,
} from '../../support/chain/sealed-members.ts'
import { sealName, sendAsOwner } from '../../support/chain/sealed-names.ts'
import {
  claim as claimByMessage,
  claimsPath,
  endTakenClaims,
  type WireClaimOutcome,
} from '../../support/entities/claims.ts'
import { checkLabel, expectRule } from '../../support/entities/policies.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { startTestSandbox, type TestSandbox, viemClient } from '../../support/service/sandbox.ts'

let sandbox: TestSandbox
let sealed: SealedDomain

const newAccount = () => privateKeyToAccount(generatePrivateKey())
const issuer = newAccount()

beforeAll(async () => {
  sandbox = await startTestSandbox()
  sealed = await startSealedDomain(sandbox, 'waiting', 1)
  await sendAsOwner(sandbox, sealed.domain, { functionName: 'setIssuer', args: [issuer.address] })
})
afterAll(() => sandbox.stop())

const onChain = () => ({ ...sealed.domain, chainId: 1 }) as const

const memberOf = (label: string, holder: PrivateKeyAccount) =>
  newMember(sandbox, sealed.domain, label, holder)

/** By the two ways of the contract, which the service then reads. */
const sealings = {
  'a tree': ({ name, holder }: Member) =>
    sealByTree(sandbox, sealed.domain, [{ name, holder: holder.address }]),
  'its storage': (member: Member) => sealInStorage(member, issuer),
} as const

async function sealInStorage({ name, holder }: Member, by: PrivateKeyAccount): Promise<void> {
  const { context } = sandbox
  const domain = await requireDomain(context, 1, normalizeName(sealed.domain.name))
  const seals = await findZoneSeals(context.store.db, domain, [normalizeName(name)])
  const proof = toHex(seals.get(normalizeName(name))?.proof ?? new Uint8Array())
  await sealName(sandbox, { ...sealed.domain, name, issuer: by, holder, proof })
  await scanSeals(context)
}

async function waitAs(wallet: PrivateKeyAccount, label: string): Promise<string> {
  await sealed.setPolicy({ needsApproval: true })
  const outcome = dataOf<WireClaimOutcome>(await claimByMessage(sandbox, onChain(), label, wallet), 201)
  await sealed.setPolicy({ needsApproval: false })
  return outcome.id ?? ''
}

const read = async (claimId: string) =>
  dataOf(await sandbox.call('GET', `${claimsPath(sealed.domain)}/${claimId}?chainId=1`))

const approve = (claimId: string) =>
  sandbox.call('POST', `${claimsPath(sealed.domain)}/${claimId}/approve?chainId=1`, {
    headers: { 'x-api-key': sandbox.file.apiKey },
  })

const check = (label: string, { address }: { readonly address: Hex }) =>
  checkLabel(sandbox, onChain(), label, address)

const addressOf = (name: string) => viemClient(sandbox).getEnsAddress({ name, strict: true })

const taken = { state: 'declined', reason: 'taken' }

describe.each(['a tree', 'its storage'] as const)(
  'A claim that waits when %s seals its label for another',
  (way) => {
    const waitThenSeal = async (label: string) => {
      const member = memberOf(label, newAccount())
      const claimId = await waitAs(newAccount(), label)
      await sealings[way](member)
      return { member, claimId }
    }
    const labelOf = (label: string) => `${label}-${way.replace(' ', '-')}`

    test('does not stand before the holder, whose one signature claims the name and ends it', async () => {
      const { member, claimId } = await waitThenSeal(labelOf('claimed'))
      expectError(await approve(claimId), 409, 'SealedNameException')
      expect(await check(member.label, member.holder)).toMatchObject({ outcome: 'claimable' })
      const headers = { 'idempotency-key': labelOf('once') }
      const response = await member.sign()
      const first = dataOf(await member.claim(response, {}, headers), 201)
      expect(await addressOf(member.name)).toBe(signedAddress)
      expect(await read(claimId)).toMatchObject(taken)
      expectError(await approve(claimId), 409, 'ClaimNotPendingException')
      expect(dataOf(await member.claim(response, {}, headers), 201)).toEqual(first)
    })

    test('makes room for that of the holder, which waits in its place', async () => {
      const { member, claimId } = await waitThenSeal(labelOf('approved'))
      await sealed.setPolicy({ needsApproval: true })
      const { state, id } = dataOf<WireClaimOutcome>(await member.claim(await member.sign()), 201)
      expect(state).toBe('pending')
      expect(await read(claimId)).toMatchObject(taken)
      expectRule(await member.claim(await member.sign()), 'pending')
      await sealed.setPolicy({ needsApproval: false })
      dataOf(await approve(id ?? ''))
    })

    test('ends without the holder and the owner, and nothing keeps the holder from claiming afterwards', async () => {
      const { member, claimId } = await waitThenSeal(labelOf('ended'))
      await endTakenClaims(sandbox.context)
      expect(await read(claimId)).toMatchObject(taken)
      dataOf(await member.claim(await member.sign()), 201)
    })
  },
)

test('a claim of the holder of the seal waits on, and the name that is approved is signed for afterwards', async () => {
  const member = memberOf('own', newAccount())
  const claimId = await waitAs(member.holder, 'own')
  await sealings['a tree'](member)
  await endTakenClaims(sandbox.context)
  expectRule(await member.claim(await member.sign()), 'pending')
  dataOf(await approve(claimId))
  const response = await member.sign()
  dataOf(
    await sandbox.call('PUT', `/byname/v1/names/${member.name}/sealed-set?chainId=1`, { body: { response } }),
  )
  expect(await addressOf(member.name)).toBe(signedAddress)
})

test('of two seals of a label, the one in storage decides, by which the holder before has given it away', async () => {
  const [first, second] = [memberOf('twice', newAccount()), memberOf('twice', newAccount())]
  const claimId = await waitAs(second.holder, 'twice')
  await sealings['a tree'](first)
  expectError(await approve(claimId), 409, 'SealedNameException')
  await sealInStorage(second, first.holder)
  await endTakenClaims(sandbox.context)
  expect(await read(claimId)).toMatchObject({ state: 'pending', reason: null })
  expectRule(await second.claim(await second.sign()), 'pending')
  expectError(await first.claim(await first.sign()), 401, 'InvalidSignatureException')
  dataOf(await approve(claimId))
})
