import { AtSign, ExternalLink, Globe, LogOut, Pencil, Plus, Settings, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { notify } from '../console/ui/Toasts.tsx'
import { ChoiceInput } from '../form/choices.tsx'
import { TextInput } from '../form/inputs.tsx'
import { Button, IconButton } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { CommandPalette } from '../ui/CommandPalette.tsx'
import { Cropper } from '../ui/Cropper.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { generatedAvatarUrl } from '../ui/generated-avatar-url.ts'
import { Menu, MenuGroup, MenuItem, MenuLink, MenuSeparator } from '../ui/Menu.tsx'
import { Popover } from '../ui/Popover.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { Tooltip } from '../ui/Tooltip.tsx'
import { Row } from './Row.tsx'

type Open = 'dialog' | 'drawer' | 'commands' | 'crop'

const roles = [
  { value: 'viewer', title: 'Viewer' },
  { value: 'editor', title: 'Editor' },
  { value: 'owner', title: 'Owner' },
] as const

type Role = (typeof roles)[number]['value']

export function Overlays() {
  const [open, setOpen] = useState<Open>()
  const [role, setRole] = useState<Role>('viewer')
  const [address, setAddress] = useState('')
  const [tab, setTab] = useState<'records' | 'history'>('records')
  const close = () => setOpen(undefined)
  return (
    <Card title="Overlays">
      <div className="grid gap-4">
        <Row>
          <Menu trigger={<Button size="dense">Menu</Button>}>
            <MenuGroup label="marina.acme.eth">
              <MenuItem
                icon={<Pencil aria-hidden className="size-4" />}
                shortcut="E"
                onClick={() => notify('Edited.')}
              >
                Edit records
              </MenuItem>
              <MenuLink render={<a href="#profile" />} icon={<ExternalLink aria-hidden className="size-4" />}>
                Open profile
              </MenuLink>
              <MenuItem isDisabled onClick={() => {}}>
                Transfer
              </MenuItem>
            </MenuGroup>
            <MenuSeparator />
            <MenuItem
              tone="bad"
              icon={<Trash2 aria-hidden className="size-4" />}
              onClick={() => notify('Revoked.')}
            >
              Revoke
            </MenuItem>
          </Menu>
          <Popover trigger={<Button size="dense">Popover</Button>} title="Resolves everywhere">
            <p className="text-soft text-sm">
              The resolver points to this service, and its signer is trusted.
            </p>
          </Popover>
          <Tooltip words="Copy the whole address">
            <IconButton label="Settings" size="dense">
              <Settings aria-hidden className="size-4" />
            </IconButton>
          </Tooltip>
          <Button size="dense" onClick={() => setOpen('dialog')}>
            Dialog
          </Button>
          <Button size="dense" onClick={() => setOpen('drawer')}>
            Drawer
          </Button>
          <Button size="dense" onClick={() => setOpen('commands')}>
            Commands
          </Button>
          <Button size="dense" onClick={() => setOpen('crop')}>
            Crop
          </Button>
          <Button size="dense" onClick={() => notify('The name is issued.')}>
            Toast
          </Button>
        </Row>
        <Tabs
          label="marina.acme.eth"
          value={tab}
          tabs={[
            {
              value: 'records',
              title: 'Records',
              content: <p className="text-soft text-sm">Six records.</p>,
            },
            {
              value: 'history',
              title: 'History',
              content: <p className="text-soft text-sm">Two changes.</p>,
            },
          ]}
          onChange={setTab}
        />
      </div>
      {open === 'dialog' && (
        <Dialog title="Invite a colleague" onClose={close}>
          <div className="grid gap-4">
            <TextInput
              title="Wallet"
              hint="An address or an ENS name."
              value={address}
              onChange={setAddress}
            />
            <ChoiceInput title="Role" value={role} options={roles} onChange={setRole} />
            <Button look="primary" onClick={close}>
              Invite
            </Button>
          </div>
        </Dialog>
      )}
      {open === 'drawer' && (
        <Dialog title="marina.acme.eth" place="side" onClose={close}>
          <p className="text-soft text-sm">Builds small boats and smaller protocols.</p>
        </Dialog>
      )}
      {open === 'crop' && (
        <Dialog title="Avatar" onClose={close}>
          <Cropper src={generatedAvatarUrl('marina.acme.eth')} aspect={1} isRound onCrop={() => {}} />
          <Button look="primary" className="mt-4 w-full" onClick={close}>
            Use it
          </Button>
        </Dialog>
      )}
      {open === 'commands' && (
        <CommandPalette
          onClose={close}
          groups={[
            {
              title: 'Go to',
              items: [
                {
                  id: 'names',
                  title: 'Names',
                  words: 'acme.eth',
                  icon: <AtSign aria-hidden className="size-4" />,
                  run: () => notify('Names'),
                },
                {
                  id: 'page',
                  title: 'Claim page',
                  icon: <Globe aria-hidden className="size-4" />,
                  run: () => notify('Claim page'),
                },
                {
                  id: 'settings',
                  title: 'Settings',
                  icon: <Settings aria-hidden className="size-4" />,
                  run: () => notify('Settings'),
                },
              ],
            },
            {
              title: 'Do',
              items: [
                {
                  id: 'new',
                  title: 'New name',
                  shortcut: 'N',
                  icon: <Plus aria-hidden className="size-4" />,
                  run: () => notify('New name'),
                },
                {
                  id: 'out',
                  title: 'Sign out',
                  icon: <LogOut aria-hidden className="size-4" />,
                  run: () => notify('Signed out'),
                },
              ],
            },
          ]}
        />
      )}
    </Card>
  )
}
