import { api, chainIdOf, unwrap } from '../../api/client.ts'
import { ChoiceInput, DateInput } from '../../form/choices.tsx'
import { DraftNotes } from '../../form/DraftNotes.tsx'
import { Form } from '../../form/Form.tsx'
import { CheckInput, LongTextInput, TextInput } from '../../form/inputs.tsx'
import { useDraft } from '../../form/use-draft.ts'
import { orReload } from '../or-reload.ts'
import { ApiCall } from '../ui/ApiCall.tsx'
import { useSave } from '../ui/use-save.ts'
import { AllowList } from './AllowList.tsx'
import { PresetChoice } from './PresetChoice.tsx'
import {
  type Policy,
  type PolicyDraft,
  type PolicyRow,
  policyChanges,
  policyDraftOf,
  policyRows,
} from './policy-fields.ts'
import { type Preset, presetOf, withPreset } from './presets.ts'
import { policyPath } from './queries.ts'
import { TokenGateFields } from './TokenGateFields.tsx'

interface PolicyFormProps {
  readonly domain: string
  readonly chainId: number
  readonly policy: Policy
  readonly etag: string
}

export function PolicyForm({ domain, chainId, policy, etag }: PolicyFormProps) {
  const fields = useDraft(`rules ${chainId} ${domain}`, policyDraftOf(policy))
  const { draft, change } = fields
  const body = policyChanges(policy, draft, chainIdOf(chainId))
  const rows = policyRows(draft)
  const preset = presetOf(draft)
  const hasChanges = Object.keys(body).length > 0
  const query = { chainId: chainIdOf(chainId) }
  const save = useSave({
    save: () =>
      orReload(
        unwrap(
          api.PATCH(policyPath, { params: { path: { domain }, query, header: { 'if-match': etag } }, body }),
        ),
        'rules',
        ['policy'],
      ),
    done: 'The rules are saved.',
    changes: [['policy']],
    onSaved: fields.accept,
  })
  return (
    <Form
      name="rules"
      isLong
      work="draft"
      className="grid gap-5"
      submit={() => save.mutateAsync(undefined)}
      failure="The rules were not saved."
      action="Save the rules"
      busyAction="Saving…"
      missing={!hasChanges && 'Nothing is changed.'}
      beside={<DraftNotes {...fields} isChanged={hasChanges} onDiscard={fields.discard} />}
      footer={<ApiCall method="PATCH" path={policyPath} params={{ domain }} query={query} body={body} />}
    >
      <PresetChoice value={preset} onChange={(chosen) => change((current) => withPreset(current, chosen))} />
      {preset === 'token' && (
        <TokenGateFields
          draft={draft.tokenGate}
          onChange={(tokenGate) => change((current) => ({ ...current, tokenGate }))}
        />
      )}
      {draft.isAllowListed && preset !== 'invitation' && (
        <AllowList domain={domain} chainId={chainId} isUsed={policy.isAllowListed} />
      )}
      <PolicyInputs rows={rows.filter(({ name }) => usual.has(name))} change={change} />
      <details className="border-line border-t pt-4">
        <summary className="discloses w-fit font-medium">Advanced</summary>
        <div className="mt-4 grid gap-5">
          <PolicyInputs
            rows={rows.filter(({ name }) => !usual.has(name) && !isOfPreset(name, preset))}
            change={change}
          />
        </div>
      </details>
    </Form>
  )
}

/** What most owners decide. */
const usual: ReadonlySet<PolicyRow['name']> = new Set(['minLength', 'namesPerWallet', 'needsApproval'])

/** The preset says it, or shows it: a second condition of a token or a list is advanced. */
function isOfPreset(name: PolicyRow['name'], preset: Preset): boolean {
  if (name === 'claims') return true
  if (name === 'tokenGate') return preset !== 'list'
  return name === 'isAllowListed' && preset !== 'token'
}

interface PolicyInputsProps {
  readonly rows: readonly PolicyRow[]
  readonly change: (next: (current: PolicyDraft) => PolicyDraft) => void
}

function PolicyInputs({ rows, change }: PolicyInputsProps) {
  return groupByKind(rows).map(({ kind, rows }) => (
    <div key={rows[0].name} className={layouts[kind]}>
      {rows.map((row) => (
        <PolicyInput
          key={row.name}
          row={row}
          onChange={(value) => change((current) => ({ ...current, [row.name]: value }))}
        />
      ))}
    </div>
  ))
}

/** Of neighbours of one kind. */
const layouts = {
  text: 'grid gap-4 @lg:grid-cols-2',
  time: 'grid gap-4 @lg:grid-cols-2',
  lines: 'grid gap-4 @lg:grid-cols-3',
  flag: 'grid gap-3',
  choice: 'grid gap-4',
  'token-gate': '',
} as const

interface RowsOfKind {
  readonly kind: PolicyRow['kind']
  readonly rows: [PolicyRow, ...PolicyRow[]]
}

/** In their order. */
function groupByKind(rows: readonly PolicyRow[]): readonly RowsOfKind[] {
  const groups: RowsOfKind[] = []
  for (const row of rows) {
    const last = groups.at(-1)
    if (last?.kind === row.kind) last.rows.push(row)
    else groups.push({ kind: row.kind, rows: [row] })
  }
  return groups
}

interface PolicyInputProps {
  readonly row: PolicyRow
  /** With a draft of the same kind. */
  readonly onChange: (draft: PolicyRow['draft']) => void
}

function PolicyInput({ row, onChange }: PolicyInputProps) {
  const { name, title } = row
  const hint = 'hint' in row ? row.hint : undefined
  switch (row.kind) {
    case 'flag':
      return <CheckInput title={title} hint={hint} name={name} isChecked={row.draft} onChange={onChange} />
    case 'text':
      return (
        <TextInput
          title={title}
          hint={hint}
          name={name}
          inputMode="numeric"
          value={row.draft}
          onChange={onChange}
        />
      )
    case 'time':
      return <DateInput title={title} hint={hint} name={name} hasTime value={row.draft} onChange={onChange} />
    case 'lines':
      return <LongTextInput title={title} hint={hint} name={name} value={row.draft} onChange={onChange} />
    case 'choice':
      return (
        <ChoiceInput title={title} name={name} value={row.draft} options={row.options} onChange={onChange} />
      )
    case 'token-gate':
      return (
        <div className="grid gap-4">
          <CheckInput
            title={title}
            isChecked={row.draft.isOn}
            onChange={(isOn) => onChange({ ...row.draft, isOn })}
          />
          {row.draft.isOn && <TokenGateFields draft={row.draft} onChange={onChange} />}
        </div>
      )
  }
}
