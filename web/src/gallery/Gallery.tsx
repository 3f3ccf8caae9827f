import { Plus, Settings } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Avatar } from '../ui/Avatar.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Wordmark } from '../ui/Brand.tsx'
import { Button, IconButton } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { NameTitle, NameWithAvatar } from '../ui/NameTitle.tsx'

/** Every component in its states, for tests and pictures. */
export function Gallery() {
  return (
    <main className="mx-auto grid max-w-6xl gap-6 p-4 md:grid-cols-2 md:p-8">
      <h1 className="text-3xl font-semibold tracking-tight md:col-span-2">
        <Wordmark />
        <span className="sr-only">: components</span>
      </h1>
      <Buttons />
      <Names />
    </main>
  )
}

function Row({ children }: { readonly children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3">{children}</div>
}

const looks = ['primary', 'plain', 'quiet', 'danger', 'danger-plain'] as const

function Buttons() {
  const [isBusy, setIsBusy] = useState(true)
  return (
    <Card title="Buttons" actions={<Badge tone="accent">5</Badge>} className="grid gap-4">
      {looks.map((look) => (
        <Row key={look}>
          <Button look={look}>Save</Button>
          <Button look={look} size="dense">
            <Plus aria-hidden className="size-4" />
            New name
          </Button>
          <Button look={look} size="dense" disabled>
            Save
          </Button>
          <Button look={look} size="dense" isBusy={isBusy} onClick={() => setIsBusy(true)}>
            Saving
          </Button>
          <IconButton look={look} size="dense" label={`Settings, ${look}`}>
            <Settings aria-hidden className="size-4" />
          </IconButton>
        </Row>
      ))}
    </Card>
  )
}

const names = ['marina.acme.eth', 'مثال.demo.eth', '🚀ship.acme.eth', `${'long'.repeat(15)}abc.acme.eth`]

function Names() {
  return (
    <Card title="Names" className="grid gap-4">
      <p className="text-4xl font-semibold tracking-tighter">
        <NameTitle name="marina.acme.eth" />
      </p>
      {names.map((name) => (
        <NameWithAvatar key={name} name={name} />
      ))}
      <Row>
        {(['xs', 'sm', 'md', 'lg', 'xl'] as const).map((size) => (
          <Avatar key={size} name="acme.eth" size={size} shape="square" />
        ))}
      </Row>
      <Row>
        <Badge>Reserved</Badge>
        <Badge tone="good" hasDot>
          Resolves everywhere
        </Badge>
        <Badge tone="warn">Soon</Badge>
        <Badge tone="bad">Revoked</Badge>
        <Badge tone="accent">4</Badge>
      </Row>
    </Card>
  )
}
