import type { SiweMessage } from './siwe-message.ts'

/** URI scheme (RFC 3986) of the resources that name the purpose of a message. */
const purposeScheme = 'byname:'

/** A resource of a message for one operation, in ASCII for any value. */
export function purposeUri(kind: string, value: string): string {
  return `${purposeScheme}${kind}/${encodeURIComponent(value)}`
}

/** The resources of a message that allows only to onboard one domain into one workspace. */
export function onboardingPurpose(domain: string, workspaceId: string): readonly string[] {
  return [
    purposeUri('action', 'onboard-domain'),
    purposeUri('domain', domain),
    purposeUri('workspace', workspaceId),
  ]
}

/** Whether a message has exactly these resources, in this order. */
export function hasExactPurpose({ resources }: SiweMessage, purpose: readonly string[]): boolean {
  return resources.length === purpose.length && purpose.every((uri, index) => resources[index] === uri)
}

/**
 * Whether a message is for one operation alone: it has a resource of our scheme, compared without case (RFC 3986 §3.1). Other
 * operations reject such a message, also when this service did not compose it.
 */
export function hasPurpose({ resources }: SiweMessage): boolean {
  return resources.some((uri) => uri.toLowerCase().startsWith(purposeScheme))
}
