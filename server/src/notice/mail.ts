import { escapeHtml } from '../escape-html.ts'
import type { NoticeLanguage } from '../model/claim-notice.ts'
import { noticeMessage, type Outcome } from './message.ts'
import { noticeTexts } from './texts.ts'

export interface Mail {
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The same for each attempt, so that mailboxes recognize a repetition. */
  readonly messageId: string
  /** Where a mail program stops them with one click (RFC 8058). */
  readonly stopUrl: string
  readonly language: NoticeLanguage
}

interface MailLinks {
  readonly requests: string
  readonly stop: string
  readonly messageId: string
}

/** Plain text, and HTML without pictures, scripts and styles of other places. */
export function noticeMail(outcome: Outcome, language: NoticeLanguage, links: MailLinks): Mail {
  const { title, text, comment } = noticeMessage(outcome, language)
  const { open, reason, stop } = noticeTexts[language]
  const lines = [
    title,
    '',
    text,
    ...(comment ? ['', comment] : []),
    '',
    `${open}: ${links.requests}`,
    '',
    '-- ',
    reason,
    `${stop}: ${links.stop}`,
    '',
  ]
  const direction = language === 'ar' ? 'rtl' : 'ltr'
  const html = `<!doctype html>
<html lang="${language}" dir="${direction}">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:24px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif">
<div style="max-width:560px;margin:0 auto">
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3;overflow-wrap:anywhere">${escapeHtml(title)}</h1>
<p style="margin:0 0 16px;overflow-wrap:anywhere">${escapeHtml(text)}</p>
${comment ? `<p dir="auto" style="margin:0 0 16px;padding-inline-start:12px;border-inline-start:3px solid #9aa0a6;overflow-wrap:anywhere">${escapeHtml(comment)}</p>` : ''}
<p style="margin:24px 0"><a href="${escapeHtml(links.requests)}" style="display:inline-block;padding:10px 18px;border-radius:8px;background:#1f2937;color:#ffffff;text-decoration:none">${escapeHtml(open)}</a></p>
<p style="margin:32px 0 0;font-size:13px;color:#6b7280">${escapeHtml(reason)}<br><a href="${escapeHtml(links.stop)}" style="color:#6b7280">${escapeHtml(stop)}</a></p>
</div>
</body>
</html>
`
  return {
    subject: title,
    text: lines.join('\n'),
    html,
    messageId: links.messageId,
    stopUrl: links.stop,
    language,
  }
}
