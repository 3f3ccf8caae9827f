import { useState } from 'react'
import { chainIdOf } from '../../api/chain-id.ts'
import { api, unwrap } from '../../api/client.ts'
import { Button } from '../../ui/Button.tsx'
import { ApiCall } from '../ui/ApiCall.tsx'
import { CheckInput } from '../ui/CheckInput.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { LongTextInput } from '../ui/LongTextInput.tsx'
import { SelectInput } from '../ui/SelectInput.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { useSave } from '../ui/use-save.ts'
import { type Policy, type PolicyDraft, policyChanges, policyDraftOf } from './policy-draft.ts'
import { policyPath } from './policy-query.ts'
import { TokenGateFields } from './TokenGateFields.tsx'

interface PolicyFormProps {
  readonly domain: string
  readonly chainId: number
  readonly policy: Policy
  readonly etag: string
}

const characterOptions = [
  { value: 'letters-and-digits', title: 'a to z, 0 to 9 and hyphens' },
  { value: 'any', title: 'Everything that ENS allows, emoji too' },
] as const

export function PolicyForm({ domain, chainId, policy, etag }: PolicyFormProps) {
  const [draft, setDraft] = useState(() => policyDraftOf(policy))
  const set = (changes: Partial<PolicyDraft>) => setDraft({ ...draft, ...changes })
  const body = policyChanges(policy, draft, chainIdOf(chainId))
  const hasChanges = Object.keys(body).length > 0
  const query = { chainId: chainIdOf(chainId) }
  const save = useSave({
    save: () =>
      unwrap(
        api.PATCH(policyPath, { params: { path: { domain }, query, header: { 'if-match': etag } }, body }),
      ),
    done: 'The rules are saved.',
    changes: [['policy']],
  })
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(undefined)
      }}
    >
      <CheckInput
        title="Visitors can claim names"
        isChecked={draft.isOpen}
        onChange={(isOpen) => set({ isOpen })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextInput
          title="From"
          type="datetime-local"
          hint="Empty: at once."
          value={draft.opensAt}
          onChange={(opensAt) => set({ opensAt })}
        />
        <TextInput
          title="Until"
          type="datetime-local"
          hint="Empty: without an end."
          value={draft.closesAt}
          onChange={(closesAt) => set({ closesAt })}
        />
        <TextInput
          title="Shortest label"
          inputMode="numeric"
          value={draft.minLength}
          onChange={(minLength) => set({ minLength })}
        />
        <TextInput
          title="Longest label"
          inputMode="numeric"
          value={draft.maxLength}
          onChange={(maxLength) => set({ maxLength })}
        />
        <TextInput
          title="Names a wallet can take"
          hint="Also those it gives away or releases. Empty: any number."
          inputMode="numeric"
          value={draft.namesPerWallet}
          onChange={(namesPerWallet) => set({ namesPerWallet })}
        />
        <TextInput
          title="Days until a removed name is free again"
          inputMode="numeric"
          value={draft.waitingDays}
          onChange={(waitingDays) => set({ waitingDays })}
        />
      </div>
      <SelectInput
        title="Characters"
        value={draft.characters}
        options={characterOptions}
        onChange={(characters) => set({ characters })}
      />
      <div className="grid gap-4 sm:grid-cols-3">
        <LongTextInput
          title="Reserved labels"
          hint="Only for those you invite. One a line."
          value={draft.reservedLabels}
          onChange={(reservedLabels) => set({ reservedLabels })}
        />
        <LongTextInput
          title="Blocked labels"
          hint="For no visitor. One a line."
          value={draft.blockedLabels}
          onChange={(blockedLabels) => set({ blockedLabels })}
        />
        <LongTextInput
          title="Blocked parts"
          hint="Not even within a label."
          value={draft.blockedParts}
          onChange={(blockedParts) => set({ blockedParts })}
        />
      </div>
      <div className="grid gap-3">
        <CheckInput
          title="No look-alikes"
          hint="paypa1 is refused where paypal exists."
          isChecked={draft.refuseLookalikes}
          onChange={(refuseLookalikes) => set({ refuseLookalikes })}
        />
        <CheckInput
          title="No swear words"
          hint="English ones."
          isChecked={draft.refuseProfanity}
          onChange={(refuseProfanity) => set({ refuseProfanity })}
        />
        <CheckInput
          title="Only wallets of the allow-list"
          isChecked={draft.isAllowListed}
          onChange={(isAllowListed) => set({ isAllowListed })}
        />
        <CheckInput
          title="I approve each one"
          hint="A claim waits until you decide."
          isChecked={draft.needsApproval}
          onChange={(needsApproval) => set({ needsApproval })}
        />
        <CheckInput
          title="The rules about labels and wallets bind API keys too"
          isChecked={draft.appliesToKeys}
          onChange={(appliesToKeys) => set({ appliesToKeys })}
        />
      </div>
      <TokenGateFields draft={draft} onChange={set} />
      {save.error && <ErrorState title="The rules were not saved." error={save.error} />}
      <div className="flex items-center gap-4">
        <Button type="submit" look="primary" disabled={save.isPending || !hasChanges}>
          {save.isPending ? 'Saving…' : 'Save the rules'}
        </Button>
        {!hasChanges && <span className="text-soft text-sm">Nothing to save.</span>}
      </div>
      <ApiCall method="PATCH" path={policyPath} params={{ domain }} query={query} body={body} />
    </form>
  )
}
