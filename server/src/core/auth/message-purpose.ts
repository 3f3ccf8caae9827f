import type { SiweMessage } from './siwe-message.ts'

/** URI scheme (RFC 3986) of the resources that say what a message composed here allows. */
const purposeScheme = 'byname:'

/** A resource of a message that allows one operation, in ASCII whatever the value is written in. */
export function purposeUri(kind: string, value: string): string {
  return `${purposeScheme}${kind}/${encodeURIComponent(value)}`
}

/** The resources of a message that allows to onboard one domain into one workspace, and nothing else. */
export function onboardingPurpose(domain: string, workspaceId: string): readonly string[] {
  return [
    purposeUri('action', 'onboard-domain'),
    purposeUri('domain', domain),
    purposeUri('workspace', workspaceId),
  ]
}

/** Whether a message names exactly this purpose: these resources, in this order, and no others. */
export function hasExactPurpose({ resources }: SiweMessage, purpose: readonly string[]): boolean {
  return resources.length === purpose.length && purpose.every((uri, index) => resources[index] === uri)
}

/**
 * Whether a message is for one operation alone: it has a resource of our scheme, compared without case (RFC 3986 §3.1).
 * Such a message proves nothing to any other operation, also when this service did not compose it.
 */
export function hasPurpose({ resources }: SiweMessage): boolean {
  return resources.some((uri) => uri.toLowerCase().startsWith(purposeScheme))
}
