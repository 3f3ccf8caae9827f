import { MessageSquare } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Failure } from '../../form/Failure.tsx'
import { useAction } from '../../form/use-action.ts'
import { t, tNodes } from '../../text/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { NameTitle } from '../../ui/NameTitle.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Time } from '../../ui/Time.tsx'
import { useRestore } from '../use-return.ts'
import { dismissMessage, listMessages, type OwnMessage } from './own-messages.ts'
import type { Access } from './own-requests.ts'

/** What owners have left for the wallet, as the holder of names, until it dismisses it. */
export function MessagesOfWallet({ access }: { readonly access: Access }) {
  const [found, setFound] = useState<Awaited<ReturnType<typeof listMessages>>>()
  const [hasDismissed, setHasDismissed] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const { problem, run } = useAction()
  const load = () => run(async () => setFound(await listMessages(access)))
  const begin = useEffectEvent(load)
  useEffect(() => void begin(), [])
  useRestore(() => void load())
  const dismiss = async (id: string) => {
    await dismissMessage(access, id)
    setFound((now) => now && { ...now, messages: now.messages.filter((message) => message.id !== id) })
    setHasDismissed(true)
    heading.current?.focus()
  }
  const messages = found?.messages ?? []
  return (
    <section aria-labelledby="messages" className="mt-10">
      <h2
        id="messages"
        ref={heading}
        tabIndex={-1}
        className="mb-3 text-lg font-semibold tracking-tight outline-none"
      >
        {t('message.title')}
      </h2>
      <p role="status" className="sr-only">
        {hasDismissed && t('message.dismissed')}
      </p>
      {messages.length > 0 && (
        <ul className="grid gap-3">
          {messages.map((message) => (
            <li key={message.id}>
              <MessageCard message={message} onDismiss={() => dismiss(message.id)} />
            </li>
          ))}
        </ul>
      )}
      {found && messages.length === 0 && <Notice title={t('message.none')} />}
      {found?.isPartial && <p className="text-soft mt-3 text-sm">{t('me.newest')}</p>}
      <Failure title={t('message.not-read')} problem={problem} className="mt-3" />
      {problem && (
        <Button className="mt-3" onClick={() => void load()}>
          {t('try-again')}
        </Button>
      )}
    </section>
  )
}

interface MessageCardProps {
  readonly message: OwnMessage
  readonly onDismiss: () => Promise<void>
}

const shownNames = 3

function MessageCard({ message, onDismiss }: MessageCardProps) {
  const { domain, title, text, names, nameCount, createdAt } = message
  const { isBusy, problem, run } = useAction()
  const community = title || domain
  const shown = names.slice(0, shownNames)
  return (
    <article className="bg-raised border-line rounded-lg border px-5 py-4 shadow-sm">
      <h3 className="name-breaks flex items-start gap-2 font-semibold">
        <MessageSquare aria-hidden className="text-soft mt-1 size-4 shrink-0" />
        <span>{tNodes('message.from', { community: <bdi key="community">{community}</bdi> })}</span>
      </h3>
      <p className="text-soft mt-0.5 text-sm">
        <Time iso={createdAt} />
      </p>
      {/* Plain text: a link of another's is not for pressing. */}
      <blockquote dir="auto" className="border-edge name-breaks mt-3 border-s-2 ps-3">
        {text}
      </blockquote>
      <p className="text-soft name-breaks mt-3 text-sm">
        {tNodes('message.for', {
          names: (
            <span key="names">
              {shown.map((name, index) => (
                <span key={name}>
                  {index > 0 && ', '}
                  <NameTitle name={name} isPlain />
                </span>
              ))}
            </span>
          ),
        })}
        {nameCount > shown.length && ` ${t('message.more', { count: nameCount - shown.length })}`}
      </p>
      <Button
        className="mt-4"
        isBusy={isBusy}
        aria-label={t('message.dismiss-from', { community })}
        onClick={() => void run(onDismiss)}
      >
        {t('message.dismiss')}
      </Button>
      <Failure title={t('message.not-dismissed')} problem={problem} className="mt-3" />
    </article>
  )
}
