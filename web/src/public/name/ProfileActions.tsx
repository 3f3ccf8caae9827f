import { importPart } from '../../api/import-part.ts'
import { Failure } from '../../form/Failure.tsx'
import { useAction } from '../../form/use-action.ts'
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
    <div className="mt-8">
      <div className="flex flex-wrap gap-3">
        <ShareButton title={name.ens} path={`/n/${encodeURIComponent(name.ens)}`} />
        <Button onClick={() => void run(save)}>Add to contacts</Button>
      </div>
      <Failure title="The contact was not made." problem={problem} className="mt-4" />
    </div>
  )
}
