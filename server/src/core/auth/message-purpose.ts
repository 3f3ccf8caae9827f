import type { Hex } from 'viem'
import type { SiweMessage } from './siwe-message.ts'

/** RFC 3986 scheme of purpose resources. */
const purposeScheme = 'byname:'

export function purposeUri(kind: string, value: string): string {
  return `${purposeScheme}${kind}/${encodeURIComponent(value)}`
}

/** To the console. */
export const signInPurpose: readonly string[] = [purposeUri('action', 'sign-in')]

export function onboardingPurpose(domain: string, workspaceId: string): readonly string[] {
  return [
    purposeUri('action', 'onboard-domain'),
    purposeUri('domain', domain),
    purposeUri('workspace', workspaceId),
  ]
}

/** The full name. */
export function claimPurpose(name: string): readonly string[] {
  return [purposeUri('action', 'claim'), purposeUri('name', name)]
}

/** Of a pending claim. */
export function withdrawalPurpose(claimId: string): readonly string[] {
  return [purposeUri('action', 'withdraw-claim'), purposeUri('claim', claimId)]
}

export function transferPurpose(name: string, to: Hex): readonly string[] {
  return [purposeUri('action', 'transfer'), purposeUri('name', name), purposeUri('to', to)]
}

export function releasePurpose(name: string): readonly string[] {
  return [purposeUri('action', 'release'), purposeUri('name', name)]
}

export function hasExactPurpose({ resources }: SiweMessage, purpose: readonly string[]): boolean {
  return resources.length === purpose.length && purpose.every((uri, index) => resources[index] === uri)
}

/**
 * Whether a message is bound to one operation: it has a resource of our scheme, case-insensitive (RFC 3986 §3.1). Other
 * operations reject it.
 */
export function hasPurpose({ resources }: SiweMessage): boolean {
  return resources.some((uri) => uri.toLowerCase().startsWith(purposeScheme))
}
