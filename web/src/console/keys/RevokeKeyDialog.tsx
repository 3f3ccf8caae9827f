import { api, unwrap } from '../../api/client.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { useSave } from '../ui/use-save.ts'
import { type ApiKey, keysPath, keysQuery } from './keys-query.ts'

const path = `${keysPath}/{keyId}` as const

interface RevokeKeyDialogProps {
  readonly apiKey: ApiKey
  readonly onClose: () => void
}

export function RevokeKeyDialog({ apiKey: { id, name, workspaceId }, onClose }: RevokeKeyDialogProps) {
  const params = { path: { workspaceId, keyId: id } }
  const revoke = useSave({
    save: () => unwrap(api.DELETE(path, { params })),
    done: 'The key is revoked.',
    changes: [keysQuery(workspaceId).queryKey],
    onSaved: onClose,
  })
  return (
    <ConfirmDialog
      title={`Revoke ${name}`}
      action="Revoke the key"
      call={{ method: 'DELETE', path, params: params.path }}
      onConfirm={() => revoke.mutateAsync(undefined)}
      onClose={onClose}
    >
      <p>Programs that use it are refused from now on. This cannot be undone.</p>
    </ConfirmDialog>
  )
}
