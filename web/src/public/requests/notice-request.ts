import type { components } from '@byname/sdk/openapi'
import type { chainIdOf } from '../../api/client.ts'
import { languages } from '../../text/languages.ts'
import { currentLanguage } from '../../text/messages.ts'

export type NoticeState = components['schemas']['ClaimNotice']

export const noticePath = '/byname/v1/domains/{domain}/claims/{claimId}/notice'

/** A way in which the member learns of the outcome. */
export interface NoticeProps {
  readonly request: {
    readonly params: {
      readonly path: { readonly domain: string; readonly claimId: string }
      readonly query: { readonly chainId: ReturnType<typeof chainIdOf> }
    }
    readonly token: string
  }
  readonly state: NoticeState
  readonly onChange: (state: NoticeState) => void
}

export function noticeLanguage(): keyof typeof languages {
  const language = currentLanguage()
  return isLanguage(language) ? language : 'en'
}

function isLanguage(language: string): language is keyof typeof languages {
  return language in languages
}
