import type { MessageKey } from '../../text/messages.ts'

type Ending = readonly [title: MessageKey, advice: MessageKey]

const endings: Readonly<Record<string, Ending>> = {
  InvitationLinkUsedUpException: ['invitation.used-up', 'invitation.used-up-text'],
  InvitationLinkExpiredException: ['invitation.expired', 'invitation.ask'],
  InvitationLinkRevokedException: ['invitation.revoked', 'invitation.ask'],
}

/** Why an invitation link is of no use, by the name of the error. */
export function invitationEnding(error: string): Ending {
  return endings[error] ?? ['invitation.unknown', 'invitation.unknown-text']
}
