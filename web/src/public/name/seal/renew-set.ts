import type { ConnectedWallet } from '../../../wallet/wallet.ts'
import type { Name, StoredName } from '../../page-data.ts'
import { endOf, prepareRenewal, toRecordSet, usualLifetime } from './prepare-set.ts'
import { isOutdated, sendSet, signSet } from './send-set.ts'

/** The same records again, for a year, by one signature. Undefined where another set was stored in the meantime. */
export async function renewSet(name: Name, wallet: ConnectedWallet): Promise<StoredName | undefined> {
  const prepared = await prepareRenewal(name)
  const now = Date.now()
  const signed = await signSet(wallet, prepared, toRecordSet(prepared, endOf(usualLifetime, now), now))
  try {
    return await sendSet(signed)
  } catch (error) {
    if (isOutdated(error)) return undefined
    throw error
  }
}
