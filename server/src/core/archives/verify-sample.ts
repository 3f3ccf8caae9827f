import { addressKey, type RecordKey, recordCall, textKey, toRecords } from '../../ccip/records.ts'
import { toHex } from '../../crypto/hex.ts'
import { formatAddress } from '../../ens/address.ts'
import { ethCoinType } from '../../ens/coin-types.ts'
import { formatContenthash } from '../../ens/contenthash.ts'
import { joinName, namehash } from '../../ens/names.ts'
import { diffRecords, effectiveAddress, type Records } from '../../ens/records.ts'
import { AppError } from '../../errors.ts'
import type { Domain } from '../../model/domain.ts'
import type { FormerGateway } from '../../model/former-gateway.ts'
import type { Subname } from '../../model/subname.ts'
import { findSubnames } from '../../store/entities/subnames.ts'
import { assertDomainAccess } from '../auth/access.ts'
import { type Caller, type CoreContext, settleSync } from '../context.ts'
import { parseFormerGateway } from '../domains/former-gateway.ts'
import { requireDomain } from '../domains/rules.ts'
import { FormerGatewayError } from '../lookup/former-gateways.ts'
import { ethAddressCall, readFormerResults } from '../lookup/import-on-read.ts'
import { type ImportedName, toContent } from './import.ts'
import { effectWithoutWrite, type ImportRule } from './import-item.ts'

export interface VerifySample {
  readonly caller: Caller
  readonly chainId: number
  readonly domain: string
  readonly names: readonly ImportedName[]
  /** Of the import. */
  readonly rule: ImportRule
  /** Whether nothing was written: a name is compared as it would be. */
  readonly isDryRun: boolean
  /** Absent: that of the domain. */
  readonly gateway: FormerGateway | undefined
}

/** `absent`: the gateway answers that it has no such record. `failed`: it has no valid answer, or the name cannot be here. */
export const verificationOutcomes = ['equal', 'different', 'absent', 'failed'] as const

export interface Verification {
  readonly row: number
  readonly label: string
  readonly outcome: (typeof verificationOutcomes)[number]
  /** Why it failed, or what the gateway did not answer. */
  readonly reason: string | null
  readonly differences: readonly Difference[]
}

/** Null where a side has no such record. */
interface Difference {
  readonly record: string
  readonly there: string | null
  readonly here: string | null
}

/** Names that are asked for at a time. */
const maxConcurrent = 4

/** After so many names in a row without any response, the others are not asked for. */
const maxOutages = 5

/** Names whose records are read at once. */
const namesPerRead = 50

/**
 * Compares names with the answers of the gateway where they were: the addresses, texts and content hash that either the list or this
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
      const keys = keysOf(content.records, here)
      const target = { former, chainId: domain.chainId, name: joinName(content.label, domain.name) }
      const answers = await readAnswers(context, target, keys)
      outages = 0
      return { row, label, ...compare(keys, answers, here) }
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

const contenthashKey: RecordKey = { kind: 'contenthash' }

/** Those of either side, the Ethereum address and the content hash in any case. */
function keysOf(listed: Records, here: Records | null): readonly RecordKey[] {
  const sides = here ? [listed, here] : [listed]
  const coinTypes = new Set(sides.flatMap(({ addresses }) => addresses.map(({ coinType }) => coinType)))
  const texts = new Set(sides.flatMap(({ texts }) => texts.map(({ key }) => key)))
  return [
    addressKey(ethCoinType),
    contenthashKey,
    ...[...coinTypes].filter((coinType) => coinType !== ethCoinType).map(addressKey),
    ...[...texts].map(textKey),
  ]
}

interface Answers {
  readonly records: Records
  /** Those that the gateway refuses. */
  readonly unanswered: readonly RecordKey[]
}

/** Of a request, as most gateways bound it. */
const maxCalls = 50

/** @throws AppError without a valid answer to any of them. */
async function readAnswers(
  context: CoreContext,
  target: Parameters<typeof readFormerResults>[1],
  keys: readonly RecordKey[],
): Promise<Answers> {
  const node = toHex(namehash(target.name))
  const results: (Uint8Array | undefined)[] = []
  for (let start = 0; start < keys.length; start += maxCalls) {
    const calls = keys.slice(start, start + maxCalls).map((key) => recordCall(node, key))
    if (start === 0) calls[0] = ethAddressCall(node)
    results.push(...(await readFormerResults(context, target, calls)))
  }
  if (results.every((result) => result === undefined))
    throw new FormerGatewayError(target.former, 'answers no request for records', 'question')
  const [ethereum] = results
  const resultOf = new Map(keys.map((key, index) => [recordCall(node, key), results[index]]))
  const records = toRecords(keys.slice(1), (key) => {
    const result = resultOf.get(recordCall(node, key))
    return result && toHex(result)
  })
  const address = ethereum && (`0x${toHex(ethereum).slice(-40)}` as const)
  const isSet = address !== undefined && !/^0x0*$/.test(address)
  return {
    records: {
      ...records,
      addresses: [...(isSet ? [{ coinType: ethCoinType, address }] : []), ...records.addresses],
    },
    unanswered: keys.filter((key) => resultOf.get(recordCall(node, key)) === undefined),
  }
}

function compare(
  keys: readonly RecordKey[],
  { records: there, unanswered }: Answers,
  stored: Records | null,
): Pick<Verification, 'outcome' | 'reason' | 'differences'> {
  const answered = keys.filter((key) => !unanswered.includes(key))
  const here = resolvedOf(stored, answered)
  const differences = diffRecords(there, here).map(({ kind, key, before, after }) => ({
    record: key === null ? kind : `${kind === 'texts' ? 'text' : 'address'} ${key}`,
    there: printed(kind, key, before),
    here: printed(kind, key, after),
  }))
  const missed = unanswered.filter((key) => isSet(resolvedOf(stored, [key])))
  const isAbsent = differences.length > 0 && !isSet(there)
  return {
    outcome: isAbsent ? 'absent' : differences.length > 0 ? 'different' : 'equal',
    reason: missed.length > 0 ? `The gateway does not answer ${missed.map(nameOf).join(', ')}.` : null,
    differences,
  }
}

/** As this service resolves these keys. */
function resolvedOf(stored: Records | null, keys: readonly RecordKey[]): Records {
  const value = (key: string) => stored?.texts.find((text) => text.key === key)?.value
  return {
    addresses: keys.flatMap((key) => {
      const address = key.kind === 'addresses' && stored ? effectiveAddress(stored, key.coinType) : null
      return key.kind === 'addresses' && address !== null ? [{ coinType: key.coinType, address }] : []
    }),
    texts: keys.flatMap((key) => {
      const text = key.kind === 'texts' ? value(key.key) : undefined
      return key.kind === 'texts' && text !== undefined ? [{ key: key.key, value: text }] : []
    }),
    contenthash: keys.includes(contenthashKey) ? (stored?.contenthash ?? null) : null,
  }
}

function isSet({ addresses, texts, contenthash }: Records): boolean {
  return addresses.length > 0 || texts.length > 0 || contenthash !== null
}

function nameOf(key: RecordKey): string {
  if (key.kind === 'texts') return `text ${key.key}`
  return key.kind === 'addresses' ? `address ${key.coinType}` : key.kind
}

function printed(kind: RecordKey['kind'], key: string | number | null, value: string | null): string | null {
  if (value === null || kind === 'texts') return value
  // Safe: the values of other kinds are binary.
  const bytes = value as `0x${string}`
  if (kind === 'addresses') return formatAddress(Number(key), bytes)
  const content = formatContenthash(bytes)
  return content ? `${content.protocolType}://${content.decoded}` : bytes
}
