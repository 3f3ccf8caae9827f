import type { InlineText } from './inline-text.ts'

/** What a document may reach besides this service. */
interface Openings {
  /** Origins (`https:`, `wss:`) that its scripts connect to. */
  readonly connections: readonly string[]
  /** Whether windows of other origins that it opens may send messages back. */
  readonly opensWindows: boolean
  /** Whether a page of this service may show it. */
  readonly isFramed: boolean
  readonly styles: readonly InlineText[]
  readonly inlineScripts: readonly InlineText[]
}

interface PolicyOptions {
  readonly connections?: readonly string[]
  /** Whether it shows pages of this service. */
  readonly hasFrames?: boolean
  /** Whether a page of this service may show it. */
  readonly isFramed?: boolean
  readonly styles?: readonly InlineText[]
  readonly inlineScripts?: readonly InlineText[]
}

/** No script, style or connection but our own; images of others come through this service. */
export const contentSecurityPolicy = policyWith({})

function policyWith({
  connections = [],
  hasFrames = false,
  isFramed = false,
  styles = [],
  inlineScripts = [],
}: PolicyOptions): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...inlineScripts.map(({ source }) => source)].join(' '),
    ["style-src 'self'", ...styles.map(({ source }) => source)].join(' '),
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...connections].join(' '),
    ...(hasFrames ? ["frame-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${isFramed ? "'self'" : "'none'"}`,
  ].join('; ')
}

/** Of every document. `Strict-Transport-Security` is left to the proxy that has the certificate. */
export const securityHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const

/** Of a document that has styles and a script within it, or reaches further. */
export function securityHeadersWith({
  connections,
  opensWindows,
  isFramed,
  styles,
  inlineScripts,
}: Openings): Readonly<Record<string, string>> {
  return {
    ...securityHeaders,
    'content-security-policy': policyWith({ connections, isFramed, styles, inlineScripts }),
    ...(opensWindows && { 'cross-origin-opener-policy': 'same-origin-allow-popups' }),
    ...(isFramed && { 'x-frame-options': 'SAMEORIGIN' }),
  }
}

/** Of the console, which shows previews, and reads names from files that outlive this service. */
export function consoleSecurityHeaders(connections: readonly string[]): Readonly<Record<string, string>> {
  return { ...securityHeaders, 'content-security-policy': policyWith({ hasFrames: true, connections }) }
}
