import type { NoticeLanguage } from '../model/claim-notice.ts'
import { noticeMessage, type Outcome } from './message.ts'

/** What the script `push-worker.js` shows. */
interface PushText {
  readonly title: string
  readonly body: string
  readonly language: NoticeLanguage
  readonly direction: 'ltr' | 'rtl'
  /** One notification for each: another takes its place. */
  readonly tag: string
  /** Where a press leads to, at the origin of the script. */
  readonly path: string
}

/** Browsers show less. */
const [maxTitleChars, maxBodyChars] = [200, 400]

/** Hardly a name has a longer one. */
const maxPathChars = 1000

/** Of each message, so that its length tells the push service nothing. Holds the longest. */
const messageBytes = 3584

/** JSON, with blanks at its end. */
export function noticePush(
  outcome: Outcome,
  language: NoticeLanguage,
  { tag, chainId }: { readonly tag: string; readonly chainId: number },
): Uint8Array {
  const { title, text, comment } = noticeMessage(outcome, language)
  const profile = `/n/${encodeURIComponent(outcome.name)}?chainId=${chainId}&lang=${language}`
  const leadsToProfile = outcome.state === 'approved' && profile.length <= maxPathChars
  const message: PushText = {
    title: shorten(title, maxTitleChars),
    body: shorten([text, comment].filter(Boolean).join('\n'), maxBodyChars),
    language,
    direction: language === 'ar' ? 'rtl' : 'ltr',
    tag,
    path: leadsToProfile ? profile : `/me?lang=${language}`,
  }
  const bytes = Buffer.from(JSON.stringify(message))
  return Buffer.concat([bytes, Buffer.alloc(Math.max(0, messageBytes - bytes.length), ' ')])
}

function shorten(text: string, maxChars: number): string {
  const chars = [...text.toWellFormed()]
  return chars.length > maxChars ? `${chars.slice(0, maxChars - 1).join('')}…` : chars.join('')
}
