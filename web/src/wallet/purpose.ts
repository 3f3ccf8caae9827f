/** The resources of a message that allows one operation, once. */
export function purpose(
  action: 'claim' | 'transfer' | 'release',
  name: string,
  to?: string,
): readonly string[] {
  const values = { action, name, ...(to !== undefined && { to: to.toLowerCase() }) }
  return Object.entries(values).map(([kind, value]) => `byname:${kind}/${encodeURIComponent(value)}`)
}

/** A further resource of a claim: the link by which it is invited. */
export function invitationPurpose(linkId: string): string {
  return `byname:invitation-link/${encodeURIComponent(linkId)}`
}

export function withdrawalPurpose(claimId: string): readonly string[] {
  return ['byname:action/withdraw-claim', `byname:claim/${encodeURIComponent(claimId)}`]
}

export function onboardingPurpose(domain: string, workspaceId: string): readonly string[] {
  return [
    'byname:action/onboard-domain',
    `byname:domain/${encodeURIComponent(domain)}`,
    `byname:workspace/${encodeURIComponent(workspaceId)}`,
  ]
}

export const signInPurpose: readonly string[] = ['byname:action/sign-in']
