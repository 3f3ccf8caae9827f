import type { paths } from '@byname/sdk/openapi'
import type { ListedEntry } from '../../../../server/src/listings/import-form.ts'
import type { ImportPlan, PlannedName } from '../../../../server/src/listings/import-plan.ts'
import type { ArrivalResult, ImportBody, Phase, Rule } from './import-types.ts'

type ImportPath = '/byname/v1/domains/{domain}/import'

type ImportData = NonNullable<
  paths[ImportPath]['post']['responses'][200]['content']['application/json']['result']['data']
>

interface Part {
  readonly phase: Phase
  readonly rule: Rule
  readonly entries: readonly ListedEntry[]
  /** Of a check: what the parts before it would add; what this one would add is put into it. */
  readonly plan: ImportPlan
  readonly normalize: (label: string) => string
}

/** What an import does, or would do, to each row of a part. A part without any name is not sent. */
export async function sendPart(
  { phase, rule, entries, plan, normalize }: Part,
  send: (body: ImportBody) => Promise<ImportData>,
): Promise<readonly ArrivalResult[]> {
  const named = entries.flatMap(({ name }) => (name ? [name] : []))
  const { holders, labels, ...counted } = plan.before(named.map((name) => toPlanned(name, normalize)))
  const planned = { ...counted, holders: [...holders], labels: [...labels] }
  const names = named.map(({ tags, ...name }) => ({
    ...name,
    addresses: [...name.addresses],
    texts: [...name.texts],
    ...(tags && { tags: [...tags] }),
  }))
  const isCheck = phase === 'check'
  const response =
    names.length === 0 ? undefined : await send({ rule, dryRun: isCheck, ...(isCheck && { planned }), names })
  const results = response?.results ?? []
  if (results.length !== names.length)
    throw new Error('The service has not answered for each row. Nothing more was sent.')
  const answers = results.values()
  const read = entries.map(({ row, label, name, problem, doubts }): ArrivalResult => {
    const answer = name ? answers.next().value : undefined
    if (!name || !answer)
      return { row, label, address: null, outcome: 'refused', replacedHolder: null, words: problem ?? '' }
    const { outcome, reason, replacedHolder, notes } = answer
    const words = [reason ?? '', ...doubts, ...notes].filter((text) => text !== '').join(' ')
    return { row, label, address: name.holder ?? addressOf(name) ?? null, outcome, replacedHolder, words }
  })
  if (isCheck) plan.add(plannedOf(entries, read, normalize))
  return read
}

/** Names that count for later parts. */
export function plannedOf(
  entries: readonly ListedEntry[],
  results: readonly ArrivalResult[],
  normalize: (label: string) => string,
): readonly PlannedName[] {
  return entries.flatMap(({ name }, index) => {
    const result = results[index]
    if (!name || !result) return []
    if (result.outcome === 'added') return [toPlanned(name, normalize)]
    const { replacedHolder } = result
    return replacedHolder === null ? [] : [{ ...toPlanned(name, normalize), replacedHolder }]
  })
}

function toPlanned(
  name: NonNullable<ListedEntry['name']>,
  normalize: (label: string) => string,
): PlannedName {
  return { label: normalize(name.label), holder: name.holder ?? addressOf(name) }
}

function addressOf({ addresses }: NonNullable<ListedEntry['name']>): string | undefined {
  return addresses.find(({ coinType }) => coinType === 60)?.address
}
