import type { PolicyDraft } from './policy-fields.ts'

/** Who may take a name, in the words of an owner. */
export const presets = [
  { id: 'open', title: 'Open to all', words: 'Any wallet takes a free name.' },
  { id: 'token', title: 'Members who hold a token', words: 'An NFT or a coin of your community.' },
  { id: 'list', title: 'A list of addresses', words: 'Wallets from a file of yours.' },
  { id: 'invitation', title: 'By invitation only', words: 'The page is closed; your links open it.' },
] as const

export type Preset = (typeof presets)[number]['id']

type PresetFields = Pick<PolicyDraft, 'claims' | 'isAllowListed' | 'tokenGate'>

export function presetOf({ claims, isAllowListed, tokenGate }: PresetFields): Preset {
  if (!claims) return 'invitation'
  if (tokenGate.isOn) return 'token'
  return isAllowListed ? 'list' : 'open'
}

/** What a closed page asks for is kept for when it opens. */
export function withPreset(draft: PolicyDraft, preset: Preset): PolicyDraft {
  if (preset === 'invitation') return { ...draft, claims: false }
  return {
    ...draft,
    claims: true,
    isAllowListed: preset === 'list',
    tokenGate: { ...draft.tokenGate, isOn: preset === 'token' },
  }
}
