import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { randomId } from '../../api/random-id.ts'
import { Form } from '../../form/Form.tsx'
import { LongTextInput } from '../../form/inputs.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { formatCount } from '../../ui/format-number.ts'
import type { DomainRef } from '../queries.ts'
import { ApiCall } from '../ui/ApiCall.tsx'
import { ErrorState } from '../ui/Query.tsx'
import { notify } from '../ui/Toasts.tsx'
import {
  keyOfMessages,
  type MessageResult,
  maxMessageLength,
  maxNamesOfDay,
  messagesPath,
  noResult,
  oneLine,
  recipientsQuery,
  sendToAll,
  withPart,
} from './queries.ts'

interface MessageDialogProps {
  readonly domain: DomainRef
  readonly labels: readonly string[]
  readonly onClose: () => void
}

const shownLabels = 8
const shownProblems = 5

/** One text for the holders of all selected names, with whom it reaches. Names that are left out are shown with the reason. */
export function MessageDialog({ domain, labels, onClose }: MessageDialogProps) {
  const client = useQueryClient()
  const isTooMany = labels.length > maxNamesOfDay
  const recipients = useQuery({ ...recipientsQuery(domain, labels), enabled: !isTooMany })
  const [typed, setTyped] = useState('')
  const [left, setLeft] = useState(noResult)
  const [isDone, setIsDone] = useState(false)
  // Names of the parts that were sent, whatever the service said of each.
  const sent = useRef<ReadonlySet<string>>(new Set())
  const message = useRef({ id: randomId(), text: '' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const text = oneLine(typed)
  const send = async () => {
    const controller = new AbortController()
    running.current = controller
    if (message.current.text !== text) message.current = { id: randomId(), text }
    let total = left
    try {
      await sendToAll(domain, {
        labels: labels.filter((label) => !sent.current.has(label)),
        sent: sent.current.size,
        ...message.current,
        signal: controller.signal,
        onSent: (part, result) => {
          sent.current = new Set([...sent.current, ...part])
          total = withPart(total, result)
          setLeft(total)
        },
      })
    } finally {
      void client.invalidateQueries({ queryKey: keyOfMessages(domain.chainId) })
    }
    if (controller.signal.aborted) return
    if (total.failed.length > 0) return setIsDone(true)
    notify(`Left for ${whom(total)}.`)
    onClose()
  }
  const title = `Message for the ${labels.length === 1 ? 'holder' : 'holders'} of ${countNames(labels.length)}`
  if (isDone)
    return (
      <Dialog title={title} onClose={onClose}>
        <div className="grid gap-4">
          <p role="status">Left for {whom(left)}.</p>
          <LeftOut result={left} />
          <Button look="primary" onClick={onClose}>
            Close
          </Button>
        </div>
      </Dialog>
    )
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        name="message"
        submit={send}
        action="Leave the message"
        busyAction={
          left.names > 0 ? `${formatCount(left.names)} of ${formatCount(labels.length)}…` : 'Sending…'
        }
        failure={left.names > 0 ? `It is left for ${whom(left)} only.` : 'The message was not left.'}
        missing={missingOf({ text, isTooMany, reached: recipients.data?.names })}
        footer={
          <ApiCall
            method="POST"
            path={messagesPath}
            params={{ domain: domain.domain }}
            query={{ chainId: domain.chainId }}
            body={{ labels: labels.slice(0, shownLabels), text }}
          />
        }
      >
        {!isTooMany && !recipients.error && (
          <p role="status" className="text-sm font-medium">
            {recipients.data ? `${capital(whom(recipients.data))} would get it.` : 'Finding who gets it…'}
          </p>
        )}
        <LongTextInput
          title="Message"
          name="text"
          rows={5}
          value={typed}
          hint={`${formatCount(text.length)} of ${maxMessageLength} characters. Plain text, shown as one paragraph; links in it cannot be pressed.`}
          onChange={setTyped}
        />
        <p className="text-soft text-sm">
          They read it on the page “My names” of this service, after a signature with their wallet, until they
          dismiss it, for 90 days at most. No mail is sent. Members of the workspace can read it too.
        </p>
        {recipients.error && (
          <ErrorState
            title="Who gets it was not read."
            error={recipients.error}
            onRetry={() => void recipients.refetch()}
          />
        )}
        {recipients.data && <LeftOut result={recipients.data} />}
      </Form>
    </Dialog>
  )
}

interface MissingInput {
  /** As it is kept. */
  readonly text: string
  readonly isTooMany: boolean
  /** Names that would get it; undefined: not known yet. */
  readonly reached: number | undefined
}

function missingOf({ text, isTooMany, reached }: MissingInput): string | false {
  if (isTooMany) return `Select at most ${formatCount(maxNamesOfDay)} names: as many get a message in a day.`
  if (reached === 0) return 'Select a name that can get a message.'
  if (text === '') return 'Type the message.'
  return text.length > maxMessageLength && `At most ${maxMessageLength} characters.`
}

/** Names without the message, with the reasons. */
function LeftOut({ result: { failed } }: { readonly result: MessageResult }) {
  if (failed.length === 0) return null
  return (
    <div className="text-sm">
      <p>{failed.length === 1 ? 'One name is' : `${formatCount(failed.length)} names are`} left out:</p>
      <ul className="text-soft mt-1 grid gap-1">
        {failed.slice(0, shownProblems).map(({ label, message }) => (
          <li key={label} className="name-breaks">
            {message}
          </li>
        ))}
        {failed.length > shownProblems && <li>and {formatCount(failed.length - shownProblems)} more</li>}
      </ul>
    </div>
  )
}

/** `the holder of 1 name`, `9 holders of 12 names`. */
function whom({ names, holders: { size } }: MessageResult): string {
  return `${size === 1 ? 'the holder' : `${formatCount(size)} holders`} of ${countNames(names)}`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function countNames(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'name' : 'names'}`
}
