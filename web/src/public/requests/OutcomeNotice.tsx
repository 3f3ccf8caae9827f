import { useEffect, useEffectEvent, useState } from 'react'
import { api, chainIdOf, unwrap } from '../../api/client.ts'
import { EmailNotice } from './EmailNotice.tsx'
import { type NoticeState, noticePath } from './notice-request.ts'
import { PushNotice } from './PushNotice.tsx'

export interface OutcomeNoticeProps {
  readonly claimId: string
  readonly domain: string
  readonly chainId: number
  readonly token: string
}

/** Where the member learns of the outcome without coming back: nothing where the service offers nothing. */
export function OutcomeNotice({ claimId, domain, chainId, token }: OutcomeNoticeProps) {
  const [state, setState] = useState<NoticeState>()
  const params = { path: { domain, claimId }, query: { chainId: chainIdOf(chainId) } }
  const begin = useEffectEvent(async () => {
    const check = api.POST(`${noticePath}/check`, { params, body: { token } })
    // Nothing is offered where it cannot be read.
    setState(await unwrap(check).catch(() => undefined))
  })
  useEffect(() => void begin(), [])
  if (!state) return null
  const props = { request: { params, token }, state, onChange: setState }
  return (
    <>
      <PushNotice {...props} />
      <EmailNotice {...props} />
    </>
  )
}
