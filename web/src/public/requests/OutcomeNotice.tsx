import type { components } from '@byname/sdk/openapi'
import { Inbox } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { api, chainIdOf, unwrap } from '../../api/client.ts'
import { Failure } from '../../form/Failure.tsx'
import { Form } from '../../form/Form.tsx'
import { TextInput } from '../../form/inputs.tsx'
import { useAction } from '../../form/use-action.ts'
import { languages } from '../../text/languages.ts'
import { currentLanguage, t, tNodes } from '../../text/messages.ts'
import { Button } from '../../ui/Button.tsx'

type NoticeState = components['schemas']['ClaimNotice']

export interface OutcomeNoticeProps {
  readonly claimId: string
  readonly domain: string
  readonly chainId: number
  readonly token: string
}

/** Where the member learns of the outcome without coming back: nothing where the service offers nothing. */
export function OutcomeNotice({ claimId, domain, chainId, token }: OutcomeNoticeProps) {
  const [state, setState] = useState<NoticeState>()
  const [isTyping, setIsTyping] = useState(false)
  const [email, setEmail] = useState('')
  const { isBusy, problem, run } = useAction()
  const params = { path: { domain, claimId }, query: { chainId: chainIdOf(chainId) } }
  const path = '/byname/v1/domains/{domain}/claims/{claimId}/notice'
  const begin = useEffectEvent(async () => {
    // Nothing is offered where it cannot be read.
    setState(await unwrap(api.POST(`${path}/check`, { params, body: { token } })).catch(() => undefined))
  })
  useEffect(() => void begin(), [])
  const leave = async () => {
    const body = { token, email, language: noticeLanguage() }
    setState(await unwrap(api.PUT(path, { params, body })).catch(explainRefusal))
    setIsTyping(false)
    setEmail('')
  }
  const remove = () => run(async () => setState(await unwrap(api.DELETE(path, { params, body: { token } }))))
  if (state === undefined || !(state.offersEmail || state.email)) return null
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

function noticeLanguage(): keyof typeof languages {
  const language = currentLanguage()
  return isLanguage(language) ? language : 'en'
}

function isLanguage(language: string): language is keyof typeof languages {
  return language in languages
}
