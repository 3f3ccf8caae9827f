import { useState } from 'react'
import { api, unwrap } from '../../api/client.ts'
import { ChoiceInput } from '../../form/choices.tsx'
import { Form } from '../../form/Form.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ApiCall } from '../ui/ApiCall.tsx'
import { useSave } from '../ui/use-save.ts'
import { NewKeyNotice } from './CreateKeyDialog.tsx'
import { LastKeyNotice } from './LastKeyNotice.tsx'
import { type ApiKey, keysPath, keysQuery } from './queries.ts'

interface RotateKeyDialogProps {
  readonly apiKey: ApiKey
  readonly onClose: () => void
}

const rotatePath = `${keysPath}/{keyId}/rotate` as const

const overlaps = [
  { value: '0', title: 'At once' },
  { value: '3600', title: 'After an hour' },
  { value: '86400', title: 'After a day' },
  { value: '604800', title: 'After a week' },
] as const

/** A new key with the same rights; the old one stays for a while. */
export function RotateKeyDialog({ apiKey, onClose }: RotateKeyDialogProps) {
  const { id, name, workspaceId } = apiKey
  const [overlap, setOverlap] = useState<(typeof overlaps)[number]['value']>('3600')
  const params = { workspaceId, keyId: id }
  const body = { overlap: Number(overlap) }
  const rotate = useSave({
    save: () => unwrap(api.POST(rotatePath, { params: { path: params }, body })),
    done: 'The new key is created.',
    changes: [keysQuery(workspaceId).queryKey],
  })
  return (
    <Dialog title={`Replace ${name}`} onClose={onClose} isHeld={rotate.data !== undefined}>
      {rotate.data ? (
        <NewKeyNotice apiKey={rotate.data.key} onStored={onClose} />
      ) : (
        <Form
          name="rotate-key"
          submit={() => rotate.mutateAsync(undefined)}
          failure="The key was not replaced."
          action="Create the new key"
          button={{ className: 'w-full' }}
          footer={<ApiCall method="POST" path={rotatePath} params={params} body={body} />}
        >
          <ChoiceInput title="The old key ends" value={overlap} options={overlaps} onChange={setOverlap} />
          {overlap === '0' && (
            <>
              <LastKeyNotice apiKey={apiKey} />
              <p className="text-soft text-sm">
                Programs that use the old key are refused until they have the new one.
              </p>
            </>
          )}
        </Form>
      )}
    </Dialog>
  )
}
