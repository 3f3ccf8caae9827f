import { Inbox } from 'lucide-react'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { api, unwrap } from '../../api/client.ts'
import { Failure } from '../../form/Failure.tsx'
import { Form } from '../../form/Form.tsx'
import { TextInput } from '../../form/inputs.tsx'
import { useAction } from '../../form/use-action.ts'
import { t, tNodes } from '../../text/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { type NoticeProps, noticeLanguage, noticePath } from './notice-request.ts'

/** A mail with the answer. */
export function EmailNotice({ request: { params, token }, state, onChange }: NoticeProps) {
  const [isTyping, setIsTyping] = useState(false)
  const [email, setEmail] = useState('')
  const { isBusy, problem, run } = useAction()
  const leave = async () => {
    const body = { token, email, language: noticeLanguage() }
    onChange(await unwrap(api.PUT(noticePath, { params, body })).catch(explainRefusal))
    setIsTyping(false)
    setEmail('')
  }
  const remove = () =>
    run(async () =>
      onChange(await unwrap(api.DELETE(noticePath, { params, body: { token, channel: 'email' as const } }))),
    )
  if (state.email !== null)
    return (
      <div className="mt-4 text-sm">
        <p role="status" className="text-soft flex items-start gap-2">
          <Inbox aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span className="name-breaks">
            {tNodes('notice.left', {
              address: (
                <bdi key="address" dir="ltr">
                  {state.email}
                </bdi>
              ),
            })}
          </span>
        </p>
        <Button size="dense" isBusy={isBusy} className="mt-2" onClick={() => void remove()}>
          {t('notice.remove')}
        </Button>
        <Failure title={t('notice.not-removed')} problem={problem} className="mt-3" />
      </div>
    )
  if (!state.offersEmail) return null
  if (!isTyping)
    return (
      <Button className="mt-4" onClick={() => setIsTyping(true)}>
        <Inbox aria-hidden className="size-4 shrink-0" />
        {t('notice.email')}
      </Button>
    )
  return (
    <Form
      name="notice"
      submit={leave}
      action={t('notice.leave')}
      failure={t('notice.not-left')}
      missing={email.trim() === '' && t('notice.missing')}
      work="losable"
      className="mt-4 grid grid-cols-1 gap-3"
      beside={<Button onClick={() => setIsTyping(false)}>{t('close')}</Button>}
    >
      <TextInput
        title={t('notice.address')}
        hint={t('notice.text')}
        name="email"
        type="email"
        autoComplete="email"
        autoFocus
        value={email}
        onChange={setEmail}
      />
    </Form>
  )
}

/** The address is the reason, and another one the remedy. */
function explainRefusal(error: unknown): never {
  if (error instanceof ApiError && error.name === 'LimitReachedException')
    throw new Error(t('notice.refused'))
  throw error
}
