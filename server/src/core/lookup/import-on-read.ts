import { addressKey, defaultRecordKeys, type RecordKey, textKey, uniqueKeys } from '../../ccip/records.ts'
import { formatAddress } from '../../ens/address.ts'
import { ethCoinType } from '../../ens/coin-types.ts'
import { formatContenthash } from '../../ens/contenthash.ts'
import { isLabel } from '../../ens/names.ts'
import type { RecordLimits } from '../../ens/record-limits.ts'
import { parseRecordChanges, type RecordInput, recordsByteLength } from '../../ens/records.ts'
import type { Records } from '../../ens/stored-records.ts'
import { AppError, QuotaExceededError } from '../../errors.ts'
import type { RecordCall } from '../../gateway/record-call.ts'
import { isRemoved } from '../../store/entities/former-names.ts'
import type { CoreContext } from '../context.ts'
import { assertAvailable, createSubname, issuedContent } from '../subnames/add.ts'
import { requireDomainLabel } from '../subnames/rules.ts'
import { chargeImport } from '../write-budgets.ts'
import { FormerGatewayError } from './former-gateways.ts'
import type { FormerImport, ImportOutcome } from './import-queue.ts'
import { readRecordsThere } from './read-former.ts'

/**
 * Issues a name with its records of the former gateway. The holder is the Ethereum address. Rules in order: the name is a
 * subname of the domain, the gateway does not answer for every name, the name has an Ethereum address, the domain still imports, the
 * name is free, the client and the domain may write as much, and the domain may import another name today, the name was never
 * removed here, and all rules for issuing it with a key.
 */
export async function importName(context: CoreContext, name: FormerImport): Promise<ImportOutcome> {
  try {
    const { former, chainId, label, client } = name
    if (!isLabel(label)) return 'refused'
    if ((await context.formerWildcards.find(former, chainId)).kind !== 'none') return 'paused'
    const input = await readFormerRecords(context, name)
    if (!input) return 'refused'
    const target = await requireDomainLabel(context, { chainId, domain: former.name, label })
    if (!target.domain.formerGateway?.importOnRead) return 'refused'
    assertAvailable(context, target)
    const content = issuedContent(input, undefined, context.rules.limits.records)
    await chargeImport(context, target, { client, bytes: 2 * recordsByteLength(content.records) })
    await createSubname(context, target, content, 'issue', async (tx) => {
      if (await isRemoved(tx, former.key, label))
        throw new AppError('SubdomainAlreadyExistsException', `${name.name} was removed.`)
    })
    return 'imported'
  } catch (error) {
    if (error instanceof FormerGatewayError || !(error instanceof AppError)) throw error
    if (error instanceof QuotaExceededError) return 'paused'
    if (error.status >= 500) throw error
    return error.name === 'SubdomainAlreadyExistsException' ? 'taken' : 'refused'
  }
}

/** Records of a name that are read. */
const maxKeys = 64

interface ReadingContext extends Pick<CoreContext, 'formerGateways'> {
  readonly rules: { readonly limits: { readonly records: RecordLimits } }
}

/** Those that were asked for, and common ones; `undefined` without an Ethereum address. @throws AppError as `readRecordsThere`. */
export async function readFormerRecords(
  context: ReadingContext,
  name: FormerImport,
): Promise<RecordInput | undefined> {
  const { query } = name
  const ethAddress = addressKey(ethCoinType)
  const { records: first } = await readRecordsThere(context, name, [ethAddress])
  const [holder] = first.addresses
  if (!holder) return undefined
  const asked = (query.type === 'multicall' ? query.calls : [query]).flatMap(keyOf)
  const [, ...keys] = uniqueKeys([ethAddress, ...asked, ...defaultRecordKeys])
  const { records } = await readRecordsThere(context, name, keys.slice(0, maxKeys))
  return toInput(holder.address, records, context.rules.limits.records)
}

function keyOf(call: RecordCall): readonly RecordKey[] {
  if (call.type === 'text') return [textKey(call.key)]
  return call.type === 'address' && call.coinType !== null ? [addressKey(call.coinType)] : []
}

/** Records that could not be written here are left out. */
function toInput(
  holder: string,
  { addresses, texts, contenthash }: Records,
  limits: RecordLimits,
): RecordInput {
  const isValid = (input: RecordInput) => {
    try {
      parseRecordChanges(input, limits)
      return true
    } catch (error) {
      if (error instanceof AppError) return false
      throw error
    }
  }
  const content = contenthash && formatContenthash(contenthash)
  const uri = content ? `${content.protocolType}://${content.decoded}` : undefined
  return {
    addresses: [
      { coinType: ethCoinType, address: holder },
      ...addresses
        .map(({ coinType, address }) => ({ coinType, address: formatAddress(coinType, address) }))
        .filter((address) => isValid({ addresses: [address] })),
    ],
    texts: texts.filter((text) => isValid({ texts: [text] })),
    contenthash: uri !== undefined && isValid({ contenthash: uri }) ? uri : undefined,
  }
}
