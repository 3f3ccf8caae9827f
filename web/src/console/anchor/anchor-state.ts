import { formatCount } from '../../ui/format-number.ts'
import type { Tone } from '../ui/StateMark.tsx'
import type { Anchor } from './queries.ts'

/**
 * `unavailable`: the service cannot; `unread`: the chain cannot be read; `off`; `unset`: its owner has something to send;
 * `awaited`: the first beat; `dark`: files answer now, for want of beats; `late`: the last beat is older than half of the grace
 * period; `partial`: not at each host.
 */
export type AnchorStage =
  | 'unavailable'
  | 'unread'
  | 'off'
  | 'unset'
  | 'awaited'
  | 'dark'
  | 'late'
  | 'partial'
  | 'failing'
  | 'frozen'
  | 'kept'

/** The gravest first. Times in milliseconds since 1970. */
export function stageOf(anchor: Anchor, now: number): AnchorStage {
  const { contract, isOn, unavailableBecause, ownerCalls, hosts, problem } = anchor
  if (contract?.isFrozen) return 'frozen'
  if (!isOn) return unavailableBecause === null ? 'off' : 'unavailable'
  if (!contract) return 'unread'
  if (ownerCalls.length > 0 && !canBeat(anchor)) return 'unset'
  if (anchor.published === null || contract.lastBeatAt === null)
    return problem === null && unavailableBecause === null ? 'awaited' : 'failing'
  if (contract.darkFrom !== null && Date.parse(contract.darkFrom) <= now) return 'dark'
  if (now - Date.parse(contract.lastBeatAt) > contract.graceSeconds * 500) return 'late'
  if (problem !== null || unavailableBecause !== null) return 'failing'
  return ownerCalls.length > 0 || hosts.some((host) => host.problem !== null) ? 'partial' : 'kept'
}

/** The owner has something to send, and clients are led to some of the hosts already. */
function canBeat(anchor: Anchor): boolean {
  const isOfHosts = anchor.ownerCalls.every(({ title }) => title === 'where the files are')
  return anchor.published !== null && isOfHosts && listedHosts(anchor).length > 0
}

/** Those to which the contract leads clients. */
export function listedHosts({ hosts, contract }: Pick<Anchor, 'hosts' | 'contract'>): Anchor['hosts'] {
  return hosts.filter(({ url }) => contract?.files.includes(url))
}

export const stageMarks: Readonly<Record<AnchorStage, { readonly tone: Tone; readonly text: string }>> = {
  unavailable: { tone: 'neutral', text: 'Not set up' },
  unread: { tone: 'neutral', text: 'The chain could not be read' },
  off: { tone: 'neutral', text: 'Off' },
  unset: { tone: 'warn', text: 'Its owner has to act' },
  awaited: { tone: 'neutral', text: 'Begins' },
  dark: { tone: 'bad', text: 'Files answer now' },
  late: { tone: 'bad', text: 'Late' },
  partial: { tone: 'warn', text: 'Not everywhere' },
  failing: { tone: 'bad', text: 'Failing' },
  frozen: { tone: 'neutral', text: 'Frozen' },
  kept: { tone: 'good', text: 'Kept' },
}

/** What is counted: names that resolve to something else than in the files. */
export function changeWords({
  changesSince,
  isChangesSinceExact,
}: Pick<Anchor, 'changesSince' | 'isChangesSinceExact'>): string {
  if (!isChangesSinceExact)
    return `At least ${formatCount(changesSince)} names resolve to something else now, which would be lost.`
  if (changesSince === 0) return 'Each name resolves to the same now.'
  return changesSince === 1
    ? 'One name was issued, removed or has other records since then, which would be lost.'
    : `${formatCount(changesSince)} names were issued, removed or have other records since then, which would be lost.`
}

const weiPerEther = 10n ** 18n

/** In ether, with three significant digits, from decimal digits of wei. */
export function etherText(wei: string): string {
  const amount = Number(BigInt(wei)) / Number(weiPerEther)
  return `${amount.toLocaleString('en', { maximumSignificantDigits: 3 })} ETH`
}
