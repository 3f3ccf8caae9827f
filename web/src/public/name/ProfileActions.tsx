import { Contact } from 'lucide-react'
import { importPart } from '../../api/import-part.ts'
import { Failure } from '../../form/Failure.tsx'
import { useAction } from '../../form/use-action.ts'
import { t } from '../../text/messages.ts'
import { Button } from '../../ui/Button.tsx'
import type { Name } from '../page-data.ts'
import { ShareButton } from '../ShareButton.tsx'

/** What a visitor takes along. */
export function ProfileActions({ name }: { readonly name: Name }) {
  const { problem, run } = useAction()
  const save = async () => {
    const { saveContact } = await importPart(() => import('./save-contact.ts'))
    saveContact(name)
  }
  return (
    <>
      <ShareButton
        look="primary"
        text={t('share.profile')}
        title={name.ens}
        path={`/n/${encodeURIComponent(name.ens)}`}
        className="w-full"
      />
      <Button className="w-full" onClick={() => void run(save)}>
        <Contact aria-hidden className="size-4" />
        {t('name.add-contact')}
      </Button>
      <Failure title={t('part.failed')} problem={problem} />
    </>
  )
}
