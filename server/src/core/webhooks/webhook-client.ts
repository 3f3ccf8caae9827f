import type { SsrfSafeFetch } from '../../rpc/ssrf-safe-fetch.ts'

/** How receivers are reached. */
export interface WebhookClient {
  /** @throws OutboundError `refused`, without a request. */
  readonly assertUrl: (url: string) => void
  /** Within the share of the workspace. */
  readonly fetchFor: (workspaceId: string) => SsrfSafeFetch
  /** Of an attempt. */
  readonly timeoutMs: number
}
