import { ChoiceInput } from '../../form/choices.tsx'
import { CheckInput, TextInput } from '../../form/inputs.tsx'
import type { TokenGateDraft } from './policy-fields.ts'

interface TokenGateFieldsProps {
  readonly draft: TokenGateDraft
  readonly onChange: (draft: TokenGateDraft) => void
}

const standards = [
  { value: 'ERC-721', title: 'ERC-721: an NFT of a collection' },
  { value: 'ERC-1155', title: 'ERC-1155: a token with an id' },
  { value: 'ERC-20', title: 'ERC-20: a coin' },
] as const

/** Which token a claimant has to hold. */
export function TokenGateFields({ draft, onChange }: TokenGateFieldsProps) {
  const set = (changes: Partial<TokenGateDraft>) => onChange({ ...draft, ...changes })
  return (
    <div className="bg-sunk grid gap-4 rounded-lg p-4 @lg:grid-cols-2">
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
  )
}
