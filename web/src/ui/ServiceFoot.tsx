import { t } from '../text/messages.ts'
import { Keyboard } from './Keyboard.tsx'
import { LanguageSwitch } from './LanguageSwitch.tsx'
import { ThemeSwitch } from './ThemeSwitch.tsx'

/** Of the pages of the service itself. Its script is not loaded by those of customers. */
export function ServiceFoot({ hasDocumentation }: { readonly hasDocumentation: boolean }) {
  return (
    <>
      {hasDocumentation && (
        <a href="/docs" className="hover:text-ink underline underline-offset-4">
          {t('api-documentation')}
        </a>
      )}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <LanguageSwitch />
        <Keyboard hasButton />
        <ThemeSwitch />
      </div>
    </>
  )
}
