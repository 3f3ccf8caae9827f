import { useState } from 'react'
import { chainIdOf } from '../../api/chain-id.ts'
import { api, unwrap } from '../../api/client.ts'
import { Form } from '../../form/Form.tsx'
import { CheckInput, LongTextInput, SelectInput, TextInput } from '../../form/inputs.tsx'
import { ApiCall } from '../ui/ApiCall.tsx'
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
    <Form
      className="grid gap-5"
      submit={() => save.mutateAsync(undefined)}
      failure="The rules were not saved."
      action="Save the rules"
      busyAction="Saving…"
      isReady={hasChanges}
      beside={!hasChanges && <span className="text-soft text-sm">Nothing to save.</span>}
      footer={<ApiCall method="PATCH" path={policyPath} params={{ domain }} query={query} body={body} />}
    >
      <CheckInput
        title="Visitors can claim names"
        name="claims"
        isChecked={draft.isOpen}
        onChange={(isOpen) => set({ isOpen })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextInput
          title="From"
          type="datetime-local"
          hint="Empty: at once."
          name="opensAt"
          value={draft.opensAt}
          onChange={(opensAt) => set({ opensAt })}
        />
        <TextInput
          title="Until"
          type="datetime-local"
          hint="Empty: without an end."
          name="closesAt"
          value={draft.closesAt}
          onChange={(closesAt) => set({ closesAt })}
        />
        <TextInput
          title="Shortest label"
          inputMode="numeric"
          name="minLength"
          value={draft.minLength}
          onChange={(minLength) => set({ minLength })}
        />
        <TextInput
          title="Longest label"
          inputMode="numeric"
          name="maxLength"
          value={draft.maxLength}
          onChange={(maxLength) => set({ maxLength })}
        />
        <TextInput
          title="Names a wallet can take"
          hint="Also those it gives away or releases. Empty: any number."
          inputMode="numeric"
          name="namesPerWallet"
          value={draft.namesPerWallet}
          onChange={(namesPerWallet) => set({ namesPerWallet })}
        />
        <TextInput
          title="Days until a removed name is free again"
          inputMode="numeric"
          name="waitingDays"
          value={draft.waitingDays}
          onChange={(waitingDays) => set({ waitingDays })}
        />
      </div>
      <SelectInput
        title="Characters"
        name="characters"
        value={draft.characters}
        options={characterOptions}
        onChange={(characters) => set({ characters })}
      />
      <div className="grid gap-4 sm:grid-cols-3">
        <LongTextInput
          title="Reserved labels"
          hint="Only for those you invite. One a line."
          name="reservedLabels"
          value={draft.reservedLabels}
          onChange={(reservedLabels) => set({ reservedLabels })}
        />
        <LongTextInput
          title="Blocked labels"
          hint="For no visitor. One a line."
          name="blockedLabels"
          value={draft.blockedLabels}
          onChange={(blockedLabels) => set({ blockedLabels })}
        />
        <LongTextInput
          title="Blocked parts"
          hint="Not even within a label."
          name="blockedParts"
          value={draft.blockedParts}
          onChange={(blockedParts) => set({ blockedParts })}
        />
      </div>
      <div className="grid gap-3">
        <CheckInput
          title="No look-alikes"
          hint="paypa1 is refused where paypal exists."
          name="refuseLookalikes"
          isChecked={draft.refuseLookalikes}
          onChange={(refuseLookalikes) => set({ refuseLookalikes })}
        />
        <CheckInput
          title="No swear words"
          hint="English ones."
          name="refuseProfanity"
          isChecked={draft.refuseProfanity}
          onChange={(refuseProfanity) => set({ refuseProfanity })}
        />
        <CheckInput
          title="Only wallets of the allow-list"
          name="isAllowListed"
          isChecked={draft.isAllowListed}
          onChange={(isAllowListed) => set({ isAllowListed })}
        />
        <CheckInput
          title="I approve each one"
          hint="A claim waits until you decide."
          name="needsApproval"
          isChecked={draft.needsApproval}
          onChange={(needsApproval) => set({ needsApproval })}
        />
        <CheckInput
          title="The rules about labels and wallets bind API keys too"
          name="appliesToKeys"
          isChecked={draft.appliesToKeys}
          onChange={(appliesToKeys) => set({ appliesToKeys })}
        />
      </div>
      <TokenGateFields draft={draft} onChange={set} />
    </Form>
  )
}
