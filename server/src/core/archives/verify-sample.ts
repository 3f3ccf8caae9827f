import { addressKey, contenthashKey, type RecordKey, uniqueKeys } from '../../ccip/records.ts'
import type { ChainId } from '../../ens/chains.ts'
import { ethCoinType } from '../../ens/coin-types.ts'
import { type EnsName, joinName } from '../../ens/names.ts'
import type { Records } from '../../ens/stored-records.ts'
import { AppError } from '../../errors.ts'
import type { Domain } from '../../model/domain.ts'
import type { FormerGateway } from '../../model/former-gateway.ts'
import type { Subname } from '../../model/subname.ts'
import { findSubnames } from '../../store/entities/subnames.ts'
import { assertDomainAccess } from '../auth/access.ts'
import { type Caller, type CoreContext, settleSync } from '../context.ts'
import { parseFormerGateway } from '../domains/former-gateway.ts'
import { requireDomain } from '../domains/rules.ts'
import { type ComparedRecord, type ComparedRecords, compareThere, keysOf } from '../lookup/compare-there.ts'
import { FormerGatewayError } from '../lookup/former-gateways.ts'
import { type ImportedName, toContent } from './import.ts'
import { effectWithoutWrite, type ImportRule } from './import-item.ts'

export interface VerifySample {
  readonly caller: Caller
  readonly chainId: ChainId
  readonly domain: EnsName
  readonly names: readonly ImportedName[]
  /** Of the import. */
  readonly rule: ImportRule
  /** Whether nothing was written: a name is compared as it would be. */
  readonly isDryRun: boolean
  /** Absent: that of the domain. */
  readonly gateway: FormerGateway | undefined
}

/** `absent`: the gateway answers that it has no such record. `failed`: it has no valid response, or the name cannot be here. */
export const verificationOutcomes = ['equal', 'different', 'absent', 'failed'] as const

export interface Verification {
  readonly row: number
  readonly label: string
  readonly outcome: (typeof verificationOutcomes)[number]
  /** Why it failed, or what the gateway did not answer. */
  readonly reason: string | null
  readonly differences: readonly ComparedRecord[]
}

/** Names that are asked for at a time. */
const maxConcurrent = 4

/** After so many names in a row without any response, the others are not asked for. */
const maxOutages = 5

/** Names whose records are read at once. */
const namesPerRead = 50

/**
 * Compares names with the responses of the gateway where they were: the addresses, texts and content hash that either the list or this
 * service has. Nothing is written.
 *
 * @throws AppError `BadRequestException` without a gateway, or for one that must not be asked.
 */
export async function verifySample(
  context: CoreContext,
  { caller, names, gateway, ...input }: VerifySample,
): Promise<readonly Verification[]> {
  const domain = await requireDomain(context, input.chainId, input.domain)
  assertDomainAccess(caller, domain, 'names:write')
  const asked = gateway ? parseFormerGateway(context, gateway) : domain.formerGateway
  if (!asked)
    throw new AppError(
      'BadRequestException',
      `${domain.name} has no former gateway: give its URL, resolver and signers.`,
    )
  const former = {
    key: domain.key,
    id: domain.id,
    name: domain.name,
    gateway: asked,
    settings: JSON.stringify(asked),
  }
  const verifications: Verification[] = []
  let outages = 0
  const verify = async (name: ImportedName, here: Records | null): Promise<Verification> => {
    const { row, label } = name
    const failed = (reason: string) => ({ row, label, outcome: 'failed', reason, differences: [] }) as const
    const content = settleSync(() => toContent(context, { domain, caller }, name, new Map()))
    if (content instanceof AppError) return failed(content.message)
    if (outages >= maxOutages) return failed('It was not asked for: the gateway does not respond.')
    try {
      const keys = keysOfBoth(content.records, here)
      const target = { former, chainId: domain.chainId, name: joinName(content.label, domain.name) }
      const compared = await compareThere(context, target, keys, here)
      outages = 0
      return { row, label, ...toOutcome(compared) }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (error instanceof FormerGatewayError && error.fault === 'outage') outages += 1
      return failed(error instanceof FormerGatewayError ? `The gateway ${error.reason}.` : error.message)
    }
  }
  for (let start = 0; start < names.length; start += namesPerRead) {
    const part = names.slice(start, start + namesPerRead)
    const expected = await readExpected(context, domain, { ...input, caller, names: part })
    for (let at = 0; at < part.length; at += maxConcurrent) {
      const group = part.slice(at, at + maxConcurrent)
      verifications.push(
        ...(await Promise.all(group.map((name) => verify(name, expected.get(name.row) ?? null)))),
      )
    }
  }
  return verifications
}

type ExpectedNames = Pick<VerifySample, 'caller' | 'names' | 'rule' | 'isDryRun'>

/** What each name resolves to here, by its row; absent for nothing. */
async function readExpected(
  context: CoreContext,
  domain: Domain,
  { caller, names, rule, isDryRun }: ExpectedNames,
): Promise<ReadonlyMap<number, Records>> {
  const contents = names.flatMap((name) => {
    const content = settleSync(() => toContent(context, { domain, caller }, name, new Map()))
    return content instanceof AppError ? [] : [{ row: name.row, content }]
  })
  const labels = contents.map(({ content }) => content.label)
  const stored: ReadonlyMap<string, Subname> = await findSubnames(context.store.db, domain, labels)
  return new Map(
    contents.flatMap(({ row, content }) => {
      const before = stored.get(content.label)
      const isWritten = isDryRun && !(before && effectWithoutWrite(before, content, rule))
      const after = isWritten ? content : before
      return after?.isClaimed ? [[row, after.records] as const] : []
    }),
  )
}

/** Those of either side, the Ethereum address and the content hash in any case. */
function keysOfBoth(listed: Records, here: Records | null): readonly RecordKey[] {
  const own = here ? keysOf(here) : []
  return uniqueKeys([addressKey(ethCoinType), contenthashKey, ...keysOf(listed), ...own])
}

function toOutcome({
  records,
  isAbsentThere,
  unanswered,
}: ComparedRecords): Pick<Verification, 'outcome' | 'reason' | 'differences'> {
  const differences = records.filter(({ there, here }) => there !== here)
  return {
    outcome: differences.length === 0 ? 'equal' : isAbsentThere ? 'absent' : 'different',
    reason: unanswered.length > 0 ? `The gateway does not answer ${unanswered.join(', ')}.` : null,
    differences,
  }
}
