/** How a claimant learns how its claim ended, apart from the pages. */
export const noticeChannels = ['email', 'push'] as const

export type NoticeChannel = (typeof noticeChannels)[number]

/** Languages of the pages, the first for those that have no other. */
export const noticeLanguages = ['en', 'de', 'es', 'fr', 'pt', 'tr', 'zh', 'ja', 'ko', 'ar'] as const

export type NoticeLanguage = (typeof noticeLanguages)[number]

/** One message about the outcome of a claim, which is deleted with the recipient once it is sent. */
export interface ClaimNotice {
  readonly claimKey: number
  readonly channel: NoticeChannel
  /** An e-mail address, or a subscription of a browser as JSON; sealed. */
  readonly recipient: string
  /** Equal for equal recipients; keyed. */
  readonly recipientHash: string
  readonly language: NoticeLanguage
  /** Begun ones. */
  readonly attempts: number
  /** `null` while the claim is pending. */
  readonly dueAt: number | null
  readonly createdAt: number
}

/** A recipient that wants no message of this service. */
export interface StoppedRecipient {
  readonly recipientHash: string
  readonly stoppedAt: number
}
