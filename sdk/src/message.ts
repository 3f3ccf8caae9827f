import { randomHex } from './random-hex.ts'

/** What a signed message allows. Those with a name of their own are valid for that operation only, and once. */
export type Purpose =
  /** To issue a name to the signer. `invitationLinkId`: of the link by which it is invited. */
  | { readonly action: 'claim'; readonly name: string; readonly invitationLinkId?: string | undefined }
  | {
      readonly action: 'transfer'
      readonly name: string
      readonly to: string
      /** The addresses that would stay are removed. */
      readonly clearOtherAddresses?: boolean | undefined
    }
  | { readonly action: 'release'; readonly name: string }
  | { readonly action: 'withdraw-claim'; readonly claimId: string }
  /** To list the claims of the signer, any number of times while it is valid. */
  | { readonly action: 'read-claims' }
  | { readonly action: 'onboard-domain'; readonly domain: string; readonly workspaceId: string }
  /** Of all that the domain has here, for an address that controls it on chain. */
  | { readonly action: 'export'; readonly domain: string }
  | { readonly action: 'sign-in' }
  /** To change, accept, reject and revoke names, and to set a primary name: any number of times while it is valid. */
  | { readonly action: 'edit' }

const statements: Readonly<Record<Purpose['action'], string>> = {
  claim: 'Claim the name below.',
  transfer: 'Transfer the name below.',
  release: 'Release the name below.',
  'withdraw-claim': 'Withdraw the claim below.',
  'read-claims': 'Show my claims.',
  'onboard-domain': 'Onboard the domain below.',
  export: 'Export the domain below.',
  'sign-in': 'Sign in.',
  edit: 'Sign to prove that you may change this name.',
}

/** In the order that the service requires. */
function partsOf(purpose: Purpose): Readonly<Record<string, string>> {
  switch (purpose.action) {
    case 'claim': {
      const { name, invitationLinkId } = purpose
      return { name, ...(invitationLinkId !== undefined && { 'invitation-link': invitationLinkId }) }
    }
    case 'transfer':
      return {
        name: purpose.name,
        to: purpose.to.toLowerCase(),
        ...(purpose.clearOtherAddresses && { addresses: 'clear' }),
      }
    case 'release':
      return { name: purpose.name }
    case 'withdraw-claim':
      return { claim: purpose.claimId }
    case 'onboard-domain':
      return { domain: purpose.domain, workspace: purpose.workspaceId }
    case 'export':
      return { domain: purpose.domain }
    default:
      return {}
  }
}

function resourcesOf(purpose: Purpose): readonly string[] {
  if (purpose.action === 'edit') return []
  return Object.entries({ action: purpose.action, ...partsOf(purpose) }).map(
    ([kind, value]) => `byname:${kind}/${encodeURIComponent(value)}`,
  )
}

export interface MessageFields {
  /** EIP-55: some wallets do not recognize a message with another spelling. */
  readonly address: string
  readonly chainId: number
  /** Site at which it is signed: the service, or an allowed origin of the domain. A page can send only its own. */
  readonly origin: string
  readonly purpose: Purpose
  /** What a wallet shows, in visible ASCII; absent: a sentence about the purpose. */
  readonly statement?: string | undefined
  /** Absent: the present. */
  readonly issuedAt?: Date | undefined
  /** Absent: ten minutes. */
  readonly lifetimeMs?: number | undefined
}

/** EIP-4361. Names are in their normal form (ENSIP-15). */
export function createMessage({
  address,
  chainId,
  origin,
  purpose,
  statement = statements[purpose.action],
  issuedAt = new Date(),
  lifetimeMs = 600_000,
}: MessageFields): string {
  const { host, origin: uri } = new URL(origin)
  const resources = resourcesOf(purpose)
  return [
    `${host} wants you to sign in with your Ethereum account:`,
    address,
    '',
    statement,
    '',
    `URI: ${uri}`,
    'Version: 1',
    `Chain ID: ${chainId}`,
    `Nonce: ${randomHex()}`,
    `Issued At: ${issuedAt.toISOString()}`,
    `Expiration Time: ${new Date(issuedAt.getTime() + lifetimeMs).toISOString()}`,
    ...(resources.length > 0 ? ['Resources:', ...resources.map((uri) => `- ${uri}`)] : []),
  ].join('\n')
}
