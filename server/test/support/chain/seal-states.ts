import { type Address, namehash } from 'viem'
import type { SealState } from '../../../src/core/seals/describe-seal.ts'
import { scanSeals } from '../../../src/core/seals/scan-seals.ts'
import { lowerCaseHex } from '../../../src/crypto/hex.ts'
import { normalizeName, storedLabel } from '../../../src/ens/names.ts'
import type { HolderKind } from '../../../src/model/seal.ts'
import { findDomainLabel } from '../../../src/store/entities/domain-label.ts'
import { writeSeals } from '../../../src/store/entities/seals.ts'
import { issueName } from '../browser/pages.ts'
import { dataOf } from '../http/api-client.ts'
import { type TestSandbox, user } from '../service/sandbox.ts'
import { sealOfSandbox } from './sealed-names.ts'

/** A name of a user that is sealed on chain; `ended`: what is signed ended a day ago, as if it had been stored before. */
export async function sealInState(
  sandbox: TestSandbox,
  label: string,
  state: SealState = 'signed',
  holder = 1,
): Promise<string> {
  const name = await issueName(sandbox, { label, holder })
  const account = user(sandbox, holder)
  const response = await sealOfSandbox(sandbox, { name, holder: account, address: account.address })
  if (state === 'unsigned') await scanSeals(sandbox.context)
  else
    dataOf(await sandbox.call('PUT', `/byname/v1/names/${name}/sealed-set?chainId=1`, { body: { response } }))
  if (state === 'ended') await endSet(sandbox, name)
  return name
}

interface LabelHolder {
  readonly holder: Address
  /** Absent: an account. */
  readonly kind?: HolderKind
}

/** A label of demo.eth on mainnet that is sealed and not issued, as if that had been read from the chain: for what only reads it. */
export async function sealLabel(
  { context }: Pick<TestSandbox, 'context'>,
  label: string,
  { holder, kind = 'account' }: LabelHolder,
): Promise<void> {
  const { store } = context
  // The first reading of a contract forgets what was known of others.
  await scanSeals(context)
  const name = normalizeName('demo.eth')
  const target = await findDomainLabel(store.db, { chainId: 1, domain: name, label: storedLabel(label) })
  if (!target) throw new Error('The sandbox has no demo.eth.')
  const node = namehash(`${label}.demo.eth`)
  const seal = { node, holder: lowerCaseHex(holder), kind, sealSequence: 1n }
  await store.transaction((tx) => writeSeals(tx, target.resolver.id, [seal]))
}

/** Unix seconds. */
const yesterday = () => Math.floor(Date.now() / 1000) - 86_400

export async function endSet(
  { context }: Pick<TestSandbox, 'context'>,
  name: string,
  validUntil = yesterday(),
): Promise<void> {
  const [label = ''] = name.split('.')
  const { db } = context.store
  const ofName = db.selectFrom('subnames').select('key').where('label', '=', storedLabel(label))
  await db.updateTable('sealedSets').set({ validUntil }).where('subnameKey', 'in', ofName).execute()
}
