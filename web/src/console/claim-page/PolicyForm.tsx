import { api, chainIdOf, unwrap } from '../../api/client.ts'
import { ChoiceInput, DateInput } from '../../form/choices.tsx'
import { DraftNotes } from '../../form/DraftNotes.tsx'
import { Form } from '../../form/Form.tsx'
import { CheckInput, LongTextInput, TextInput } from '../../form/inputs.tsx'
import { useDraft } from '../../form/use-draft.ts'
import { orReload } from '../or-reload.ts'
import { ApiCall } from '../ui/ApiCall.tsx'
import { useSave } from '../ui/use-save.ts'
import {
  type Policy,
  type PolicyRow,
  policyChanges,
  policyDraftOf,
  policyRows,
  type TokenGateDraft,
} from './policy-fields.ts'
import { policyPath } from './queries.ts'

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
      {groupByKind(policyRows(draft)).map(({ kind, rows }) => (
        <div key={rows[0].name} className={layouts[kind]}>
          {rows.map((row) => (
            <PolicyInput
              key={row.name}
              row={row}
              onChange={(value) => change((current) => ({ ...current, [row.name]: value }))}
            />
          ))}
        </div>
      ))}
    </Form>
  )
}

/** Of neighbours of one kind. */
const layouts = {
  text: 'grid gap-4 sm:grid-cols-2',
  time: 'grid gap-4 sm:grid-cols-2',
  lines: 'grid gap-4 sm:grid-cols-3',
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
      return <TokenGateFields title={title} draft={row.draft} onChange={onChange} />
  }
}

interface TokenGateFieldsProps {
  readonly title: string
  readonly draft: TokenGateDraft
  readonly onChange: (draft: TokenGateDraft) => void
}

const standards = [
  { value: 'ERC-721', title: 'ERC-721: an NFT of a collection' },
  { value: 'ERC-1155', title: 'ERC-1155: a token with an id' },
  { value: 'ERC-20', title: 'ERC-20: a coin' },
] as const

function TokenGateFields({ title, draft, onChange }: TokenGateFieldsProps) {
  const set = (changes: Partial<TokenGateDraft>) => onChange({ ...draft, ...changes })
  return (
    <div className="grid gap-4">
      <CheckInput title={title} isChecked={draft.isOn} onChange={(isOn) => set({ isOn })} />
      {draft.isOn && (
        <div className="grid gap-4 ps-6 sm:grid-cols-2">
          <ChoiceInput
            title="Standard"
            value={draft.standard}
            options={standards}
            onChange={(standard) => set({ standard })}
          />
          <TextInput
            title="Contract"
            name="tokenGate.contract"
            isMono
            value={draft.contract}
            placeholder="0x…"
            onChange={(contract) => set({ contract })}
          />
          {draft.standard === 'ERC-1155' && (
            <TextInput
              title="Token id"
              name="tokenGate.tokenId"
              isMono
              value={draft.tokenId}
              onChange={(tokenId) => set({ tokenId })}
            />
          )}
          <TextInput
            title="At least"
            name="tokenGate.minimum"
            hint={draft.standard === 'ERC-20' ? 'In base units: 10^decimals for one.' : undefined}
            value={draft.minimum}
            onChange={(minimum) => set({ minimum })}
          />
          {draft.standard === 'ERC-721' && (
            <CheckInput
              title="One name for each NFT"
              name="tokenGate.isOncePerToken"
              hint="A claim names its number. An NFT that is sold on claims no second name."
              isChecked={draft.isOncePerToken}
              onChange={(isOncePerToken) => set({ isOncePerToken })}
            />
          )}
        </div>
      )}
    </div>
  )
}
