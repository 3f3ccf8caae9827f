import { CheckInput, SelectInput, TextInput } from '../../form/inputs.tsx'
import type { PolicyDraft } from './policy-draft.ts'

interface TokenGateFieldsProps {
  readonly draft: PolicyDraft
  readonly onChange: (changes: Partial<PolicyDraft>) => void
}

const standards = [
  { value: 'ERC-721', title: 'ERC-721: an NFT of a collection' },
  { value: 'ERC-1155', title: 'ERC-1155: a token with an id' },
  { value: 'ERC-20', title: 'ERC-20: a coin' },
] as const

export function TokenGateFields({ draft, onChange }: TokenGateFieldsProps) {
  return (
    <div className="grid gap-4">
      <CheckInput
        title="Only wallets that hold a token"
        isChecked={draft.hasTokenGate}
        onChange={(hasTokenGate) => onChange({ hasTokenGate })}
      />
      {draft.hasTokenGate && (
        <div className="grid gap-4 ps-6 sm:grid-cols-2">
          <SelectInput
            title="Standard"
            value={draft.tokenStandard}
            options={standards}
            onChange={(tokenStandard) => onChange({ tokenStandard })}
          />
          <TextInput
            title="Contract"
            name="tokenGate.contract"
            isMono
            value={draft.tokenContract}
            placeholder="0x…"
            onChange={(tokenContract) => onChange({ tokenContract })}
          />
          {draft.tokenStandard === 'ERC-1155' && (
            <TextInput
              title="Token id"
              name="tokenGate.tokenId"
              isMono
              value={draft.tokenId}
              onChange={(tokenId) => onChange({ tokenId })}
            />
          )}
          <TextInput
            title="At least"
            name="tokenGate.minimum"
            hint={draft.tokenStandard === 'ERC-20' ? 'In base units: 10^decimals for one.' : undefined}
            value={draft.tokenMinimum}
            onChange={(tokenMinimum) => onChange({ tokenMinimum })}
          />
          {draft.tokenStandard === 'ERC-721' && (
            <CheckInput
              title="One name for each NFT"
              name="tokenGate.isOncePerToken"
              hint="A claim names its number. An NFT that is sold on claims no second name."
              isChecked={draft.isOncePerToken}
              onChange={(isOncePerToken) => onChange({ isOncePerToken })}
            />
          )}
        </div>
      )}
    </div>
  )
}
