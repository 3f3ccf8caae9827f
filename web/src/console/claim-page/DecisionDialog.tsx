import { useState } from 'react'
import { Form } from '../../form/Form.tsx'
import { TextInput } from '../../form/inputs.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ApiCall } from '../ui/ApiCall.tsx'
import { claimsPath as path } from './queries.ts'

/** As of the interface. */
const maxCommentLength = 500

/** Of pending claims. */
export interface Decision {
  readonly approves: boolean
  /** `all`: also those that are not on the page. */
  readonly ids: readonly string[] | 'all'
}

interface DecisionDialogProps {
  readonly decision: Decision
  readonly domain: string
  readonly chainId: number
  /** Of the only one. */
  readonly name: string | undefined
  readonly onDecide: (comment: string | undefined) => Promise<unknown>
  readonly onClose: () => void
}

/** A decision with a comment, which may stay empty. */
export function DecisionDialog({ decision, domain, chainId, name, onDecide, onClose }: DecisionDialogProps) {
  const [text, setText] = useState('')
  const comment = text.trim() || undefined
  const { approves, ids } = decision
  const verb = approves ? 'Approve' : 'Decline'
  const subject = name ?? (ids === 'all' ? 'all that wait' : `${ids.length} requests`)
  return (
    <Dialog title={`${verb} ${subject}?`} onClose={onClose}>
      <Form
        name="decide-claims"
        submit={() => onDecide(comment)}
        failure="It was not decided."
        action={ids === 'all' ? `${verb} all` : verb}
        busyAction="A moment…"
        button={{ look: approves ? 'primary' : 'danger', className: 'w-full' }}
        footer={<ApiCall {...callOf(decision, { domain, chainId, comment })} />}
      >
        <p className="text-soft text-sm">
          {approves
            ? 'Names are issued with the records that were asked for.'
            : `${ids === 'all' ? 'Also those that are not on this page. ' : ''}Labels are free again, and wallets can ask for another name.`}
        </p>
        <TextInput
          title="Comment (optional)"
          name="comment"
          hint="Shown to the member with your decision. One line, at most 500 characters."
          maxLength={maxCommentLength}
          value={text}
          onChange={setText}
        />
      </Form>
    </Dialog>
  )
}

interface CallContext {
  readonly domain: string
  readonly chainId: number
  readonly comment: string | undefined
}

function callOf({ approves, ids }: Decision, { domain, chainId, comment }: CallContext) {
  const method = 'POST' as const
  const query = { chainId }
  const withComment = comment === undefined ? {} : { comment }
  if (approves) {
    const claimId = ids[0] ?? ''
    return {
      ...{ method, query, path: `${path}/{claimId}/approve`, params: { domain, claimId } },
      body: withComment,
    } as const
  }
  const body = { ...(ids === 'all' ? { all: true } : { ids }), ...withComment }
  return { method, query, path: `${path}/decline`, params: { domain }, body } as const
}
