import type { ClaimReason, ClaimState } from '../model/claim.ts'
import type { NoticeLanguage } from '../model/claim-notice.ts'
import { noticeTexts } from './texts.ts'

/** How a claim ended that its claimant did not withdraw; the reason, where the service has declined it. */
export type NoticeState = Extract<ClaimState, 'approved' | 'declined' | 'expired'> | ClaimReason

export interface Outcome {
  readonly state: NoticeState
  readonly name: string
  readonly domain: string
  /** Of the owner, one line; `null`: none. */
  readonly comment: string | null
}

/** Texts of one message; `comment` is empty without one. */
export interface NoticeMessage {
  readonly title: string
  readonly text: string
  readonly comment: string
}

export function noticeMessage(outcome: Outcome, language: NoticeLanguage): NoticeMessage {
  const texts = noticeTexts[language]
  const fill = (text: string) =>
    text.replace(/\{(name|domain)\}/g, (_, value) => (value === 'name' ? outcome.name : outcome.domain))
  const { state, comment } = outcome
  return {
    title: fill(texts[state]),
    text: fill(texts[`${state}Text`]),
    comment: comment === null ? '' : hasLink(comment) ? texts.commentOnPage : `${texts.comment} “${comment}”`,
  }
}

/**
 * Whether programs that show a text make a link of it: owners do not choose the links of our messages. Names that end in .eth
 * lead nowhere.
 */
export function hasLink(text: string): boolean {
  return text
    .normalize('NFKC')
    .replace(/。(?=[a-z\d])/gi, '.')
    .split(/\s+/u)
    .some((word) => /:\/\/|\w@|@\w|^www\b|[\p{L}\p{N}]\.[\p{L}\p{N}-]{2}/iu.test(word) && !isEnsName(word))
}

function isEnsName(word: string): boolean {
  return /^["'“”‘’«»()]*[\p{L}\p{N}_-]+(\.[\p{L}\p{N}_-]+)*\.eth["'“”‘’«».,;:!?()]*$/u.test(word)
}
