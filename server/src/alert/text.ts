import type { AlertChange, AlertMessage } from '../model/alert.ts'
import type { AlertTarget } from './target.ts'

interface Advice {
  readonly severity: 'critical' | 'warning'
  readonly problem: string
  readonly fix: string
}

/** What the text of a message needs beside it. */
export interface AlertSurroundings {
  /** Origin of the service. */
  readonly origin: string
  /** Undefined: a code of another version. */
  readonly adviceOf: (code: string) => Advice | undefined
}

/** An alert as it is sent; without changes: a test. */
export type OutgoingAlert = AlertMessage

export interface AlertText {
  readonly title: string
  /** Lines, the title first, of at most so many characters as the target accepts. */
  readonly text: string
}

/** Characters of a message: what the services accept, and what is read of a mail. */
const maxCharacters: Readonly<Record<Exclude<AlertTarget['kind'], 'webhook'>, number>> = {
  discord: 2_000,
  telegram: 4_096,
  slack: 4_000,
  mail: 16_000,
}

const maxSubjects = 3
const maxSubjectCharacters = 200

export type TextKind = keyof typeof maxCharacters

/** Plain sentences. What others can choose, such as names, has no markup and mentions no person. */
export function alertText(alert: OutgoingAlert, kind: TextKind, surroundings: AlertSurroundings): AlertText {
  const { origin } = surroundings
  const title = alertTitle(alert, surroundings)
  const foot = [
    ...(alert.pausedUntil === null
      ? []
      : [
          `This is the last message before ${clockTime(alert.pausedUntil)}: what changes until then is in one message.`,
        ]),
    `All reasons: ${origin}/console/instance`,
    `What they mean: ${origin}/guide/operating/monitor#reasons`,
  ].join('\n')
  const room = maxCharacters[kind] - lengthOf([title, foot], kind) - 60
  const blocks: string[] = []
  const sorted = sortChanges(alert.changes, surroundings)
  for (const change of sorted) {
    const block = [true, false]
      .map((hasSubjects) => changeText(change, { kind, hasSubjects, surroundings }))
      .find((text) => lengthOf([...blocks, text], kind) <= room)
    if (block === undefined) break
    blocks.push(block)
  }
  const leftOut = sorted.length - blocks.length
  const more =
    leftOut > 0 ? [`There ${leftOut === 1 ? 'is 1 more reason' : `are ${leftOut} more reasons`}.`] : []
  const body = alert.changes.length === 0 ? ['This is a test of its alerts: nothing is wrong.'] : blocks
  return { title, text: [title, ...body, ...more, foot].map((part) => escapeFor(kind, part)).join('\n\n') }
}

function lengthOf(parts: readonly string[], kind: TextKind): number {
  return parts.reduce((sum, part) => sum + escapeFor(kind, part).length + 2, 0)
}

/** Such as `Byname at names.example: 1 critical problem began`. */
function alertTitle({ changes }: OutgoingAlert, { origin, adviceOf }: AlertSurroundings): string {
  const service = `Byname at ${new URL(origin).host}`
  if (changes.length === 0) return `${service}: a test`
  const count = (kinds: readonly AlertChange['kind'][], severity?: Advice['severity']) =>
    changes.filter(
      ({ kind, code }) =>
        kinds.includes(kind) && (!severity || (adviceOf(code)?.severity ?? 'warning') === severity),
    ).length
  const parts = [
    [count(['begun'], 'critical'), 'critical problem', 'began'],
    [count(['begun'], 'warning'), 'warning', 'began'],
    [count(['changed']), 'problem', 'changed'],
    [count(['ended', 'passed']), 'problem', 'ended'],
  ] as const
  const words = parts.flatMap(([number, noun, verb]) =>
    number === 0 ? [] : [`${number} ${noun}${number === 1 ? '' : 's'} ${verb}`],
  )
  return `${service}: ${words.join(', ')}`
}

const kindOrder: readonly AlertChange['kind'][] = ['begun', 'changed', 'passed', 'ended']

/** The gravest first. */
function sortChanges(
  changes: readonly AlertChange[],
  { adviceOf }: AlertSurroundings,
): readonly AlertChange[] {
  const rank = ({ kind, code }: AlertChange) =>
    kindOrder.indexOf(kind) * 2 + (adviceOf(code)?.severity === 'critical' ? 0 : 1)
  return changes.toSorted((one, other) => rank(one) - rank(other))
}

interface ChangeTextOptions {
  readonly kind: TextKind
  readonly hasSubjects: boolean
  readonly surroundings: AlertSurroundings
}

function changeText(change: AlertChange, { kind, hasSubjects, surroundings }: ChangeTextOptions): string {
  const { code, since, endedAt } = change
  const { severity, problem, fix } = surroundings.adviceOf(code) ?? {
    severity: 'warning',
    problem: `${code}.`,
    fix: '',
  }
  const begun = clockTime(since)
  if (endedAt !== null) {
    const lasted = `It lasted ${duration(endedAt - since)}, from ${begun} to ${clockTime(endedAt)}.`
    return `Ended: ${problem}\n${lasted}`
  }
  const head = `${change.kind === 'changed' ? 'Changed' : severity === 'critical' ? 'Critical' : 'Warning'}: ${problem}`
  const subjects = hasSubjects ? subjectLines(change, kind) : []
  return [head, ...subjects, `Since ${begun}.`, ...(fix ? [`What to do: ${fix}`] : [])].join('\n')
}

function subjectLines({ total, subjects }: AlertChange, kind: TextKind): readonly string[] {
  const shown = subjects.slice(0, maxSubjects).map((text) => `- ${quoteFor(kind, boundedSubject(text))}`)
  const more = total - shown.length
  return more > 0 && shown.length > 0 ? [...shown, `- and ${more} more`] : shown
}

/** Of a reason: without control and direction characters, and of bounded length. */
export function boundedSubject(text: string): string {
  const plain = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  return plain.length > maxSubjectCharacters
    ? `${plain.slice(0, maxSubjectCharacters).replace(/[\uD800-\uDBFF]$/, '')}…`
    : plain
}

/** Slack and Discord read no markup, links and mentions in code; plain texts of Telegram have no markup but mentions. */
function quoteFor(kind: TextKind, text: string): string {
  if (kind === 'mail') return text
  if (kind === 'telegram') return text.replaceAll(/[@#/]/g, '$&\u2060')
  return `\`${text.replaceAll('`', "'")}\``
}

/** As each service reads plain text. */
function escapeFor(kind: TextKind, text: string): string {
  if (kind !== 'slack') return text
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** UTC, such as `2030-01-01 12:00 UTC`; beyond the range of a `Date`, its last day. */
function clockTime(milliseconds: number): string {
  const date = new Date(Math.min(milliseconds, 8.64e15))
  return `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const

function duration(milliseconds: number): string {
  const [unit, size] = units.find(([, ms]) => milliseconds >= 2 * ms) ?? units[3]
  return `${Math.max(1, Math.round(milliseconds / size))} ${unit}s`
}

/** Standard Webhooks recommends less than 20 kB. */
const maxWebhookBytes = 16_384

/** Body for a receiver of its own. */
export function alertJson(alert: OutgoingAlert, surroundings: AlertSurroundings): string {
  const { origin, adviceOf } = surroundings
  const toIso = (milliseconds: number) => new Date(Math.min(milliseconds, 8.64e15)).toISOString()
  const all = sortChanges(alert.changes, surroundings).map(
    ({ kind, code, total, subjects, since, endedAt }) => {
      const { severity, problem, fix } = adviceOf(code) ?? { severity: 'warning', problem: null, fix: null }
      return {
        ...{ change: kind, code, severity, problem, fix, total },
        subjects: subjects.slice(0, maxSubjects).map(boundedSubject),
        since: toIso(since),
        endedAt: endedAt === null ? null : toIso(endedAt),
      }
    },
  )
  const write = (reasons: typeof all) =>
    JSON.stringify({
      type: all.length === 0 ? 'alert.test' : 'alert.changed',
      timestamp: toIso(alert.composedAt),
      data: {
        service: origin,
        title: alertTitle(alert, surroundings),
        console: `${origin}/console/instance`,
        reasons,
        leftOut: all.length - reasons.length,
        pausedUntil: alert.pausedUntil === null ? null : toIso(alert.pausedUntil),
      },
    })
  for (let count = all.length; ; count--) {
    const body = write(all.slice(0, count))
    if (count === 0 || Buffer.byteLength(body) <= maxWebhookBytes) return body
  }
}
