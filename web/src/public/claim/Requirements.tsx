import { shortAddress } from '../../ui/short-address.ts'
import type { VisitorPolicy } from '../page-data.ts'

/** What a claim needs beyond a free name. */
export function Requirements({ policy }: { readonly policy: VisitorPolicy }) {
  const { needsApproval, isAllowListed, namesPerWallet, tokenGate } = policy
  const lines = [
    needsApproval && 'The owner of the domain approves each name.',
    isAllowListed && 'Your address has to be on the owner’s list.',
    namesPerWallet !== null &&
      (namesPerWallet === 1 ? 'One name a wallet.' : `${namesPerWallet} names a wallet.`),
    tokenGate &&
      `Your wallet has to hold a token (${tokenGate.standard}) of the contract ${shortAddress(tokenGate.contract)}.`,
    tokenGate?.isOncePerToken && 'Each token is good for one name.',
  ].filter((line) => typeof line === 'string')
  if (lines.length === 0) return null
  return (
    <section aria-label="Conditions" className="mt-8">
      <ul className="text-soft list-disc space-y-1 ps-5 text-sm">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}
