import { Dialog } from '../../ui/Dialog.tsx'
import { OpenWorkspaceForm } from './OpenWorkspaceForm.tsx'

interface OpenWorkspaceDialogProps {
  readonly needsDomain: boolean
  readonly onClose: () => void
}

export function OpenWorkspaceDialog({ needsDomain, onClose }: OpenWorkspaceDialogProps) {
  return (
    <Dialog title="Open a workspace" onClose={onClose}>
      <OpenWorkspaceForm needsDomain={needsDomain} />
    </Dialog>
  )
}
