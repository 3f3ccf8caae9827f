import { t } from '../text/messages.ts'
import type { Recipient } from '../wallet/use-recipient.ts'
import { TextInput } from './inputs.tsx'

interface RecipientInputProps {
  readonly title: string
  /** Of the field in the request. */
  readonly name: string
  readonly value: string
  /** Of the value. */
  readonly recipient: Recipient
  readonly onChange: (value: string) => void
}

/** An address, or an ENS name with the address that it leads to. */
export function RecipientInput({ recipient: { note, isProblem }, ...props }: RecipientInputProps) {
  return (
    <TextInput
      isMono
      placeholder={t('recipient.placeholder')}
      hint={
        note && (
          <span role="status" className={isProblem ? 'text-bad' : undefined}>
            {note}
          </span>
        )
      }
      {...props}
    />
  )
}
