import type { SealState } from '../../../src/core/seals/describe-seal.ts'
import { scanSeals } from '../../../src/core/seals/scan-seals.ts'
import { storedLabel } from '../../../src/ens/names.ts'
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
