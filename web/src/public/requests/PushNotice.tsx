import { BellRing } from 'lucide-react'
import { ApiError } from '../../api/api-error.ts'
import { api, unwrap } from '../../api/client.ts'
import { importPart } from '../../api/import-part.ts'
import { Failure } from '../../form/Failure.tsx'
import { useAction } from '../../form/use-action.ts'
import { t } from '../../text/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { type NoticeProps, noticeLanguage, noticePath } from './notice-request.ts'

/** A notification of this browser with the answer. */
export function PushNotice({ request: { params, token }, state, onChange }: NoticeProps) {
  const { isBusy, problem, run } = useAction()
  const { pushKey, hasPush, offersEmail } = state
  const leave = () =>
    run(async () => {
      if (pushKey === null) return
      const advise = (error: Error) => {
        throw new Error(`${error.message} ${t(offersEmail ? 'notice.push-email' : 'notice.push-later')}`)
      }
      await askPermission().catch(advise)
      const { subscribePush } = await importPart(() => import('./subscribe-push.ts'))
      const subscription = await subscribePush(pushKey).catch(advise)
      const body = { token, subscription, language: noticeLanguage() }
      onChange(await unwrap(api.PUT(`${noticePath}/push`, { params, body })).catch(explainRefusal))
    })
  const remove = () =>
    run(async () =>
      onChange(await unwrap(api.DELETE(noticePath, { params, body: { token, channel: 'push' as const } }))),
    )
  if (hasPush)
    return (
      <div className="mt-4 text-sm">
        <p role="status" className="text-soft flex items-start gap-2">
          <BellRing aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>{t('notice.push-left')}</span>
        </p>
        <Button size="dense" isBusy={isBusy} className="mt-2" onClick={() => void remove()}>
          {t('notice.push-remove')}
        </Button>
        <Failure title={t('notice.not-removed')} problem={problem} className="mt-3" />
      </div>
    )
  if (pushKey === null) return null
  return (
    <div className="mt-4">
      <Button isBusy={isBusy} onClick={() => void leave()}>
        <BellRing aria-hidden className="size-4 shrink-0" />
        {t('notice.push')}
      </Button>
      <Failure title={t('notice.push-not-left')} problem={problem} className="mt-3" />
    </div>
  )
}

/** While the press lasts: browsers do not ask otherwise. @throws Error in words of the visitor. */
async function askPermission(): Promise<void> {
  if (window.top !== window) throw new Error(t('notice.push-framed'))
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    throw new Error(t('notice.push-unsupported'))
  const permission = await Notification.requestPermission()
  if (permission === 'denied') throw new Error(t('notice.push-blocked'))
  if (permission !== 'granted') throw new Error(t('notice.push-dismissed'))
}

function explainRefusal(error: unknown): never {
  if (error instanceof ApiError && error.name === 'LimitReachedException')
    throw new Error(t('notice.push-refused'))
  throw error
}
