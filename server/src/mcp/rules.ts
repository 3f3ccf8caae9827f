import { type PolicyFieldName, policyFieldNames, policyFields } from '../model/policy.ts'
import { escapeText } from './untrusted.ts'

/** By the names of the interface; `state` is whether names can be claimed at the moment. */
type RuleValues = Readonly<Partial<Record<PolicyFieldName | 'state', unknown>>>

/** A policy in the form of the interface. */
export interface Rules {
  /** `visitor`: without its lists of labels, and without what binds keys. */
  readonly view: 'owner' | 'visitor'
  /** Of visitors: whether no further name can be issued. */
  readonly isFull?: boolean
  readonly policy: RuleValues
}

/** Labels of a list that are named. */
const maxListed = 100

/** Lists of labels are cut; `omitted` has the labels that each lacks. */
export function boundRules({ policy, ...rules }: Rules): object {
  const entries = Object.entries(policy)
  const omitted = entries.flatMap(([name, value]) =>
    Array.isArray(value) && value.length > maxListed ? [[name, value.length - maxListed]] : [],
  )
  const bounded = entries.map(([name, value]) => [
    name,
    Array.isArray(value) ? value.slice(0, maxListed) : value,
  ])
  return { ...rules, policy: Object.fromEntries(bounded), omitted: Object.fromEntries(omitted) }
}

/** A line for each setting: what it is, and its value. */
export function describeRules(
  { chainId, domain }: { readonly chainId: number; readonly domain: string },
  { view, isFull = false, policy }: Rules,
): string {
  const lines = policyFieldNames.flatMap((name) => {
    if (!(name in policy)) return []
    const { description, visitors } = policyFields[name] as (typeof policyFields)['minLength']
    return [`- ${view === 'visitor' ? visitors.description : description} ${name}: ${format(policy[name])}.`]
  })
  return [
    `Rules for names of ${escapeText(domain, 300).text} on chain ${chainId}.`,
    bindingOf(view, policy),
    ...(isFull ? ['No further name can be issued: a limit is reached.'] : []),
    ...(typeof policy.state === 'string' ? [`Claims by wallets: ${policy.state}.`] : []),
    ...lines,
    'A label is free if it is neither issued nor reserved: check_availability tells, and dryRun of issue_name makes every check.',
  ].join('\n')
}

function bindingOf(view: Rules['view'], { appliesToKeys }: Rules['policy']): string {
  if (view === 'visitor')
    return 'These rules are those for claims by wallets, as visitors see them. Whether they bind this API key is for keys with the scope domains:write to read; a dry run shows it.'
  return appliesToKeys === true
    ? 'The rules about labels and wallets bind API keys too, so issue_name follows them.'
    : 'These rules are those for claims by wallets. API keys are not bound by them.'
}

function format(value: unknown): string {
  if (value === null) return 'none'
  if (!Array.isArray(value)) return typeof value === 'object' ? JSON.stringify(value) : String(value)
  const listed = value.slice(0, maxListed).map((label) => escapeText(String(label), 100).text)
  const others = value.length - listed.length
  if (listed.length === 0) return 'none'
  return others > 0 ? `${listed.join(', ')} and ${others} more` : listed.join(', ')
}
