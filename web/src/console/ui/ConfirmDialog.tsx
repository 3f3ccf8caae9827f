import { type ReactNode, useState } from 'react'
import { Form } from '../../form/Form.tsx'
import { TextInput } from '../../form/inputs.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ApiCall } from './ApiCall.tsx'
import type { ApiRequest } from './api-call.ts'

interface ConfirmDialogProps {
  /** Of its form. */
  readonly name: string
  readonly title: string
  /** What will happen. */
  readonly children: ReactNode
  readonly action: string
  /** What must be typed first. */
  readonly typed?: string
  /** What a program sends for the same. */
  readonly call: ApiRequest
  readonly onConfirm: () => Promise<unknown>
  readonly onClose: () => void
}

/** Before what cannot be undone. */
export function ConfirmDialog({
  name,
  title,
  children,
  action,
  typed,
  call,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const [text, setText] = useState('')
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        name={name}
        work="losable"
        submit={onConfirm}
        failure="Nothing was changed."
        action={action}
        busyAction="A moment…"
        missing={typed !== undefined && text.trim() !== typed && `Type ${typed} first.`}
        button={{ look: 'danger', className: 'w-full' }}
        footer={<ApiCall {...call} />}
      >
        <div className="text-soft name-breaks grid gap-2 text-sm">{children}</div>
        {typed !== undefined && (
          <TextInput title={`Type ${typed} to confirm`} value={text} onChange={setText} />
        )}
      </Form>
    </Dialog>
  )
}
